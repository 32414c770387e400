"""A study as its author writes it: one TOML file, read once, checked whole, with messages that say what to do."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import sandtable
from sandtable import bots
from sandtable.core import Game

from .patches import Change, Files, apply_changes, load_with, read_change
from .sensitivity import Sensitivity, read_sensitivity

RECORDS: Final = ("losses", "positions", "roads", "odds", "rules")
"""What can be written down of every game besides its result and the score by turn."""
PRINTED: Final = "as printed"
"""The variation everything else is compared with: no house rule, no option."""
FIELDS: Final[dict[str, type]] = {
    "title": str,
    "question": str,
    "scenarios": list,
    "options": dict,
    "overlay": str,
    "players": list,
    "games": int,
    "precision": float,
    "at_most": int,
    "seed": int,
    "paired": bool,
    "record": list,
    "house_rule": list,
    "variation": list,
    "sensitivity": dict,
    "history": list,
}
VARIATION: Final[dict[str, type]] = {
    "name": str,
    "why": str,
    "options": dict,
    "overlay": str,
    "house_rules": list,
    "scenarios": list,
}
HISTORY: Final[dict[str, type]] = {"scenario": str, "name": str, "side": str, "hexes": list, "turn": float}
KINDS: Final[dict[type, str]] = {
    str: "text in quotation marks",
    list: "a list in brackets",
    dict: "a table",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


class StudyError(ValueError):
    """A study that cannot be run: says what is wrong and what to write instead."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A named change of the components, with its reason."""

    name: str
    why: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Variation:
    """One way to play the scenarios."""

    name: str
    why: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    overlay: str = ""
    rules: tuple[HouseRule, ...] = ()
    scenarios: tuple[str, ...] = ()
    """Where it applies; empty: everywhere."""
    block: str = ""
    """A variation of the sensitivity analysis: the block it moves."""
    step: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays: a level for every side."""

    name: str
    levels: tuple[tuple[str, str], ...]
    """Side and level; the side "*" stands for every side."""

    def players(self, sides: Sequence[str]) -> dict[str, str]:
        """The level of every side, or nothing when this pairing is about other sides."""
        given = dict(self.levels)
        players = {side: given.get(side, given.get("*", "")) for side in sides}
        return players if all(players.values()) and set(given) <= {*sides, "*"} else {}


@dataclass(frozen=True, slots=True)
class Event:
    """A date of history that the games are held against: when a side first stood in one of these hexes."""

    scenario: str
    name: str
    side: str
    hexes: tuple[str, ...]
    turn: float


@dataclass(frozen=True, slots=True)
class Setting:
    """One scenario under one variation, resolved: what a worker needs to play it."""

    scenario: str
    variation: str
    options: tuple[tuple[str, Any], ...]
    files: Files

    def game(self) -> Game[Any]:
        return load_with(self.scenario, self.files).configured(dict(self.options))


@dataclass(frozen=True, slots=True)
class Study:
    """The whole file."""

    title: str
    scenarios: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    question: str = ""
    games: int = 100
    precision: float = 0.0
    """Half the width of the 95 % interval of the first side's win rate at which a cell is finished; 0: play `games`."""
    at_most: int = 2000
    seed: int = 1
    paired: bool = True
    record: tuple[str, ...] = RECORDS[:4]
    options: Mapping[str, Any] = field(default_factory=dict)
    overlay: str = ""
    variations: tuple[Variation, ...] = (Variation(PRINTED),)
    history: tuple[Event, ...] = ()
    text: str = ""
    """The file as it was written, for the report."""
    folder: Path = Path()
    """Where overlays are looked for."""

    def settings(self) -> list[Setting]:
        """Every scenario under every variation that applies to it."""
        return [
            self._setting(scenario, v)
            for scenario in self.scenarios
            for v in self.variations
            if not v.scenarios or scenario in v.scenarios
        ]

    def _setting(self, scenario: str, v: Variation) -> Setting:
        files = self._overlay(v.overlay or self.overlay)
        game = load_with(scenario, files)
        options = {**self.options, **v.options}
        known = {o.name for o in game.title.options}
        options = {k: x for k, x in options.items() if k in known or k not in self.options}
        game.configured(options)
        for rule in v.rules:
            files = tuple(sorted({**dict(files), **dict(apply_changes(game, rule.changes, rule.why))}.items()))
            game = load_with(scenario, files)
        game.configured(options).start()
        return Setting(game.id, v.name, tuple(sorted(options.items())), files)

    def _overlay(self, name: str) -> Files:
        if not name:
            return ()
        folder = (self.folder / name).resolve()
        if not folder.is_dir():
            raise StudyError(f"the overlay folder {name!r} does not exist beside the study file")
        found = sorted(folder.rglob("*.toml"))
        return tuple((p.relative_to(folder).as_posix(), p.read_text(encoding="utf-8")) for p in found)


