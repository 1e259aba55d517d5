"""RESULTS.csv: what is read, and what is said about a file that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from ohhell_referee.standings.csv_results import CsvProblems, read_csv
from ohhell_referee.standings.rating import rate
from support.simulated import World, simulate_results, spaced, write_csv

HEAD = "block,game,bot,score\n"


@pytest.fixture
def write(tmp_path: Path) -> Path:
    return tmp_path / "r.csv"


def problems(path: Path, players: int | None = None) -> str:
    with pytest.raises(CsvProblems) as caught:
        read_csv(path, players)
    assert all(problem.startswith(f"{path}:") for problem in caught.value.problems)
    return str(caught.value)


def test_a_table_gives_the_figures_of_the_results_it_was_written_from(write: Path) -> None:
    results = simulate_results(World(spaced(4), 4), 30, seed=1)
    write_csv(results, str(write))
    ours, theirs = rate(read_csv(write)), rate(results)
    assert [(row.name, row.rating, row.rating_interval) for row in ours.rows] == [
        (row.name, row.rating, row.rating_interval) for row in theirs.rows
    ]


def test_columns_stand_in_any_order_and_others_are_passed_over(write: Path) -> None:
    write.write_text("Score, bot ,when,game,block\n1,a,x,g,1\n2,b,y,g,1\n")
    (game,) = read_csv(write)
    assert (game.block, game.bots, game.scores) == ("1", ("a", "b"), (1.0, 2.0))


def test_rows_of_a_game_belong_together_wherever_they_stand(write: Path) -> None:
    write.write_text(HEAD + "1,g,a,1\n1,h,a,5\n2,g,a,7\n1,g,b,2\n2,g,b,8\n1,h,b,6\n")
    assert [(game.block, game.scores) for game in read_csv(write)] == [
        ("1", (1.0, 2.0)),
        ("1", (5.0, 6.0)),
        ("2", (7.0, 8.0)),
    ]


def test_an_empty_block_makes_the_game_its_own_block(write: Path) -> None:
    write.write_text(HEAD + "".join(f",g{n},{bot},{n % 3}\n" for n in range(12) for bot in "ab"))
    assert rate(read_csv(write)).blocks == 12


def test_quotes_marks_of_windows_and_other_alphabets_are_read(write: Path) -> None:
    write.write_bytes(("\ufeff" + HEAD + '1,g,"a, ""b""",-3.5\r\n1,g,zoë,1e2\r\n').encode())
    (game,) = read_csv(write)
    assert (game.bots, game.scores) == (('a, "b"', "zoë"), (-3.5, 100.0))


def test_every_problem_is_named_with_its_line(write: Path) -> None:
    write.write_text(HEAD + "1,g,a,x\n1,g,,3\n1,,b,3\n1,g,b\n1,g,c,nan\n1,g,d,inf\n")
    assert problems(write).splitlines() == [
        f"{write}:2: score 'x' is not a number",
        f"{write}:3: bot is empty",
        f"{write}:4: game is empty",
        f"{write}:5: 3 values where the header has 4",
        f"{write}:6: score 'nan' is not a number",
        f"{write}:7: score 'inf' is not a number",
    ]


def test_a_missing_column_is_named_with_the_nearest_there_is(write: Path) -> None:
    write.write_text("block,game,bot,scores\n")
    assert "no column 'score'; is it 'scores'?" in problems(write)


@pytest.mark.parametrize(("sign", "shown"), [(";", "';'"), ("\t", "tabs"), ("|", "'|'")])
def test_columns_that_no_comma_separates_are_told_once(write: Path, sign: str, shown: str) -> None:
    write.write_text((HEAD + "1,g,a,1\n1,g,b,2\n").replace(",", sign))
    assert problems(write) == f"{write}:1: the columns are separated by {shown}: save the file with commas"


@pytest.mark.parametrize(("text", "says"), [("", "the file is empty"), (HEAD, "no results")])
def test_an_empty_table_says_so(write: Path, text: str, says: str) -> None:
    write.write_text(text)
    assert says in problems(write)


def test_tables_of_different_sizes_are_refused_until_one_is_chosen(write: Path) -> None:
    write.write_text(HEAD + "1,g,a,1\n1,g,b,2\n2,h,a,1\n2,h,b,2\n2,h,c,3\n")
    text = problems(write)
    assert "1 with 2 rows, the first at line 2 (game g); 1 with 3 rows, the first at line 4 (game h)" in text
    assert "--players" in text
    assert [game.bots for game in read_csv(write, 3)] == [("a", "b", "c")]
    assert "there are games with 2, 3" in problems(write, 5)


def test_a_game_of_one_seat_is_no_game(write: Path) -> None:
    write.write_text(HEAD + "1,g,a,1\n")
    assert "one row only" in problems(write)
