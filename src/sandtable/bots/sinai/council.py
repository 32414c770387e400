"""Decisions away from the battlefield: set-up, arrivals, Jordan, the ceasefire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core import Action, bits
from sandtable.games.sinai.air.raids import SamRetreat
from sandtable.games.sinai.course.reinforcements import IraqisArrive, PlaceAtEdge
from sandtable.games.sinai.course.setup import Deploy, zone_of
from sandtable.games.sinai.eras.mid_1970s import Landing
from sandtable.games.sinai.movement.stacking import LIMIT
from sandtable.games.sinai.politics.agreement import Agreement
from sandtable.games.sinai.politics.ceasefire import ALWAYS_AFTER, Ceasefire
from sandtable.games.sinai.politics.jordan import SendToSyria
from sandtable.games.sinai.state import ISRAEL, SinaiState

from . import weights as w
from .survey import Survey
from .worth import worth

if TYPE_CHECKING:
    from .tactics import Greedy


def deploy(bot: Greedy, s: SinaiState, frame: Deploy) -> Action:
    """[26.31] Where everybody is free in a war for territory, Israel, who sees the enemy's set-up, puts each unit where it is
    worth most; otherwise the suggested set-up, near the printed one, is good."""
    game = s.game
    if not bot.places:
        bot.places = bot.manner.places(s, frame.units)
    free = bot.side == ISRAEL and game.rules.setup_israel == "free_all" and game.rules.victory == "points_1973"
    if free and not bot.places:
        bot.places = best_places(bot, s, frame)
    for u in bits(frame.units):
        a = Action("place", (game.name_of(u), game.hex_name(bot.places.get(u, 0))))
        if u in bot.places and s.check(a) is None:
            bot.reason = (
                "Where the plan begins." if not free else "Where the unit is worth most against the enemy's set-up."
            )
            return a
    bot.reason = "The set-up suggested for the scenario."
    return Action("default")


def best_places(bot: Greedy, s: SinaiState, frame: Deploy) -> dict[int, int]:
    """A place for every unit, the strongest first: aims are given as if all stood in the suggested set-up."""
    game, t = s.game, s.play(Action("default"))
    look = Survey(t, bot.side, bot.atlas, manner=bot.manner)
    found: dict[int, int] = {}
    stack: dict[int, int] = {}
    crowd: dict[int, int] = {}
    covered = 0
    for u in sorted(bits(frame.units), key=lambda u: (-game.strength[u], u)):
        free = [h for h in bits(zone_of(s, u)) if crowd.get(h, 0) < LIMIT]
        h = max(free, key=lambda h: (worth(look, u, h, stack.get(h, 0), crowd.get(h, 0), covered), h))
        found[u] = h
        stack[h], crowd[h] = stack.get(h, 0) + game.strength[u], crowd.get(h, 0) + 1
        covered |= 1 << h | game.adjacent[h]
    return found


def place(bot: Greedy, s: SinaiState, frame: PlaceAtEdge | Landing) -> Action:
    """[26.15, 26.53] Newcomers go where they are worth most."""
    look = bot.look(s)
    places = [a for a in s.options() if a.verb == "place"]
    if not places:
        bot.reason = "Nobody can be placed."
        return Action("end")
    bot.reason = "The best place for the newcomer."
    action: Action = max(places, key=lambda a: (worth(look, s.game.unit(a.args[0]), s.game.hex(a.args[1])), str(a)))
    return action


def arrive(bot: Greedy, s: SinaiState, frame: IraqisArrive) -> Action:
    """[19.0] The Iraqis come in where the way to the front is shorter."""
    west = s.game.map.grid.distance
    bank = s.game.hex("3312")
    bot.reason = "The shorter way to the front."
    action: Action = min(s.options(), key=lambda a: (west(s.game.hex(a.args[0]), bank), str(a)))
    return action


def send(bot: Greedy, s: SinaiState, frame: SendToSyria) -> Action:
    """[24.81] The Jordanian unit nearest to Syria goes."""
    game = s.game
    syria = game.hex("3706")
    bot.reason = "The unit nearest to Syria goes."
    action: Action = min(
        s.options(), key=lambda a: (game.map.grid.distance(s.loc[game.unit(a.args[0])], syria), str(a))
    )
    return action


def sam_retreat(bot: Greedy, s: SinaiState, frame: SamRetreat) -> Action:
    """[25.13] The SAM unit stays on the map if it can."""
    bot.reason = "The missiles are kept on the map if that is possible."
    action: Action = min(
        s.options(), key=lambda a: (a.args[-1].endswith("off"), bot.look(s).next_door[s.game.parts(a).to], str(a))
    )
    return action


# the ceasefire ------------------------------------------------------------------------------------------------
def standing(bot: Greedy, s: SinaiState) -> tuple[str, int]:
    """The level of victory as it stands, and the net score from this side's point of view."""
    name, points = bot.manner.standing(s)
    return name, points if bot.side == ISRAEL else -points


def mine(bot: Greedy, name: str) -> bool:
    return ("Israeli" if bot.side == ISRAEL else "Arab") in name


def ceasefire(bot: Greedy, s: SinaiState, frame: Ceasefire) -> Action:
    """[25.61, 25.62] Ask, or offer, when the level is mine and will hardly get better; late in the game a draw will do."""
    name, points = standing(bot, s)
    wish = bot.manner.ceasefire(s)
    if wish:
        bot.reason = f"As things stand it is: {name}. It may not get better."
        return wish
    stale = len(bot.scores) >= w.PATIENCE and points <= max(bot.scores[-w.PATIENCE :])
    bot.scores.append(points)
    won = mine(bot, name) and (stale or s.turn > ALWAYS_AFTER)
    sinking = len(bot.scores) > w.PATIENCE and points < bot.scores[-2] < bot.scores[-3]
    enough = won or (name == "Draw" and (sinking or s.turn > w.DRAW_TURN)) or s.turn > w.TIRED_TURN
    bot.reason = f"As things stand it is: {name}."
    if enough and s.check(Action("ask")) is None:
        return Action("ask")
    return Action("offer" if won and stale else "decline")


def agree(bot: Greedy, s: SinaiState, frame: Agreement) -> Action:
    """[25.61] End the game by agreement only when it is won."""
    name, _ = standing(bot, s)
    bot.reason = f"As things stand it is: {name}."
    return Action("accept" if mine(bot, name) else "decline")
