"""The command `plan`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ohhell_referee.cli.plan import command
from support.tournaments import write_file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments))


def test_plan_prints_the_plan_to_standard_output(tmp_path: Path) -> None:
    result = run(str(write_file(tmp_path, "blocks = 30")))

    assert result.exit_code == 0
    assert result.stderr == ""
    assert "120" in result.stdout
    assert "expected time" in result.stdout


def test_plan_starts_and_writes_nothing(tmp_path: Path) -> None:
    path = write_file(tmp_path)
    assert run(str(path)).exit_code == 0
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("rate", "think", "seconds"), [("51200", "0", 1.2), ("51200", "1000", None)])
def test_plan_takes_rate_and_thinking(tmp_path: Path, rate: str, think: str, seconds: float | None) -> None:
    path = str(write_file(tmp_path, "blocks = 30"))
    result = run(path, "--format", "json", "--rate", rate, "--think", think)
    expected = json.loads(result.stdout)["time"]["expected"]
    assert expected == pytest.approx(1.2) if seconds else expected > 1000


def test_plan_in_markdown(tmp_path: Path) -> None:
    result = run(str(write_file(tmp_path)), "--format", "md")
    assert result.stdout.startswith("# spring\n")
    assert "| anna " in result.stdout


def test_plan_refuses_with_the_reason(tmp_path: Path) -> None:
    """Two tables that share nobody: exit status 2, nothing on standard output."""
    path = write_file(
        tmp_path, 'format = "fixed"\ntables = [["anna", "bert", "bert", "anna"], ["cleo", "dora", "cleo", "dora"]]'
    )
    result = run(str(path))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert f"{path}:3: tables: the bots fall into 2 groups that never meet" in result.stderr


@pytest.mark.parametrize("arguments", [[], ["x.toml", "--format", "yaml"], ["x.toml", "--rate", "0"]])
def test_plan_used_wrongly_ends_with_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_help_has_an_example() -> None:
    assert "ohhell-referee plan tournaments/quickstart.toml" in run("--help").stdout


def test_plan_answers_how_many_blocks_tell_two_bots_apart(tmp_path: Path) -> None:
    path = str(write_file(tmp_path, "blocks = 30"))
    result = run(path, "--format", "json", "--apart", "30", "--apart", "60", "--spread", "100")
    precision = json.loads(result.stdout)["precision"]
    assert [apart["difference"] for apart in precision["apart"]] == [30, 60]
    assert precision["apart"][0]["blocks"] > 3 * precision["apart"][1]["blocks"]
    assert precision["spread"] == 100


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--pilot", "nowhere"], "nowhere: cannot be read: No such file or directory"),
        (["--pilot", "nowhere", "--spread", "5"], "leave out --spread"),
        (["--apart", "0"], "--apart"),
        (["--spread", "-1"], "--spread"),
    ],
)
def test_plan_says_what_is_wrong_with_its_options(tmp_path: Path, options: list[str], message: str) -> None:
    result = run(str(write_file(tmp_path)), *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


def test_a_journal_of_another_schedule_is_no_pilot(tmp_path: Path) -> None:
    """The golden journal's bots are others than those of the file."""
    journal = Path(__file__).parents[1] / "record" / "golden" / "journal.jsonl"
    result = run(str(write_file(tmp_path)), "--pilot", str(journal))
    assert result.exit_code == 2
    assert "no pilot for this plan: it was played with another schedule; what differs: " in result.stderr
