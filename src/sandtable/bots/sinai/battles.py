"""Battles: which to prepare with the next moves, which to fight, and what to do when the dice have fallen.

Attackers lose nothing in this game, so every attack that the table allows is worth something; the question is only
who could do better elsewhere, and from where an attack leaves the defender no way out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from sandtable.core import Action, bits
from sandtable.games.sinai.combat.advance import Advance
from sandtable.games.sinai.combat.attack import Attack
from sandtable.games.sinai.combat.attackers import able, eligible, targets
from sandtable.games.sinai.combat.bar_lev import LoseAttacker
from sandtable.games.sinai.combat.combat import Combat
from sandtable.games.sinai.combat.retreat import Displace, Retreat
from sandtable.games.sinai.combat.strength import SETTLEMENT_SUPERIORITY
from sandtable.games.sinai.combat.ways_back import forbidden, length_of
from sandtable.games.sinai.game import Sinai
from sandtable.games.sinai.state import ARAB, SinaiState

from . import weights as w
from .survey import Survey
from .worth import approach, kept_out, worth

if TYPE_CHECKING:
    from .tactics import Greedy


def hit(superiority: int) -> float:
    """How likely an attack drives the defender off."""
    return 0.0 if superiority < 0 else w.HIT[min(superiority, 4)]


# planning -----------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Battle:
    """An attack to be prepared: who goes where, and what it promises."""

    target: int
    posts: dict[int, int]
    value: float


class Staff:
    """Prepares the battles of a Movement Phase: `ends` are the hexes each unit can get to, `worth` what they are worth
    to it without a fight."""

    def __init__(self, look: Survey, ends: dict[int, int], worth: dict[int, dict[int, float]], fixed: dict[int, int]):
        self.look, self.ends, self.worth = look, ends, worth
        self.full = fixed
        """Units that stay or are committed, by hex."""
        self.free = {u for u in ends if look.game.strength[u] and not look.game.sam >> u & 1}
        self.best = {u: max(places.values()) for u, places in worth.items()}
        s, game = look.s, look.game
        idle = [u for u in game.side_units[look.side] if s.loc[u] > 0 and u not in ends]
        self.cover = 0
        for u in idle:
            self.cover |= game.adjacent[s.loc[u]] | 1 << s.loc[u]
        self.beside: dict[int, int] = {}
        """Strength of units that cannot move but can attack, by target."""
        ready = able(s, look.side)
        for u in idle:
            if ready >> u & 1:
                for t in bits(game.adjacent[s.loc[u]] & (look.enemies | look.forts)):
                    self.beside[t] = self.beside.get(t, 0) + game.strength[u]

    def battles(self) -> list[Battle]:
        """The battles worth fighting, best first; each takes its units away from those that follow."""
        look = self.look
        in_reach = 0
        for u in self.free:
            in_reach |= look.game.map.grid.spread(self.ends[u])
        targets = (look.enemies | look.forts) & in_reach
        found = [b for t in bits(targets & look.quarry) if (b := self.besiege(t))]
        for battle in found:
            self._commit(battle)
        hopes = [(b.value, t) for t in bits(targets & ~look.quarry) if (b := self.muster(t))]
        for _, t in sorted(hopes, key=lambda x: (-x[0], x[1])):
            if mustered := self.muster(t):
                found.append(mustered)
                self._commit(mustered)
        return found

    def _commit(self, battle: Battle) -> None:
        for u, h in battle.posts.items():
            self.free.discard(u)
            self.full[h] = self.full.get(h, 0) + 1
            self.cover |= self.look.game.adjacent[h] | 1 << h

    def muster(self, t: int) -> Battle | None:
        """Bring up units against a hex until more would not help; None if the attack is not worth what they give up."""
        look, game = self.look, self.look.game
        against = look.resistance(t)
        have = self.beside.get(t, 0)
        exits = look.exits(t) & ~self.cover
        posts: dict[int, int] = {}
        room: dict[int, int] = {}
        cost = 0.0
        near = [u for u in self.free if self.ends[u] & game.adjacent[t]]
        if have + sum(game.strength[u] for u in near) < against:
            return None
        for u in sorted(near, key=lambda u: (-game.strength[u], u)):
            if have - against >= w.ENOUGH and not exits:
                break
            if have - against >= w.ENOUGH + 4:
                break
            h = self._post(u, t, room, exits)
            if h and (not posts or not self._quarrel(u, posts)):
                posts[u] = h
                room[h] = room.get(h, 0) + 1
                have += game.strength[u]
                exits &= ~(game.adjacent[h] | 1 << h)
                cost += self.best[u] - self.worth[u][h]
        chance = hit(have - against)
        kill = 1.0 if not exits else 0.2 if exits.bit_count() <= 1 else 0.05
        value = chance * (look.drive_value(t) + kill * look.kill_value(t)) - w.DETOUR * cost
        return Battle(t, posts, value) if posts and value > w.SPARE else None

    def besiege(self, t: int) -> Battle | None:
        """Posts against a garrison that must be destroyed: those from which it can neither get away nor fights doubled."""
        near = [u for u in self.free if self.ends[u] & self.look.game.adjacent[t]]
        posts, value = trap(self.look, t, {u: self.ends[u] for u in near})
        return Battle(t, posts, value) if value > w.SPARE else None

    def _post(self, u: int, t: int, room: dict[int, int], exits: int) -> int:
        """The hex from which the unit attacks best: it closes ways out, and costs the unit least."""
        look, game = self.look, self.look.game
        best, top = 0, -1e9
        for h in bits(self.ends[u] & game.adjacent[t]):
            if self.full.get(h, 0) + room.get(h, 0) >= 3 or not look.can_attack_from(u, h, t):
                continue
            value = self.worth[u][h] + 1.5 * (exits & (game.adjacent[h] | 1 << h)).bit_count()
            if value > top:
                best, top = h, value
        return best

    def _quarrel(self, u: int, posts: dict[int, int]) -> bool:
        """[8.5] Do the Arab nations fight apart?"""
        game = self.look.game
        apart = game.rules.arab_nations == "apart" and self.look.side == ARAB
        return apart and any(game.front[v] != game.front[u] for v in posts)


def trap(look: Survey, t: int, ends: dict[int, int]) -> tuple[dict[int, int], float]:
    """The best posts round a garrison that must be destroyed for units that can get to `ends`, and what an attack from
    there promises, judged by the position that would come about. Only the strongest few are tried."""
    s, game = look.s.copy(), look.game
    units = sorted(ends, key=lambda u: (-game.strength[u], u))[: w.BESIEGERS]
    choices = [[s.loc[u], *(h for h in bits(ends[u] & game.adjacent[t]) if h != s.loc[u])] for u in units]
    best: dict[int, int] = {}
    top = 0.0
    for places in product(*choices):
        for u, h in zip(units, places, strict=True):
            s.loc[u] = h
        there = Survey(s, look.side, look.atlas, look)
        force = force_against(there, t, able(s, look.side))
        value = gain(there, t, force) if force else 0.0
        if value > top:
            best, top = dict(zip(units, places, strict=True)), value
    return best, top


# fighting -----------------------------------------------------------------------------------------------------
def choose(bot: Greedy, s: SinaiState, frame: Combat) -> Action:
    """The next attack of the Combat Phase: the one that promises most."""
    look = bot.look(s)
    ready = able(s, look.side)
    found = [(gain, h, force) for gain, h, force in prospects(look, ready) if gain > w.SPARE]
    if not found:
        bot.reason = "No further attack promises anything."
        return Action("end")
    _, h, bot.force = max(found, key=lambda x: (x[0], -x[1]))
    have = sum(s.game.strength[u] for u in bot.force)
    bot.reason = f"Here {have} points can be brought against {look.resistance(h)}."
    return Action("attack", (s.game.hex_name(h),))


def prospects(look: Survey, ready: int) -> list[tuple[float, int, list[int]]]:
    """Every hex that can be attacked, with the gain and the units to use."""
    found = []
    for h in bits(targets(look.s, look.side, ready)):
        force = force_against(look, h, ready)
        if force:
            found.append((gain(look, h, force), h, force))
    return found


def force_against(look: Survey, h: int, ready: int) -> list[int]:
    """The units to use against a hex: the strongest, until more do not help. Nations that fight apart are tried apart."""
    game, s = look.game, look.s
    pools: dict[str, list[int]] = {}
    apart = game.rules.arab_nations == "apart" and look.side == ARAB
    for u in eligible(s, (h,), look.side, 0, ready):
        pools.setdefault(game.front[u] if apart else "", []).append(u)
    best: list[int] = []
    most = 0
    for pool in pools.values():
        chosen: list[int] = []
        total = 0
        for u in sorted(pool, key=lambda u: (-game.strength[u], u)):
            if total - look.resistance(h) >= w.ENOUGH + 4:
                break
            chosen.append(u)
            total += game.strength[u]
        if total > most:
            best, most = chosen, total
    return best


def gain(look: Survey, h: int, force: list[int]) -> float:
    """What attacking the hex with these units promises, by the table and the ways of retreat."""
    s, game = look.s, look.game
    frame = Attack(look.side, (h,), sum(1 << u for u in force))
    if look.forts >> h & 1:
        have = frame.superiority(s)
        if not game.bar_lev >> h & 1:
            return look.drive_value(h) if have >= SETTLEMENT_SUPERIORITY else 0.0
        faces = results(game, have)
        price = look.manner.price(look, force) * sum(0 < r <= 2 for r in faces) / 6  # [25.21]
        return look.drive_value(h) * sum(r > 0 for r in faces) / 6 - price
    return max(promise(look, frame, waived) for waived in waivers(look, frame))


def waivers(look: Survey, frame: Attack) -> list[int]:
    """[12.2] No zone waived, and each one that could be."""
    if look.side == ARAB or not look.game.rules.fear_defence or not frame.units:
        return [frame.waived]
    return [frame.waived, *(frame.waived | 1 << h for h in bits(frame.waivable(look.s)))]


def promise(look: Survey, frame: Attack, waived: int) -> float:
    """The defenders driven off, or destroyed where they cannot go far enough."""
    s, game = look.s, look.game
    faces = results(game, replace(frame, waived=waived).superiority(s))
    value = 0.0
    for h in frame.hexes:
        units = look.garrison(h)
        value += look.drive_value(h) * sum(r > 0 for r in faces) / 6
        for u in units:
            doom = sum(r > 0 and length_of(s, u, r) > way_back(s, u, waived) for r in faces) / 6
            value += doom * look.kill_value(h) / len(units)
    return value


def results(game: Sinai, superiority: int) -> list[int]:
    """Hexes of retreat for every face of the die; nothing below the least Superiority."""
    if superiority < game.minimum_superiority:
        return [0] * 6
    table = game.tables["combat_results"]
    column = table.column(superiority)
    return [0 if (r := table.result(die, column)) == "-" else int(r) for die in range(1, 7)]


def way_back(s: SinaiState, u: int, waived: int) -> int:
    """How many hexes the unit can retreat at most, up to eight, as far as rings of free hexes tell."""
    game = s.game
    bad = forbidden(s, u, waived)
    edges = game.ground(game.side_of[u], not game.mechanized >> u & 1, False).edges
    ring, seen = 1 << s.loc[u], 1 << s.loc[u]
    for n in range(8):
        onward = 0
        for h in bits(ring):
            for x, _ in edges[h]:
                onward |= 1 << x
        ring = onward & ~bad & ~seen
        if not ring:
            return n
        seen |= ring
    return 8


def prepare(bot: Greedy, s: SinaiState, frame: Attack) -> Action | None:
    """An attack in preparation: bring in the chosen units, open a way out if that helps, then strike."""
    for u in bot.force:
        if not frame.units >> u & 1:
            a = Action("with", (s.game.name_of(u),))
            if s.check(a) is None:
                bot.reason = f"With {a.args[0]} the attack has {s.game.strength[u]} points more."
                return a
    look = bot.look(s)
    waived = max(waivers(look, frame), key=lambda x: promise(look, frame, x))
    if waived != frame.waived:
        bot.reason = "With a way out the defenders do not fight doubled [12.2]."
        return Action("waive", (s.game.hex_name(next(bits(waived & ~frame.waived))),))
    if frame.strong_enough(s):
        bot.reason = f"The Attack Superiority is {frame.superiority(s):+d}."
        return Action("confirm")
    joiners = [a for a in s.options() if a.verb in ("with", "waive")]
    bot.reason = "More is needed." if joiners else "It cannot be carried through."
    return joiners[0] if joiners else Action("cancel")


# after the dice -----------------------------------------------------------------------------------------------
def advance(bot: Greedy, s: SinaiState, frame: Advance) -> Action:
    """Advance where it brings a unit nearer to its aim, covers new ground or gives better shelter."""
    look = bot.look(s)
    best, top = Action("decline"), 0.0
    bot.reason = "The units are better off where they are."
    for a in s.options():
        if a.verb == "advance":
            u, h = s.game.unit(a.args[0]), s.game.hex(a.args[1])
            if look.hasty and kept_out(look, u) >> h & 1:
                continue
            friends = s.units_in(h, look.side)
            stack = sum(s.game.strength[v] for v in friends)
            value = worth(look, u, h, stack, len(friends)) - worth(look, u, s.loc[u]) + w.ADVANCE
            if value > top:
                best, top = a, value
                bot.reason = f"Ground gained towards {look.aim(u).name}."
    return best


def retreat(bot: Greedy, s: SinaiState, frame: Retreat | Displace) -> Action:
    """Save what can be saved: away from the strongest enemies, near to what must be held."""
    look = bot.look(s)

    def refuge(a: Action) -> tuple[float, str]:
        p = s.game.parts(a)
        u, h = p.unit, p.to
        return -0.05 * look.next_door[h] + 0.2 * approach(look, u, h), str(a)

    options = list(s.options())
    moves = [a for a in options if a.verb in ("retreat", "displace") and not a.args[1].endswith("off")]
    if not moves:
        bot.reason = "There is no way out on the map."
        action: Action = min(options, key=lambda a: (a.verb == "lose", s.game.strength[s.game.unit(a.args[0])], str(a)))
        return action
    bot.reason = "Away from the strongest enemies, near to what must be held."
    action = max(moves, key=refuge)
    return action


def lose_attacker(bot: Greedy, s: SinaiState, frame: LoseAttacker) -> Action:
    """[25.21] The weakest unit pays for a Bar Lev hex."""
    bot.reason = "The weakest unit pays."
    action: Action = min(s.options(), key=lambda a: (s.game.strength[s.game.unit(a.args[0])], a.args))
    return action