# reading ----------------------------------------------------------------------------------------------------------
def read_study(path: Path) -> Study:
    """The study in a file."""
    try:
        text = path.read_text(encoding="utf-8")
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise StudyError(f"{path.name} is not valid TOML: {e}") from None
    except UnicodeDecodeError:
        raise StudyError(f"{path.name} is not UTF-8 text; save it as UTF-8") from None
    given.setdefault("title", path.stem.replace("-", " ").replace("_", " ").capitalize())
    return make_study(given, folder=path.parent, text=text)


def make_study(given: Mapping[str, Any], folder: Path = Path(), text: str = "") -> Study:
    """The study that plain data describes."""
    _fields("a study", given, FIELDS)
    scenarios = tuple(_scenario(x) for x in given.get("scenarios", ()))
    if not scenarios:
        raise StudyError('say what is played, for example scenarios = ["across-suez-1980"]')
    rules = {r.name: r for r in map(_house_rule, given.get("house_rule", ()))}
    if len(rules) < len(given.get("house_rule", ())):
        raise StudyError("every [[house_rule]] needs a name of its own")
    plain = {
        k: given[k] for k in ("question", "games", "at_most", "seed", "paired", "options", "overlay") if k in given
    }
    study = Study(
        title=given.get("title", "A study"),
        scenarios=scenarios,
        pairings=tuple(_pairing(x) for x in given.get("players", ["greedy"])),
        precision=float(given.get("precision", 0)),
        record=_record(given.get("record", RECORDS[:4])),
        variations=_variations(given, rules),
        history=tuple(_event(x) for x in given.get("history", ())),
        text=text,
        folder=folder,
        **plain,
    )
    if "sensitivity" in given:
        study = with_sensitivity(study, read_sensitivity(given["sensitivity"]))
    _check(study, given)
    return study


def with_sensitivity(study: Study, wanted: Sensitivity) -> Study:
    """The study with two more variations, up and down, for every block that the analysis is about."""
    more = []
    for scenario in study.scenarios:
        for found in wanted.variations(load_with(scenario, study._overlay(study.overlay))):
            rule = HouseRule(found.name, found.why, found.changes)
            more.append(Variation(found.name, found.why, {}, "", (rule,), (scenario,), found.block, found.step))
    names: dict[tuple[str, str], Variation] = {}
    for v in more:  # the same block in several scenarios is one variation of all of them
        key = (v.name, str(v.rules[0].changes))
        names[key] = replace(v, scenarios=names[key].scenarios + v.scenarios) if key in names else v
    return replace(study, variations=study.variations + tuple(names.values()))


def _scenario(given: Any) -> str:
    if not isinstance(given, str):
        raise StudyError(f"scenarios: {given!r} should be a name in quotation marks")
    return sandtable.load(given).id


def _record(given: Sequence[Any]) -> tuple[str, ...]:
    for x in given:
        if x not in RECORDS:
            raise StudyError(f"record: {x!r} cannot be recorded; choose from {', '.join(RECORDS)}")
    return tuple(x for x in RECORDS if x in given)


def _pairing(given: Any) -> Pairing:
    if isinstance(given, str):
        return Pairing(given, (("*", given),))
    if not isinstance(given, Mapping) or not all(isinstance(x, str) for x in given.values()):
        raise StudyError(f'players: {given!r}: write a level such as "greedy", or {{ israel = "greedy", ... }}')
    levels = tuple((side, level) for side, level in given.items() if side != "name")
    return Pairing(given.get("name") or " v ".join(f"{level} {side}" for side, level in levels), levels)


def _house_rule(given: Any) -> HouseRule:
    name = _name_of("a [[house_rule]]", given)
    for needed, hint in (("why", "the reason for it"), ("change", "the list of changes")):
        if not given.get(needed):
            raise StudyError(f"the house rule {name!r} needs {needed}: {hint}")
    _fields(f"the house rule {name!r}", given, {"name": str, "why": str, "change": list})
    return HouseRule(name, given["why"], tuple(read_change(f"house rule {name!r}", c) for c in given["change"]))


def _variations(given: Mapping[str, Any], rules: Mapping[str, HouseRule]) -> tuple[Variation, ...]:
    """`as printed` first, then those of the file, then one for every house rule that is in none of them."""
    found = [Variation(PRINTED)]
    listed = list(given.get("variation", ()))
    used = {r for block in listed if isinstance(block, Mapping) for r in block.get("house_rules", ())}
    alone = [r for r in rules.values() if r.name not in used]
    for block in [*listed, *({"name": r.name, "why": r.why, "house_rules": [r.name]} for r in alone)]:
        name = _name_of("a [[variation]]", block)
        if any(v.name == name for v in found):
            raise StudyError(f"every [[variation]] needs a name of its own ({name!r}; {PRINTED!r} is always played)")
        _fields(f"the variation {name!r}", block, VARIATION)
        for rule in block.get("house_rules", ()):
            if rule not in rules:
                have = ", ".join(rules) or "none"
                raise StudyError(f"the variation {name!r} names a house rule {rule!r}; the file has {have}")
        found.append(
            Variation(
                name,
                block.get("why", ""),
                block.get("options", {}),
                block.get("overlay", ""),
                tuple(rules[r] for r in block.get("house_rules", ())),
                tuple(_scenario(x) for x in block.get("scenarios", ())),
            )
        )
    return tuple(found)


