"""From plain data to a `Variant`: a preset, overrides, tables by number of players, and every problem at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from ohhell_referee.rules.checks import Draft, check
from ohhell_referee.rules.kinds import Place, UnreadableError
from ohhell_referee.rules.model import KEYS, LEAST_PLAYERS, MOST_PLAYERS, SECTIONS, Key
from ohhell_referee.rules.presets import Preset, UnknownPreset, find_preset
from ohhell_referee.rules.problems import Problem, VariantError, did_you_mean, nearest, one_of, toml_value
from ohhell_referee.rules.variant import (
    BidRules,
    DeckRules,
    EndRules,
    GameRules,
    PlayRules,
    ScoreRules,
    Selector,
    TrumpRules,
    Variant,
)

__all__ = ["Problem", "VariantError", "parameters", "resolve_variant"]

_MISSING = object()


def resolve_variant(raw: Mapping[str, Any], players: int | None = None) -> Variant:
    """The variant that a `[variant]` table of a tournament file means.

    `raw` may name a `preset`; every other key overrides it. Without a preset the rules of CardGames.io are the
    start. Any value may be a table by number of players (`{3 = …, 4 = …}`); where it has none for the number at the
    table, the preset's value holds, then the default. `players` overrides `game.players`.

    Raises VariantError with all problems.
    """
    return _Resolver(raw, players).variant()


def parameters(variant: Variant) -> dict[str, Any]:
    """The variant as plain data without floats: what a journal's header holds.

    `resolve_variant(parameters(v)) == v` but for the name. Absent options and empty tables are left out, and so is
    the cycle where the source does not use it.
    """
    result: dict[str, Any] = {"game": asdict(variant.game), "deck": asdict(variant.deck)}
    result["deck"]["remove"] = list(variant.deck.remove)
    result["schedule"] = {"hands": list(variant.hands)}
    trump = asdict(variant.trump)
    trump["no_trump"] = [selector_value(selector) for selector in variant.trump.no_trump]
    trump["cycle"] = list(variant.trump.cycle)
    if not _uses_cycle(variant.trump.source):
        del trump["cycle"]
    for fixed in ("wizard_turned", "jester_turned"):
        # One value each so far: a fact of the rules rather than a choice.
        del trump[fixed]
    result["trump"] = trump
    result["bids"] = asdict(variant.bids)
    result["play"] = asdict(variant.play)
    result["view"] = [{"hands": selector_value(rule.hands), "mode": rule.mode} for rule in variant.view]
    score = {field.name: getattr(variant.score, field.name) for field in fields(ScoreRules)}
    score["run"] = asdict(variant.score.run) if variant.score.run else None
    score["suit"] = dict(variant.score.suit)
    result["score"] = {key: value for key, value in score.items() if value not in (None, {})}
    result["end"] = asdict(variant.end)
    return {section: value for section, value in result.items() if value != []}


def selector_value(selector: Selector) -> str | dict[str, int]:
    """A selector as it stands in a file."""
    if selector.size is not None:
        return {"size": selector.size}
    if selector.hand is not None:
        return {"hand": selector.hand}
    return selector.which or "first"


def _uses_cycle(source: str) -> bool:
    return source in ("cycle", "fixed")


def _is_by_players(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value) and all(str(key).isdecimal() for key in value)


class _Resolver:
    """One resolution: the layers it reads from, and the problems it has found."""

    def __init__(self, raw: Mapping[str, Any], players: int | None) -> None:
        self.problems: list[Problem] = []
        self.broken: set[str] = set()
        """Dotted keys that could not be read; their defaults stand in, and checks leave them alone."""
        self.raw = raw if isinstance(raw, Mapping) else {}
        if not isinstance(raw, Mapping):
            self.problems.append(Problem("variant", f"{toml_value(raw)} is not a table"))
        self.preset = self._find_preset()
        self._refuse_unknown_keys()
        self.layers: list[Mapping[str, Any]] = [self.raw, self.preset.raw if self.preset else {}]
        self.players = int(KEYS[0].default)
        self.players = self._players(players)

    def _find_preset(self) -> Preset | None:
        if "preset" not in self.raw:
            return None
        name = self.raw["preset"]
        if not isinstance(name, str):
            self._refuse("preset", f"{toml_value(name)} is not the name of a preset")
            return None
        try:
            return find_preset(name)
        except UnknownPreset as error:
            self._refuse("preset", str(error))
            return None

    def _refuse(self, key: str, message: str) -> None:
        self.problems.append(Problem(key, message))
        self.broken.add(key)

    # Keys that nobody knows

    def _refuse_unknown_keys(self) -> None:
        known = {section: [key.name for key in KEYS if key.section == section and key.name] for section in SECTIONS}
        for section, content in self.raw.items():
            if section == "preset" or section == "view":
                continue
            if section not in known:
                self._refuse(section, _unknown_section(section, known))
            elif not isinstance(content, Mapping):
                self._refuse(section, f"{toml_value(content)} is not a table with {one_of(known[section])}")
            else:
                for name in content:
                    if name not in known[section]:
                        self._refuse(f"{section}.{name}", _unknown_key(section, str(name), known))

    # Values

    def _players(self, wanted: int | None) -> int:
        key = KEYS[0]
        written = [value for layer in self.layers if (value := _value_in(layer, key)) is not _MISSING]
        read = [self._read(key, value, key.dotted, key.default) for value in written]
        if wanted is None:
            default = self.preset.default_players if self.preset else key.default
            return int(read[0] if read else default)
        if not LEAST_PLAYERS <= wanted <= MOST_PLAYERS:
            self._refuse(key.dotted, f"{wanted} players; a table has {LEAST_PLAYERS} to {MOST_PLAYERS}")
            return int(key.default)
        return wanted

    def _read(self, key: Key, value: Any, dotted: str, default: Any, players: int | None = None) -> Any:
        """The value as `Variant` holds it, or the default where it cannot be read."""
        place = Place(dotted, self.players if players is None else players, self.problems)
        try:
            return key.kind.read(value, place)
        except UnreadableError:
            self.broken.add(key.dotted)
            return default

    def _value(self, key: Key) -> tuple[Any, bool]:
        """The value of a key, read, and whether the overrides (rather than preset or default) decide it."""
        default = self._default(key)
        result, explicit, found = default, False, False
        for layer in self.layers:
            value = _value_in(layer, key)
            if value is _MISSING:
                continue
            overrides = layer is self.raw
            if not _is_by_players(value):
                if not found:
                    result, explicit, found = self._read(key, value, key.dotted, default), overrides, True
                continue
            column = self._column(key, value, default)
            if found:
                continue
            if column is not _MISSING:
                result, explicit, found = column, overrides, True
            elif key.by_players_in_full:
                columns = ", ".join(str(count) for count in sorted(int(str(count)) for count in value))
                self._refuse(
                    key.dotted,
                    f"no value for {self.players} players, only for {columns}; "
                    f"add {self.players} = … or give one value for all",
                )
                found = True
        return result, explicit

    def _column(self, key: Key, table: Mapping[Any, Any], default: Any) -> Any:
        """Reads every column of a table by number of players, so that all mistakes show; returns the table's own."""
        mine: Any = _MISSING
        for count, value in table.items():
            dotted = f"{key.dotted}.{count}"
            if not LEAST_PLAYERS <= int(str(count)) <= MOST_PLAYERS:
                self._refuse(dotted, f"{count} players; a table has {LEAST_PLAYERS} to {MOST_PLAYERS}")
                continue
            read = self._read(key, value, dotted, default, players=int(str(count)))
            if int(str(count)) == self.players:
                mine = read
        return mine

    def _default(self, key: Key) -> Any:
        return None if key.default is None else key.kind.read(key.default, Place(key.dotted, self.players, []))

    # The variant

    def variant(self) -> Variant:
        values: dict[str, Any] = {}
        explicit: set[str] = set()
        for key in KEYS:
            if key.dotted == "game.players":
                values[key.dotted] = self.players
                continue
            values[key.dotted], overridden = self._value(key)
            if overridden:
                explicit.add(key.dotted)
        sections: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
        for key in KEYS:
            if key.name and key.section != "schedule":
                sections[key.section][key.name] = values[key.dotted]
        if not _uses_cycle(sections["trump"]["source"]) and "trump.cycle" not in explicit:
            sections["trump"]["cycle"] = TrumpRules().cycle
        draft = Draft(
            players=self.players,
            deck=DeckRules(**sections["deck"]),
            schedule=values["schedule.hands"],
            maximum=values["schedule.max"],
            trump=TrumpRules(**sections["trump"]),
            bids=BidRules(**sections["bids"]),
            play=PlayRules(**sections["play"]),
            view=values["view"],
            score=ScoreRules(**sections["score"]),
            ties=sections["end"]["ties"],
            explicit=frozenset(explicit),
            broken=self.broken,
            problems=self.problems,
        )
        # With an unknown preset nobody knows what the overrides are held against.
        hands = () if "preset" in self.broken else check(draft)
        if self.problems:
            raise VariantError(self.problems)
        return Variant(
            name=self._name(explicit),
            game=GameRules(**sections["game"]),
            deck=draft.deck,
            hands=hands,
            trump=draft.trump,
            bids=draft.bids,
            play=draft.play,
            view=draft.view,
            score=draft.score,
            end=EndRules(**sections["end"]),
        )

    def _name(self, explicit: set[str]) -> str:
        if self.preset is None:
            return "custom" if explicit or self.players != KEYS[0].default else "cardgames-io"
        least, most = self.preset.players
        plain = not explicit and least <= self.players <= most
        return self.preset.name if plain else f"{self.preset.name}+"


def _value_in(layer: Mapping[str, Any], key: Key) -> Any:
    section = layer.get(key.section, _MISSING)
    if not key.name:
        return section
    return section.get(key.name, _MISSING) if isinstance(section, Mapping) else _MISSING


def _unknown_section(section: str, known: Mapping[str, Sequence[str]]) -> str:
    home = next((f"{name}.{section}" for name, keys in known.items() if section in keys), None)
    if home:
        return f'unknown key; "{section}" belongs to a section: write {home}'
    choices = [*known, "preset"]
    return f"unknown key; allowed: {one_of(['preset', *known])}{did_you_mean(str(section), choices)}"


def _unknown_key(section: str, name: str, known: Mapping[str, Sequence[str]]) -> str:
    if name.isdecimal():
        example = f"{known[section][0]} = {{{name} = …}}"
        return f"a section is no table by number of players, but its values may be: {example}"
    near = nearest(name, known[section])
    home = next((f"{other}.{name}" for other, keys in known.items() if name in keys and other != section), None)
    hint = f'; did you mean "{near}"?' if near else f"; did you mean {home}?" if home else ""
    return f"unknown key; allowed in {section}: {one_of(known[section])}{hint}"
