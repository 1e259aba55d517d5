"""What points beyond the fit tell, as parts beside the ratings: luck, memory, collusion."""

from __future__ import annotations

from collections.abc import Sequence

from ohhell_referee.standings.collusion import CollusionRow
from ohhell_referee.standings.luck import LuckReport
from ohhell_referee.standings.memory import MemoryRow
from ohhell_referee.standings.residual_points import Effect
from ohhell_referee.standings.sections import Section
from ohhell_referee.standings.tables import DASH, fixed, percent, plus_minus


def luck_section(report: LuckReport | None) -> Section:
    if report is None:
        return Section("luck", "Where the luck comes from", [], [], [], [], ["No games."], None)
    parts: list[tuple[str, float | None, str]] = [
        ("deal", report.deal, "cards dealt to the seat"),
        ("seat", report.seat, "seat after the first dealer"),
        ("opponents", report.opponents, "company at the table"),
        ("rest", report.rest, "play, and how cards suit a bot"),
    ]
    notes = [
        f"Of the variance of one game's points above the table's mean {percent(report.luck / report.total)} are luck, "
        f"{percent(report.skill / report.total)} the bots' strength. A dash: this run cannot tell."
        if report.total
        else "All scores are the same: there is no luck to take apart."
    ]
    if report.rating_gain is not None and report.duplicates:
        saved = report.games_saved or 0
        what = f"saved about {saved} games" if saved >= 0 else f"cost about {-saved} games"
        points = "" if report.points_gain is None else f" (for points {report.points_gain:.2f})"
        notes.append(
            f"One game of this run told as much about a rating difference as {report.rating_gain:.2f} games with deals "
            f"of their own{points}, for the median pair: duplicate deals {what}."
        )
    return Section(
        "luck",
        "Where the luck of one game comes from",
        ["part", "what", "variance", "share of luck"],
        [
            [name, what, DASH if value is None else f"{value:.1f}", percent(report.share(value))]
            for name, value, what in parts
        ],
        ["part", "variance", "share"],
        [[name, value, report.share(value)] for name, value, _ in parts],
        notes,
        {
            "total": report.total,
            "skill": report.skill,
            "shares": {name: report.share(value) for name, value, _ in parts},
            "rating_gain": report.rating_gain,
            "points_gain": report.points_gain,
            "games_saved": report.games_saved,
        },
    )


def memory_section(rows: Sequence[MemoryRow]) -> Section:
    suspects = [row.name for row in rows if row.suspicious]
    tested = any(row.gain is not None for row in rows)
    if suspects:
        notes = [
            f"{', '.join(suspects)}: more points when a deal comes again than chance explains. "
            'Turn `disguise` on, or use `restart = "seating"`.'
        ]
    elif not tested:
        notes = ["Every block has one seating only: there is nothing to remember."]
    else:
        notes = ["No bot scores more in later seatings of a block than chance explains."]
    return Section(
        "memory",
        "Memory: points a game in later seatings of a block above the first",
        ["bot", "gain", "±", "blocks", "chance"],
        [
            [row.name, *_effect(row.gain), _blocks(row.gain), DASH if row.corrected is None else f"{row.corrected:.4f}"]
            for row in rows
        ],
        ["name", "gain", "low", "high", "blocks", "chance"],
        [[row.name, *_effect_values(row.gain), row.gain.blocks if row.gain else None, row.corrected] for row in rows],
        [*notes, "Chance: of such a gain without memory, corrected for the number of bots."] if tested else notes,
        [
            {
                "name": row.name,
                "gain": row.gain and row.gain.value,
                "interval": row.gain and row.gain.interval(),
                "chance": row.corrected,
                "suspicious": row.suspicious,
            }
            for row in rows
        ],
    )


def collusion_section(rows: Sequence[CollusionRow], *, company_changes: bool, most: int = 10) -> Section:
    suspects = [row for row in rows if row.suspicious]
    if not rows and company_changes:
        notes = ["Too few blocks: a pair can be looked at from ten with the companion, and ten without, on."]
    elif not rows:
        notes = ["Every bot meets the same company in every game: there is nothing to compare."]
    elif suspects:
        notes = [
            f"{row.bot} scores {'more' if row.effect.value > 0 else 'less'} when {row.companion} sits at the table "
            "than the fit expects, beyond chance."
            for row in suspects[:most]
        ]
    else:
        notes = ["No bot fares otherwise in certain company than chance explains."]
    return Section(
        "collusion",
        f"Company: points a game with a companion less without it (the {most} most surprising of {len(rows)} pairs)"
        if len(rows) > most
        else "Company: points a game with a companion less without it",
        ["bot", "with", "points", "±", "chance"],
        [[row.bot, row.companion, *_effect(row.effect), f"{row.corrected:.4f}"] for row in rows[:most]],
        ["bot", "companion", "points", "low", "high", "chance", "corrected"],
        [[row.bot, row.companion, *_effect_values(row.effect), row.chance, row.corrected] for row in rows],
        [*notes, "Chance: of such a difference without collusion, corrected for the number of pairs."]
        if rows
        else notes,
        [
            {
                "bot": row.bot,
                "companion": row.companion,
                "points": row.effect.value,
                "interval": row.effect.interval(),
                "chance": row.chance,
                "corrected": row.corrected,
                "suspicious": row.suspicious,
            }
            for row in rows
        ],
    )


def _effect(effect: Effect | None) -> tuple[str, str]:
    if effect is None:
        return DASH, DASH
    return fixed(effect.value, 2, sign=True), plus_minus(effect.interval(), 2)


def _effect_values(effect: Effect | None) -> tuple[float | None, float | None, float | None]:
    return (None, None, None) if effect is None else (effect.value, *effect.interval())


def _blocks(effect: Effect | None) -> str:
    return DASH if effect is None else str(effect.blocks)
