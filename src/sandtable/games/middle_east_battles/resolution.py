"""[7.2, 7.8, 7.19] The choice of table, the night die, the roll."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sandtable.core import Action, Refusal, Roll, Step, bits

from .forecast import forecast, outlook
from .results import carry_out
from .state import BattleState
from .strength import Attack, carry_on, night_columns
from .wording import Decision


@dataclass(frozen=True, slots=True)
class FindTable(Attack, Step):
    """[7.8, 8.6] Ask for the table only where there is a choice."""

    def run(self, s: BattleState) -> None:
        tables = self.tables(s)
        if len(tables) > 1:
            s.then(carry_on(self, ChooseTable))
        else:
            roll(s, self, tables[0])


def roll(s: BattleState, attack: Attack, table: str) -> None:
    """[7.2, 7.19] The night die is the last step but one, the combat die the last."""
    if s.is_night:
        s.then(Roll("night attack"), carry_on(attack, NightShift, table=table))
    else:
        s.then(Roll("combat"), carry_on(attack, Resolve, table=table))


@dataclass(frozen=True, slots=True)
class ChooseTable(Attack, Decision):
    """[7.8] The Western player chooses the table, attack by attack, where he is free to."""

    def actor(self, s: BattleState) -> str:
        return self.side

    def rules(self, s: BattleState) -> tuple[str, ...]:
        return ("7.8",)

    def prompt(self, s: BattleState) -> str:
        return "Choose the table: Frontal Assault to destroy, Mobile to push back [7.8]."

    def options(self, s: BattleState) -> Iterator[Action]:
        for name in self.tables(s):
            yield Action("table", (name,))

    def check(self, s: BattleState, a: Action) -> Refusal | None:
        if a.verb != "table" or len(a.args) != 1 or a.args[0] not in ("frontal", "mobile"):
            return self.not_now(s, a)
        if a.args[0] in self.tables(s):
            return None
        return Refusal(("7.8", "8.6"), f"This attack is resolved on the {self.crt(s).title} table.")

    def apply(self, s: BattleState, a: Action) -> None:
        roll(s, self, a.args[0])

    def label(self, s: BattleState, a: Action) -> str:
        """[7.8] The table with its odds, which is what the choice is about."""
        odds = outlook(s, replace(self, table=a.args[0]))
        rows = ", ".join(f"{r['result']} {r['probability']:.0%}" for r in odds["results"])
        return f"{odds['table_name']} table: {rows}"

    def forecast(self, s: BattleState) -> dict[str, Any] | None:
        return forecast(s, self)


@dataclass(frozen=True, slots=True)
class NightShift(Attack, Step):
    """[7.19] Egyptian attacks shift a die less one to the left, Israeli ones two on an odd die and one on an even."""

    def run(self, s: BattleState) -> None:
        columns = night_columns(s, self.side, s.die)
        s.tell("7.19", "The night shifts the attack {} column(s) left.", columns)
        s.then(Roll("combat"), carry_on(self, Resolve, night=columns))


@dataclass(frozen=True, slots=True)
class Resolve(Attack, Step):
    """[7.2, 7.9] Find the result of the die and carry it out at once."""

    def run(self, s: BattleState) -> None:
        result = self.result(s, s.die)
        crt = self.crt(s)
        s.tell(
            "7.2",
            "{} against {}: differential {:+d}, column {} of the {} table, die {}: {}.",
            self.attack_strength(s),
            self.defence_strength(s),
            self.differential(s),
            crt.columns[self.column(s)],
            crt.title,
            s.die,
            result,
            at=bits(self.targets),
        )
        carry_out(s, self, result)
