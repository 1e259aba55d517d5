"""`replay`: a recorded game on the screen, or a whole journal verified."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ohhell_referee.cli.exits import Exit, UserError

if TYPE_CHECKING:
    from ohhell_referee.record.paint import Paint
    from ohhell_referee.record.replay_text import Part


@click.command("replay")
@click.argument("path", metavar="DIR_OR_JOURNAL", type=click.Path(path_type=Path))
@click.option("--game", "game_id", metavar="ID", help="The game to show. Without it: the only game, or a list of all.")
@click.option("--hand", "hand_number", metavar="K", type=click.IntRange(min=1), help="Only this hand, counted from 1.")
@click.option("--seat", metavar="S", help="Only what this seat could see at the time: its number from 0, or its bot.")
@click.option("--step", is_flag=True, help="On a terminal, wait for Enter after the bids and after each trick.")
@click.option("--verify", is_flag=True, help="Check the whole journal; exit status 1 if anything is not as it must be.")
@click.option(
    "--differences",
    metavar="N",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="With --verify: how many differences to list, 0 for all.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For people or scripts.",
)
def command(
    path: Path,
    game_id: str | None,
    hand_number: int | None,
    seat: str | None,
    step: bool,
    verify: bool,
    differences: int,
    style: str,
) -> None:
    """Show a recorded game trick by trick, or verify a journal.

    DIR_OR_JOURNAL is a run folder or its journal.jsonl; the run may still be going on. Without --game the first game
    is shown where --hand, --seat or --step asks for one. In the text `>` stands before the card that leads.

    --verify re-derives deals, legal moves, trick winners, points and places of every game, and the chain of the
    journal. Hands and tricks are counted from 1 in what it says.

    \b
    Examples:
      ohhell-referee replay runs/spring
      ohhell-referee replay runs/spring --game b17s2 --hand 3 --step
      ohhell-referee replay runs/spring --game b17s2 --seat greedy
      ohhell-referee replay runs/spring --verify
    """
    from ohhell_referee.cli.sources import journal_of

    if verify and (game_id is not None or hand_number is not None or seat is not None or step):
        raise click.UsageError("--verify checks the whole journal: leave out --game, --hand, --seat and --step")
    journal = journal_of(path)
    if verify:
        _verify(journal, differences or None, style)
    else:
        _show(journal, game_id, hand_number, seat, step, style)


# Verification


def _verify(journal: Path, limit: int | None, style: str) -> None:
    from ohhell_referee.record.lines import JournalError
    from ohhell_referee.record.verify import verify_journal

    try:
        result = verify_journal(journal, limit=limit)
    except JournalError as error:
        raise UserError(_harmless(error)) from error
    if style == "json":
        _print_json(result.data())
    else:
        for found in result.differences:
            click.echo(_harmless(found.text(str(journal))))
        for remark in result.remarks:
            click.echo(f"{journal}: {remark}", err=True)
        if result.ok:
            deals = "deals, legal moves" if result.checked_deals else "legal moves (not the deals)"
            click.echo(
                f"{journal}: {result.lines} lines, {result.games} games, {result.voids} void, {result.hands} hands: "
                f"chain, digests, {deals}, trick winners, points and places are right."
            )
            click.echo(f"Last line {result.last_hash}: kept elsewhere, it proves any later change.")
    if not result.ok:
        raise click.exceptions.Exit(int(Exit.FAILED))


# Showing games


def _show(
    journal: Path, game_id: str | None, hand_number: int | None, seat_text: str | None, step: bool, style: str
) -> None:
    from ohhell_referee.record import find_game as find
    from ohhell_referee.record.lines import JournalError
    from ohhell_referee.record.replay import Disagreement, place_words

    try:
        if game_id is None and hand_number is None and seat_text is None and not step:
            header, record = find.find_game(journal)
            if find.has_several_games(journal):
                _list_games(journal, header, style)
                return
        else:
            header, record = find.find_game(journal, game_id)
        variant = find.variant_of_header(header)
        seat = None if seat_text is None else find.find_seat(record, seat_text)
    except find.NotFound as error:
        raise UserError(_harmless(error)) from error
    except JournalError as error:
        hint = f"\nTo see all that is wrong: ohhell-referee replay {journal} --verify" if (error.line or 1) > 1 else ""
        raise UserError(_harmless(error) + hint) from error
    if hand_number is not None and hand_number > len(record.hands):
        raise UserError(f"game {record.id} has {len(record.hands)} hands, there is no hand {hand_number}.")
    only_hand = None if hand_number is None else hand_number - 1
    reveal = header.get("reveal_names") is True
    run, rules = str(header.get("name") or ""), find.rules_name(header)
    try:
        if style == "json":
            from ohhell_referee.record.replay_data import replay_data

            data = replay_data(record, variant, seat=seat, reveal_names=reveal, only_hand=only_hand)
            _print_json({**data, "run": run, "variant": rules})
        else:
            from ohhell_referee.record.replay_text import TextReplay

            replay = TextReplay(record, variant, _paint(), run, rules, seat, reveal, only_hand)
            _print_parts(replay.parts(), step)
    except Disagreement as error:
        place = place_words(record.id, error.hand, error.trick)
        what = f"{journal}: {place}: the record does not follow the rules: {error.what}"
        click.echo(_harmless(what), err=True)
        raise click.exceptions.Exit(int(Exit.FAILED)) from error


def _list_games(journal: Path, header: dict[str, Any], style: str) -> None:
    """All games, one a line, as they are read: a journal may hold a hundred thousand."""
    from ohhell_referee.record.reading import iter_games

    if style == "json":
        keys = ("id", "block", "seating", "table", "scores", "places", "faults", "forfeits", "marks")
        _print_json([{key: getattr(record, key) for key in keys} for record in iter_games(journal)])
        return
    paint = _paint()
    click.echo(f"Games of {paint.words(str(header.get('name') or journal))}; show one with --game ID:")
    for record in iter_games(journal):
        seats = [f"{paint.words(name)} {score}" for name, score in zip(record.table, record.scores, strict=True)]
        count = len(record.faults)
        about = [f"{count} fault{'s' if count > 1 else ''}"] if count else []
        about += map(paint.words, record.marks)
        click.echo(f"  {paint.words(record.id):10}  {'  '.join(seats)}" + (f"  ({', '.join(about)})" if about else ""))


# Output


def _paint() -> Paint:
    """What standard output can show: symbols and colours on a terminal only, colours not under NO_COLOR."""
    import os

    from ohhell_referee.record.paint import Paint

    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    terminal = sys.stdout.isatty()
    colour = terminal and not os.environ.get("NO_COLOR") and _rewrites()
    return Paint(symbols=terminal and utf8, colour=colour, ascii_only=not utf8)


def _rewrites() -> bool:
    """Whether the terminal, if there is one, understands more than text."""
    import os

    return os.environ.get("TERM", "dumb") not in ("", "dumb", "unknown")


def _harmless(message: object) -> str:
    """A sentence that may quote a journal, as it can be shown."""
    return _paint().words(str(message))


def _print_json(data: object) -> None:
    import json

    import msgspec

    # ASCII: other people's words cannot do anything to a terminal then.
    click.echo(json.dumps(msgspec.to_builtins(data)))


def _print_parts(parts: Iterator[Part], step: bool) -> None:
    waiting = step and sys.stdin.isatty() and sys.stdout.isatty()
    for part in parts:
        # `color=True`: what is written is what Paint decided, on a terminal and elsewhere.
        click.echo(part.text, nl=False, color=True)
        if waiting and part.kind in ("bids", "trick", "result"):
            click.echo("Enter: go on, q: stop ", nl=False, err=True)
            answer = sys.stdin.readline()
            if _rewrites():
                click.echo("\x1b[1A\x1b[2K", nl=False, color=True)  # the terminal has put the answer's line end there
            if not answer or answer.strip().lower().startswith("q"):
                return
