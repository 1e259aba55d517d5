"""The wheel has all that the program needs: starters, house bots, presets. Nothing is taken from the checkout."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from ohhell_referee.starters import starter_files, starters
from support.running import ROOT, journal_lines

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    if importlib.util.find_spec("hatchling") is not None:
        command.append("--no-build-isolation")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0 and os.environ.get("CI") != "true" and "No matching distribution" in done.stderr:
        pytest.skip("building a wheel needs hatchling, and there is no package index to get it from")
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment with the wheel; the libraries are those of the environment of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = folder / "bin" / "python"
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"),
            *("--disable-pip-version-check", "--ignore-installed", str(wheel)),
        ],
        timeout=120,
        check=True,
    )
    where = subprocess.run(
        [
            python,
            "-c",
            "import ohhell_referee, ohhell_protocol; print(ohhell_referee.__file__, ohhell_protocol.__file__)",
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    assert where.count(str(packages)) == 2, where
    return folder / "bin"


def do(environment: Path, folder: Path, *arguments: str | Path, status: int = 0) -> str:
    command: Sequence[str | Path] = [environment / "ohhell-referee", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def test_new_bot_check_and_run_work_from_the_wheel(environment: Path, tmp_path: Path) -> None:
    """The bots of the house are those of the wheel, and run with its interpreter."""
    do(environment, tmp_path, "new-bot", "python", "mybot")
    assert "ready for a tournament" in do(environment, tmp_path, "check", "--", "{python}", "mybot/my_bot.py")
    do(environment, tmp_path, "run", "mybot/tournament.toml", "--max-games", "8", "--strict", status=3)
    run = tmp_path / "mybot" / "runs" / "first"
    games = [line for line in journal_lines(run) if line["type"] == "game"]
    assert len(games) == 8
    assert not any(game["faults"] for game in games)
    house = subprocess.run(
        [environment / "python", "-c", "from ohhell_referee.bots.house import house_argv; print(house_argv('greedy'))"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    assert house.count(str(environment.parent)) == 2
    assert str(ROOT) not in house


def test_every_language_starts_from_the_wheel_as_from_the_checkout(environment: Path, tmp_path: Path) -> None:
    listed = do(environment, tmp_path, "new-bot", "--list")
    for starter in starters():
        assert f"\n{starter.name} " in f"\n{listed}"
        do(environment, tmp_path, "new-bot", starter.name, starter.name)
        folder = tmp_path / starter.name
        written = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
        assert written == {file.path for file in starter_files(starter)}
        for file in starter_files(starter):
            assert (folder / file.path).read_text(encoding="utf-8") == file.text
            assert bool((folder / file.path).stat().st_mode & 0o100) == file.executable


def test_other_files_of_the_package_are_there(environment: Path, tmp_path: Path) -> None:
    assert "cardgames-io" in do(environment, tmp_path, "variants")
    assert "Wizard" in do(environment, tmp_path, "variants", "wizard")


def test_the_wheel_has_the_example_bots_without_what_was_built_of_them(wheel: Path) -> None:
    """Binaries, packages of npm and the like lie in the same folders after a build."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "example_bots"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if listing.returncode != 0:
        pytest.skip("this is no git checkout")
    kept = {path.removeprefix("example_bots/") for path in listing.stdout.splitlines() if (ROOT / path).exists()}
    prefix = "ohhell_referee/_bots/"
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name.removeprefix(prefix) for name in archive.namelist() if name.startswith(prefix)}
    assert shipped == kept