def _event(given: Any) -> Event:
    where = f"history {_name_of('a [[history]]', given)!r}"
    for needed in HISTORY:
        if needed not in given:
            raise StudyError(f"{where} needs {needed}")
    _fields(where, given, HISTORY)
    if not given["hexes"]:
        raise StudyError(f"{where} needs at least one hex")
    game = sandtable.load(given["scenario"])
    if given["side"] not in game.sides:
        raise StudyError(f"{where}: {game.id} has no side {given['side']!r}; its sides are {', '.join(game.sides)}")
    for name in given["hexes"]:
        game.hex(name)
    return Event(game.id, given["name"], given["side"], tuple(given["hexes"]), float(given["turn"]))


def _name_of(what: str, given: Any) -> str:
    """The name of a block of the file."""
    name = given.get("name") if isinstance(given, Mapping) else None
    if not isinstance(name, str) or not name:
        raise StudyError(f"{what} needs a name, in quotation marks")
    return name


def _fields(where: str, given: Mapping[str, Any], known: Mapping[str, type]) -> None:
    """Only fields that are known, each of its kind."""
    for name, value in given.items():
        if name not in known:
            raise StudyError(f"{where} has no field {name!r}; it has {', '.join(known)}")
        kinds = (int, float) if known[name] is float else (known[name],)
        if not isinstance(value, kinds) or (isinstance(value, bool) and known[name] is not bool):
            inside = "" if where == "a study" else f"{where}: "
            raise StudyError(f"{inside}{name} = {value!r} should be {KINDS[known[name]]}")


def _check(study: Study, given: Mapping[str, Any]) -> None:
    """What can only be seen when everything was read."""
    if study.games < 1 or study.at_most < 1:
        raise StudyError("games and at_most must be at least 1")
    if "precision" in given and "games" in given:
        raise StudyError("say either games or precision (with at_most), not both")
    if "at_most" in given and "precision" not in given:
        raise StudyError("at_most belongs to precision; without it say games")
    if "precision" in given and not 0.001 <= study.precision <= 0.3:
        raise StudyError(f"precision = {study.precision:g} is no half width of a win rate; 0.02 means two points")
    for what, names in (("scenario", study.scenarios), ("pairing of players", [p.name for p in study.pairings])):
        if twice := [x for i, x in enumerate(names) if x in names[:i]]:
            raise StudyError(f"the {what} {twice[0]!r} is named twice")
    games = {scenario: sandtable.load(scenario) for scenario in study.scenarios}
    for scenario in (s for v in study.variations for s in v.scenarios if s not in games):
        raise StudyError(f"a variation is for {scenario}, which the study does not play; it plays {', '.join(games)}")
    for event in study.history:
        if event.scenario not in games:
            raise StudyError(f"history {event.name!r} is of {event.scenario}, which the study does not play")
        if "positions" not in study.record:
            raise StudyError(f'history {event.name!r} needs record = [..., "positions"]')
    known = {o.name: None for game in games.values() for o in game.title.options}
    for name in study.options:
        if name not in known:
            raise StudyError(f"options: no scenario here has {name!r}; there is {', '.join(known) or 'none'}")
    _check_players(study, games)
    _check_changes(study, study.settings())


def _check_changes(study: Study, settings: Sequence[Setting]) -> None:
    """A variation whose options are what is played anyway would be measured against itself."""
    printed = {x.scenario: x for x in settings if x.variation == PRINTED}
    for v in study.variations:
        its = [(x, printed[x.scenario]) for x in settings if x.variation == v.name] if v.options else []
        if its and all(x.files == p.files and x.game().options == p.game().options for x, p in its):
            said = ", ".join(f"{name} = {str(value).lower()}" for name, value in v.options.items())
            raise StudyError(f"the variation {v.name!r} changes nothing: {said} is how it is played anyway")


def _check_players(study: Study, games: Mapping[str, Game[Any]]) -> None:
    """Every pairing plays somewhere, every scenario is played, and all the levels are there."""
    sides = "; ".join(f"the sides of {s} are {', '.join(game.sides)}" for s, game in games.items())
    for p in study.pairings:
        if not any(p.players(game.sides) for game in games.values()):
            raise StudyError(f"players: {p.name!r} fits no scenario here: {sides}")
    for scenario, game in games.items():
        fitting = [players for p in study.pairings if (players := p.players(game.sides))]
        if not fitting:
            raise StudyError(f"no players for {scenario}: its sides are {', '.join(game.sides)}")
        for players in fitting:
            for side, level in players.items():
                bots.make(level, game, side)
