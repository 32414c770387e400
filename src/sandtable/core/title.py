"""A title as the lobby lists it: its scenarios, its optional rules, the editions of its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from .data import Source
from .editions import RulesEdition, read_editions

if TYPE_CHECKING:
    from .game import Game

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule: a switch, or a choice among several values."""

    name: str
    title: str
    rule: str
    default: OptionValue = False
    choices: tuple[OptionValue, ...] = (False, True)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One situation of a title. The id is empty when the title has only one."""

    id: str
    name: str
    turns: int
    summary: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Phase:
    """One box of the sequence-of-play strip."""

    id: str
    name: str
    side: str
    rule: str
    short: str = ""
    """Its name where the side stands beside it: "Movement" for "Israeli movement"; empty: the name itself."""


def made_in(package: str, maker: str) -> Callable[..., Game[Any]]:
    """What makes the games of a package (`maker` is "game.Race": its module and name there), imported for the first of them.

    All modules of the package come with it, so that a state can be read before anything was played; a list of titles needs none.
    """

    def make(title: Title, scenario: Scenario, source: Source, options: Mapping[str, OptionValue]) -> Game[Any]:
        import_modules(package)
        module, _, name = maker.rpartition(".")
        game: Game[Any] = getattr(import_module(f"{package}.{module}"), name)(title, scenario, source, options)
        return game

    return make


def import_modules(package: str) -> None:
    """Import every module of a package."""
    for module in iter_modules(getattr(import_module(package), "__path__", ())):
        import_module(f"{package}.{module.name}")


@dataclass(frozen=True, slots=True)
class Title:
    """A published game as the lobby lists it."""

    id: str
    name: str
    summary: str
    sides: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    make: Callable[[Title, Scenario, Source, Mapping[str, OptionValue]], Game[Any]]
    source: Callable[[], Source]
    options: tuple[Option, ...] = ()
    difficulty: str = "medium"
    opponents: str = ""
    """The module whose `playbook(game)` says how the computer plays it; empty: the one of `sandtable.bots` called like the
    game's package, if there is one."""

    def id_of(self, scenario: Scenario) -> str:
        """What `sandtable.load` is asked for: "sinai/1967", and the title alone where it is one scenario."""
        return f"{self.id}/{scenario.id}" if scenario.id else self.id

    @property
    def ids(self) -> tuple[str, ...]:
        """The games of the title, one per scenario."""
        return tuple(map(self.id_of, self.scenarios))

    @property
    def editions(self) -> tuple[RulesEdition, ...]:
        """The editions of our rules of this title, oldest first."""
        return _editions(self)

    @property
    def edition(self) -> int:
        """The number of the edition that is played now."""
        return self.editions[-1].number


@cache
def _editions(title: Title) -> tuple[RulesEdition, ...]:
    return read_editions(title.source(), title.id)


def settle(title: Title, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Check the options of a new game; keep those that differ from their defaults."""
    known = {o.name: o for o in title.options}
    settled: dict[str, OptionValue] = {}
    for name, value in options.items():
        if name not in known:
            have = f"its options are {', '.join(known)}" if known else "it has no options"
            raise ValueError(f"{title.id} has no option {name!r}; {have}")
        option = known[name]
        if value not in option.choices or isinstance(value, bool) != isinstance(option.default, bool):
            raise ValueError(f"option {name}: {value!r} is not one of {', '.join(map(str, option.choices))}")
        if value != option.default:
            settled[name] = value
    return dict(sorted(settled.items()))


def key_of(options: Mapping[str, OptionValue]) -> tuple[tuple[str, OptionValue], ...]:
    """Equal settings are one game."""
    return tuple(options.items())
