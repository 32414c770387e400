"""[7.2, 7.8, 7.19] The choice of table, the night die, the roll."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from sandtable.core import Action, Refusal, Roll, Step, bits, cite, number, refuse, row, say, signed
from sandtable.core.facts import ForecastFacts

from .forecast import forecast, outlook
from .results import WORDS, carry_out
from .state import BattleState
from .strength import Attack, carry_on, night_columns
from .wording import Decision


@dataclass(frozen=True, slots=True)
class FindTable(Attack, Step[BattleState]):
    """[7.8, 8.6] Ask for the table only where there is a choice."""

    def run(self, s: BattleState) -> None:
        tables = self.tables(s)
        if len(tables) > 1:
            s.then(carry_on(self, ChooseTable))
        else:
            roll(s, self, tables[0])


def roll(s: BattleState, attack: Attack, table: str) -> None:
    """[7.2, 7.19] The night die is the last step but one, the combat die the last."""
    if s.told:
        announce(s, replace(attack, table=table))
    if s.is_night:
        s.then(Roll("night attack"), carry_on(attack, NightShift, table=table))
    else:
        s.then(Roll("combat"), carry_on(attack, Resolve, table=table))


@dataclass(frozen=True, slots=True)
class ChooseTable(Attack, Decision[BattleState]):
    """[7.8] The Western player chooses the table, attack by attack, where he is free to."""

    verbs: ClassVar[tuple[str, ...]] = ("table",)

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.8",)

    def prompt(self, s: BattleState) -> str:
        return say("Choose how to attack: Frontal Assault destroys, Mobile pushes back [7.8].")

    def options(self, s: BattleState) -> Iterator[Action]:
        for name in self.tables(s):
            yield Action("table", (name,))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a.verb != "table" or len(a.args) != 1 or a.args[0] not in ("frontal", "mobile"):
            return self.not_now(s, a)
        if a.args[0] in self.tables(s):
            return None
        return refuse(("7.8", "8.6"), "This attack is resolved on the {table} table.", table=self.crt(s).title)

    def apply(self, s: BattleState, a: Action) -> None:
        roll(s, self, a.args[0])

    def label(self, s: BattleState, a: Action) -> str:
        """[7.8] The table with the chance to take the hex; the forecast shows all results of both."""
        odds = outlook(s, replace(self, table=a.args[0]))
        table, taken = self.title_of(s, odds["table"]), odds.get("take_hex")
        if taken is None:
            return say("{table} table", table=table)
        return say("{table} table: {percent}% to take the hex", table=table, percent=round(100 * taken))

    def title_of(self, s: BattleState, table: str) -> str:
        return s.game.tables[table].title

    def forecast(self, s: BattleState) -> ForecastFacts | None:
        return forecast(s, self)


@dataclass(frozen=True, slots=True)
class NightShift(Attack, Step[BattleState]):
    """[7.19] Egyptian attacks shift a die less one to the left, Israeli ones two on an odd die and one on an even."""

    def run(self, s: BattleState) -> None:
        columns = night_columns(s, self.side, s.die)
        s.tell("7.19", "The night shifts the attack {n} {n#column|columns} left.", n=columns, about="roll")
        s.then(Roll("combat"), carry_on(self, Resolve, night=columns))


@dataclass(frozen=True, slots=True)
class Resolve(Attack, Step[BattleState]):
    """[7.2, 7.9] Find the result of the die and carry it out at once."""

    def run(self, s: BattleState) -> None:
        result = self.result(s, s.die)
        if s.told:
            self.tell(s, result)
        carry_out(s, self, result)

    def tell(self, s: BattleState, result: str) -> None:
        """[7.2, 7.8] The die, the column of its table, and what it says."""
        column, crt = self.column(s), self.crt(s)
        read = crt.result(s.die, column)
        s.tell(
            "7.2",
            "Die {die} in column {column} of the {table} table: {result}{why}, {words}.",
            die=s.die,
            column=number(crt.columns[column]),
            table=crt.title,
            result=result,
            why=say(" ({read} in works)", read=read) if read != result else "",
            words=WORDS.get(result, say("no effect")),
            units=s.names(self.defenders(s)),
            at=bits(self.targets),
            about="result",
        )


def announce(s: BattleState, attack: Attack) -> None:
    """[7.2] The fight as the rulebook announces it: strengths, differential, every shift by name, table and column."""
    shifts = [
        say("{name} {columns} [{rule}]", name=text, columns=signed(n), rule=cite(cited))
        for text, cited, n in attack.shifts(s)
    ]
    s.tell(
        "7.2",
        "{attack} against {defence}: differential {differential}; {shifts}; column {column} of the {table} table.",
        attack=attack.attack_strength(s),
        defence=attack.defence_strength(s),
        differential=signed(attack.differential(s)),
        shifts=row(", ", shifts) if shifts else say("no shift"),
        column=number(attack.crt(s).columns[attack.column(s)]),
        table=attack.crt(s).title,
        units=s.names(attack.defenders(s)),
        at=bits(attack.targets),
        about="fight",
    )
