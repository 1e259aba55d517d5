"""What `new-bot` writes, in every language: complete, without a trace of where it was copied from."""

from __future__ import annotations

import re
import stat
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from ohhell_referee.bots.house import brought_bots, house_names
from ohhell_referee.starters import FolderRefused, Starter, UnknownLanguage, find_starter, starter_files, starters
from ohhell_referee.starters.content import StaleManifest
from ohhell_referee.starters.manifest import MANIFEST
from ohhell_referee.starters.manifest import __doc__ as manifest_page
from ohhell_referee.starters.readme import command_lines
from ohhell_referee.starters.write import write_starter

ALL = starters()
each_language = pytest.mark.parametrize("starter", ALL, ids=lambda starter: starter.name)


def texts(starter: Starter) -> dict[str, str]:
    return {file.path: file.text for file in starter_files(starter)}


def test_every_language_with_example_bots_has_a_starter() -> None:
    folders = {path.name for path in brought_bots().iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {starter.name for starter in ALL} == folders
    assert len(folders) >= 11


@each_language
def test_a_manifest_has_no_key_that_is_not_explained(starter: Starter) -> None:
    """A misspelt key would be passed over in silence."""
    raw = tomllib.loads((starter.folder / MANIFEST).read_text(encoding="utf-8"))
    explained = set(re.findall(r"^\| `(\w+)` \|", manifest_page or "", re.MULTILINE))
    assert set(raw) <= explained
    assert all(set(group) <= {"paths", "about", "executable"} for group in raw["files"])


@each_language
def test_there_is_one_bot_and_it_is_the_file_to_edit(starter: Starter) -> None:
    files = texts(starter)
    bots = [path for path in files if re.search(r"(_bot|Bot)(\.\w+|/main\.go)$", path) and "/ohhell/" not in path]
    assert bots == [starter.edit]
    assert "my" in starter.edit.lower()


@each_language
def test_nothing_points_back_to_the_example(starter: Starter) -> None:
    """No name of an example bot, and no path that leaves the new folder."""
    for path, text in texts(starter).items():
        assert not path.startswith(("/", "..")), path
        traces = re.findall(
            r"random_bot|randombot|greedy_bot|greedybot|play\.toml|\.\./|random-\w+", text, re.IGNORECASE
        )
        assert not traces, (path, traces)


@each_language
def test_the_tournament_starts_the_bot_as_the_readme_does(starter: Starter) -> None:
    files = texts(starter)
    tournament = tomllib.loads(files["tournament.toml"])
    commands = {entry["name"]: entry["command"] for entry in tournament["bots"]}
    assert commands.pop("mine") == list(starter.run)
    assert {command.removeprefix("house:") for command in commands.values()} <= set(house_names())
    assert len(commands) == 3
    assert tournament["blocks"] >= 10  # below, there are no intervals to show


@each_language
def test_the_readme_has_every_command_and_every_file(starter: Starter) -> None:
    files = texts(starter)
    block = files["README.md"].split("```sh\n")[1].split("```")[0]
    typed = [line.split("  #")[0].rstrip() for line in block.splitlines()]
    assert typed == [command for command, _about in command_lines(starter)]
    assert typed[-1] == "ohhell-referee run tournament.toml"
    assert typed[-2].startswith("ohhell-referee check -- ")
    for path in files:
        assert path in ("README.md", ".gitignore") or f"`{path}`" in files["README.md"], path
    assert "$" not in re.sub(r"`[^`]*`", "", files["README.md"])  # nothing of the template is left


def test_the_python_bot_is_one_file_beside_readme_and_tournament() -> None:
    assert set(texts(find_starter("python"))) == {"my_bot.py", "README.md", "tournament.toml", ".gitignore"}


def test_a_language_is_found_by_name_title_and_alias_whatever_the_case() -> None:
    for text in ("cpp", "C++", "c++", "CXX"):
        assert find_starter(text).name == "cpp"
    assert find_starter("js").name == "javascript"
    assert find_starter("TypeScript").name == "typescript"
    names = [name.casefold() for starter in ALL for name in {starter.name, starter.title.lower(), *starter.aliases}]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("typed", "meant"), [("pyhton", "python"), ("javascrpit", "javascript"), ("rubby", "ruby")])
def test_a_misspelt_language_is_answered_with_the_nearest(typed: str, meant: str) -> None:
    with pytest.raises(UnknownLanguage, match=f'did you mean "{meant}"') as caught:
        find_starter(typed)
    assert "typescript" in str(caught.value)


def test_a_language_like_none_is_answered_with_all() -> None:
    with pytest.raises(UnknownLanguage) as caught:
        find_starter("cobol")
    assert "did you mean" not in str(caught.value)
    assert all(starter.name in str(caught.value) for starter in ALL)


def test_a_manifest_that_no_longer_fits_its_folder_is_a_mistake_of_ours() -> None:
    c = find_starter("c")
    with pytest.raises(StaleManifest, match="no such text"):
        starter_files(replace(c, replace={**c.replace, "no such text": "x"}))
    with pytest.raises(StaleManifest, match=r"your_bot\.c"):
        starter_files(replace(c, edit="your_bot.c"))


def test_it_is_written_into_a_new_folder_with_its_parents(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "bot"
    write_starter(find_starter("shell"), folder)
    assert (folder / "my_bot.sh").stat().st_mode & stat.S_IXUSR
    assert not (folder / "ohhell.sh").stat().st_mode & stat.S_IXUSR
    assert (folder / "tournament.toml").exists()


@pytest.mark.parametrize("name", ["", ".git"])
def test_an_empty_folder_or_a_fresh_repository_will_do(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir(exist_ok=True)
    write_starter(find_starter("python"), tmp_path)
    assert (tmp_path / "my_bot.py").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """The refusal names what is there, and what --force would cost."""
    (tmp_path / "my_bot.py").write_text("mine")
    (tmp_path / "notes.txt").write_text("notes")
    with pytest.raises(FolderRefused) as caught:
        write_starter(find_starter("python"), tmp_path)
    assert "it has my_bot.py, notes.txt" in str(caught.value)
    assert "--force writes over my_bot.py." in str(caught.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my_bot.py", "notes.txt"]
    assert (tmp_path / "my_bot.py").read_text() == "mine"


def test_force_writes_over_its_own_files_alone(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text("mine")
    (tmp_path / "notes.txt").write_text("notes")
    write_starter(find_starter("python"), tmp_path, force=True)
    assert "class MyBot" in (tmp_path / "my_bot.py").read_text()
    assert (tmp_path / "notes.txt").read_text() == "notes"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("")
    for force in (False, True):
        with pytest.raises(FolderRefused, match="is a file"):
            write_starter(find_starter("python"), tmp_path / "bot", force=force)
