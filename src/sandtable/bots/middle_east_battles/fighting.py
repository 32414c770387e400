"""Choosing attacks, building them piece by piece, protective fire, tables, and what follows the die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sandtable.core import Action, bits, total
from sandtable.games.middle_east_battles.artillery import why_no_barrage, why_no_fpf
from sandtable.games.middle_east_battles.attack import BuildAttack
from sandtable.games.middle_east_battles.divisions import in_one_attack
from sandtable.games.middle_east_battles.forecast import losses
from sandtable.games.middle_east_battles.protective_fire import ProtectiveFire
from sandtable.games.middle_east_battles.resolution import ChooseTable
from sandtable.games.middle_east_battles.results import ChooseLosses
from sandtable.games.middle_east_battles.state import BattleState, SuezState
from sandtable.games.middle_east_battles.strength import BARRAGE_RESULTS, Attack

from .sight import Sight

LEFT = ("D1", "D2", "D3", "D4", "DE", "EX", "AX")
"""Results after which the defender has left his hex."""
STEPS = {"D1": 1, "D2": 2, "D3": 3, "D4": 4}
SMALL = 0.02
"""Gains below this are not worth another piece of an attack."""


class Fight:
    """The exact expectation of attacks in one position."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.game = sight, sight.game
        self._losses: dict[tuple[int, int, str], tuple[int, int]] = {}

    @property
    def s(self) -> BattleState:
        return self.sight.s

    # expectation ----------------------------------------------------------------------------------------------------
    def results(self, attack: Attack) -> Iterator[tuple[str, float]]:
        """[7.2, 7.19] Every result with its probability, the night die included."""
        s, table = self.s, attack.crt(self.s)
        differential, shift = attack.differential(s), sum(n for _, _, n in attack.shifts(s))
        nights: tuple[int, ...] = (0,)
        if s.is_night and not attack.night:
            nights = (0, 1, 2, 3, 4, 5) if attack.side == self.game.egypt else (1, 2)
        storm = attack.into_works(s) and not attack.is_pure_barrage(s)
        chances: dict[str, float] = {}
        for night in nights:
            column = table.shifted_beyond(differential, shift - night)
            for die in range(1, 7):
                result = table.result(die, column)
                if storm and result in ("D2", "D3", "D4"):
                    result = "EX"
                chances[result] = chances.get(result, 0.0) + 1 / (6 * len(nights))
        yield from chances.items()

    def lost(self, attack: Attack, result: str) -> tuple[int, int]:
        """Attackers and defenders that a result eliminates."""
        alone = result in ("D1", "D2", "D3", "D4", "DE")  # whoever attacks
        key = attack.targets, 0 if alone else attack.attackers, result
        if key not in self._losses:
            self._losses[key] = losses(self.s, attack, result)
        return self._losses[key]

    def expect(self, attack: Attack, table: str) -> float:
        """What an attack as it stands promises its attacker, in victory points and ground."""
        s, game, sight, w = self.s, self.game, self.sight, self.sight.weights
        ours = attack.side == sight.side
        mine, theirs = (sight.mine, sight.theirs) if ours else (sight.theirs, sight.mine)
        attack = replace(attack, table=table)
        push = total(sight.hex_worth(h) for h in bits(attack.targets))
        pure = attack.is_pure_barrage(s)
        value = 0.0
        for result, p in self.results(attack):
            own, other = self.lost(attack, result)
            value += p * (theirs * other.bit_count() - mine * own.bit_count())
            if pure:
                value += p * push * (result in BARRAGE_RESULTS)
            elif result in LEFT:
                value += p * (push + w.step_back * STEPS.get(result, 0) * theirs)
            elif result == "BR":
                value += p * push * 0.5
            elif result == "A1":
                value -= p * 0.6 * w.repulse
        if attack.side == game.west:
            value -= w.strike * sum(attack.air)
            if isinstance(s, SuezState) and attack.uses_fire(s):
                value -= (attack.targets & game.cities & ~s.shelled).bit_count()
        elif isinstance(s, SuezState) and (any(attack.cover) or any(attack.ships)):
            value += (attack.targets & game.cities & ~s.shelled).bit_count()
        return value

    def worth(self, attack: Attack) -> float:
        """The expectation on the better table, with the protective fire that the defender will probably give."""
        if attack.side == self.sight.side and not attack.guns:
            attack = self.covered(attack)
        return max(self.expect(attack, table) for table in attack.tables(self.s))

    def covered(self, attack: Attack) -> Attack:
        """The attack with the enemy's probable protective fire."""
        s, sight = self.s, self.sight
        if attack.is_pure_barrage(s):
            return attack
        cover: tuple[int, ...] = attack.cover
        if not sight.west and s.air:
            cover = (min(s.air[0], 3), *(0 for _ in s.air[1:]))
        guns = 0
        for gun, at, disc in sight.enemy_guns:
            near = disc & attack.targets and not attack.targets >> at & 1
            if near and why_no_fpf(s, gun, attack.targets, attack.attackers, guns) is None:
                guns |= 1 << gun
        return replace(attack, guns=guns, cover=cover)

    # the next attack --------------------------------------------------------------------------------------------------
    def choose_target(self) -> tuple[Action, str]:
        """The most promising target by a rough count; the attack itself is weighed while it is built."""
        s, end = self.s, Action("end")
        silence = self._silence()
        if silence:
            return silence
        ranked = sorted(((*self._target_value(h), h) for h in self._open_targets()), reverse=True)
        may_end = s.check(end) is None
        near = self.game.map.grid.spread(self.sight.own)
        for value, reason, h in ranked:
            if value <= self.sight.weights.enough and (may_end or not near >> h & 1):
                continue
            a = Action("attack", (self.game.hex_name(h),))
            if s.check(a) is None:
                return a, reason
        if may_end:
            return end, "No further attack pays."
        return next(iter(s.options())), "Combat is mandatory."

    def _open_targets(self) -> list[int]:
        """Enemy hexes none of whose units has been attacked."""
        return [h for h, units in self.sight.foes_at.items() if not any(self.s.attacked >> u & 1 for u in units)]

    def _target_value(self, h: int) -> tuple[float, str]:
        s, game, sight = self.s, self.game, self.sight
        name = game.hex_name(h)
        grid = game.map.grid
        beside = [u for u in s.units_on_map(sight.side) if not s.fought >> u & 1 and grid.adjacent[s.loc[u]] >> h & 1]
        if not beside:
            return self._barrage_value(h), f"Fire from range may drive the enemy from {name}."
        guns = sum(
            game.attack[u]
            for u in bits(game.artillery & game.roster.of_side[sight.side] & ~s.fought)
            if s.loc[u] > 0 and sight.terrain.within(s.loc[u], game.range[u]) >> h & 1
        )
        strength = sum(sight.attack_of(u, s.loc[u]) for u in beside) + min(guns, 6)
        if sight.west:
            strength += min(sum(s.air), 4)
        ways_back = sight.ways_back(h, grid.spread(sight.own))
        value = sight.chance(h, strength, any(s.landed >> u & 1 for u in beside), ways_back)
        return value, f"The attack on {name} promises most now."

    def _barrage_value(self, h: int) -> float:
        """The exact expectation of the strongest fire from range that can be brought on a hex."""
        s, game, side = self.s, self.game, self.sight.side
        guns = 0
        for gun in bits(game.artillery & game.roster.of_side[side] & ~s.fought):
            fires = s.loc[gun] > 0 and not why_no_barrage(s, side, gun, 1 << h, guns)
            if fires and in_one_attack(game, guns | 1 << gun) is None:
                guns |= 1 << gun
        most = max(s.air, default=0) if side == game.west else 0
        air = tuple(n if n == most and n not in s.air[:i] else 0 for i, n in enumerate(s.air)) if most else ()
        if not guns and not most:
            return -99.0
        return self.expect(Attack(side, 1 << h, guns, air=air), "mobile")

    def _silence(self) -> tuple[Action, str] | None:
        """[8.10] One airstrike on a battery that covers an attack to come: a unit attacked gives no protective fire."""
        s, game, sight = self.s, self.game, self.sight
        if not sight.west or game.section == "9" or not sum(s.air):
            return None
        fresh = sum(1 << u for u in s.units_on_map(sight.side) if not s.fought >> u & 1)
        ready = game.map.grid.spread(s.occupied(fresh))
        coming = [h for h in self._open_targets() if ready >> h & 1]
        best = (1, 0)
        for gun, at, disc in sight.enemy_guns:
            if ready >> at & 1 or (s.attacked | s.shaken_before) >> gun & 1:
                continue
            helped = [h for h in coming if disc >> h & 1 and h != at]
            weight = sum(2 if game.fort_ground >> h & 1 else 1 for h in helped) * game.fpf[gun]
            best = max(best, (weight, at))
        a = Action("attack", (game.hex_name(best[1]),)) if best[1] else None
        if a is None or s.check(a) is not None:
            return None
        return a, f"An airstrike on {a.args[0]} silences its guns for the attacks to come."

    # building -----------------------------------------------------------------------------------------------------------
    def build(self, choice: BuildAttack | ProtectiveFire) -> tuple[Action, str]:
        """Add whatever raises the expectation most (or lowers the attacker's); confirm when nothing does."""
        s, side = self.s, self.sight.side
        attacking = choice.side == side
        sign = 1.0 if attacking else -1.0
        options = list(s.options())
        confirm = Action("confirm")
        ready = confirm in options
        best: tuple[float, Action] = (sign * self.worth(choice) + SMALL, confirm) if ready else (-99.0, options[0])
        counts = self._useful_counts(attacking)
        for a in options:
            if a.verb == "confirm" or (len(a.args) == 2 and int(a.args[1]) not in counts):
                continue
            value = sign * self.worth(self._with(choice, a))
            if a.verb == "also":
                value -= 0.1  # wider attacks tie units down
            best = max(best, (value, a))
        if best[1] == confirm and attacking:
            best = max(best, self._bundle(choice, options))
        return best[1], self._why(choice, best[1], attacking)

    def _bundle(self, choice: Attack, options: list[Action]) -> tuple[float, Action]:
        """The first piece of a nation's whole support, where only all of it together reaches a better column."""
        best: tuple[float, Action] = (-99.0, Action("confirm"))
        for nation in self.game.nations:
            ships = [a for a in options if a.args == (f"{nation}-naval",)]
            strikes = [a for a in options if a.args[:1] == (f"{nation}-air",)]
            pieces = ships + strikes[-1:]
            if len(pieces) == 2:
                attack = choice
                for a in pieces:
                    attack = self._with(attack, a)
                best = max(best, (self.worth(attack), pieces[0]))
        return best

    def _why(self, choice: Attack, a: Action, attacking: bool) -> str:
        """The piece added, or why nothing more is, in words."""
        where = self.s.hex_names(choice.targets)
        if a.verb == "confirm":
            return self.forecast(choice) if attacking else "More protective fire would not help."
        if a.verb == "also":
            return f"{a.args[0]} is best attacked together with {where}."
        piece = a.args[0]
        if a.verb == "support":
            nation, _, kind = a.args[0].rpartition("-")
            piece = f"{nation.capitalize()} " + (f"airstrikes ({a.args[1]})" if kind == "air" else "naval gunfire")
        does = "for the attack on" if attacking else "in defence of"
        return f"{piece}: the most useful addition {does} {where}."

    def forecast(self, attack: Attack) -> str:
        """What the attack promises, in numbers."""
        attack = attack if attack.guns else self.covered(attack)
        attack = replace(attack, table=max(attack.tables(self.s), key=lambda table: self.expect(attack, table)))
        driven = BARRAGE_RESULTS if attack.is_pure_barrage(self.s) else (*LEFT, "BR")
        gone = killed = lost = 0.0
        for result, p in self.results(attack):
            own, other = self.lost(attack, result)
            gone += p * (result in driven)
            killed += p * other.bit_count()
            lost += p * own.bit_count()
        return (
            f"{gone:.0%} to drive the enemy out; {killed:.1f} of his units and {lost:.1f} of ours are lost on average."
        )

    def _with(self, attack: Attack, a: Action) -> Attack:
        """The attack after one of its options."""
        game = self.game
        match a.verb:
            case "with":
                return replace(attack, attackers=attack.attackers | 1 << game.unit(a.args[0]))
            case "also":
                return replace(attack, targets=attack.targets | 1 << game.hex(a.args[0]))
            case "fire":
                return replace(attack, guns=attack.guns | 1 << game.unit(a.args[0]))
        nation, _, kind = a.args[0].rpartition("-")
        i = game.nations.index(nation)
        field = {True: ("air", "naval"), False: ("cover", "ships")}[attack.side == game.west][kind == "naval"]
        values = list(getattr(attack, field))
        values[i] = int(a.args[1]) if kind == "air" else 1
        return replace(attack, **{field: tuple(values)})  # type: ignore[arg-type]

    def _useful_counts(self, attacking: bool) -> set[int]:
        """Numbers of airstrikes worth trying."""
        most = max(self.s.air, default=0)
        if not attacking:
            return {most, 1, 2, 4}
        return {1, 2, 3, 4, 6, most} if most <= 7 else {1, 2, 4, 6, 8}

    def table(self, choice: ChooseTable) -> tuple[Action, str]:
        best = max(choice.tables(self.s), key=lambda table: self.expect(choice, table))
        return Action("table", (best,)), f"The {self.game.tables[best].title} table has the better expectation."

    def give_up(self, frame: ChooseLosses) -> tuple[Action, str]:
        """[7.9] The weakest unit that pays the whole price of an exchange, or else the strongest."""
        s, game = self.s, self.game
        units = [game.unit(a.args[0]) for a in s.options()]
        enough = [u for u in units if game.attack[u] >= frame.price]
        u = min(enough, key=lambda u: game.attack[u]) if enough else max(units, key=lambda u: game.attack[u])
        return Action("lose", (game.name_of(u),)), "As few and as weak units as possible are given up."
