"""[8.0, 25.5, 29.6] The Reinforcement Phase: what the boxes allow, placing, landing hazards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.core import END, Action, Chance, Offering, Pick, Refusal, Roll, Step, UnitId, bits, refuse, say
from sandtable.core.kernels import nth_bit

from . import recon, sightings
from .escalation import escalate
from .state import MusketeerState
from .victory import Verdict
from .ways import AIRBORNE, SEALIFT, WAYS, button, comers, comes, open_hexes, question, unfit, why_not, why_not_there
from .wording import Decision


@dataclass(frozen=True, slots=True)
class ReinforcementPhase(Step[MusketeerState]):
    """[5.3, 25.5] Egypt draws a guerrilla; then the player brings what the box allows; then landings are checked."""

    def phase(self) -> str:
        return "reinforcement"

    def run(self, s: MusketeerState) -> None:
        guerrillas = s.contingent == "egypt" and s.at(s.game.box_of["egypt"], s.game.guerrillas)
        s.then(*((DrawGuerrilla(),) if guerrillas else ()), Reinforcements(), LandingHazards())


@dataclass(frozen=True, slots=True)
class DrawGuerrilla(Chance[MusketeerState]):
    """[25.5] One of the face-down guerrillas is drawn at random and becomes available, face up."""

    rule = "25.5"

    def phase(self) -> str:
        return "reinforcement"

    def outcomes(self, s: MusketeerState) -> tuple[tuple[Action, int], ...]:
        game = s.game
        return tuple((Action("draw", (game.name_of(u),)), 1) for u in s.at(game.box_of["egypt"], game.guerrillas))

    def prompt(self, s: MusketeerState) -> str:
        return say("Draw an Egyptian guerrilla marker [25.5].")

    def apply(self, s: MusketeerState, a: Action) -> None:
        u = s.game.parts(a).unit
        s.loc[u] = s.game.available_of["egypt"]
        s.tell("25.5", "{unit} becomes available.", unit=s.game.name_of(u), about="arrival")


@dataclass(frozen=True, slots=True)
class Reinforcements(Step[MusketeerState]):
    """[8.0] Skipped when nothing can come and nobody can scout."""

    def phase(self) -> str:
        return "reinforcement"

    def run(self, s: MusketeerState) -> None:
        if any(True for _ in Reinforce().possible(s)):
            s.then(Reinforce())


@dataclass(frozen=True, slots=True)
class Reinforce(Offering[MusketeerState, tuple[str, int]], Decision):
    """[8.2, 8.4] Name a unit and its way into play; air and special units go to the Available Box."""

    rule = "8.2"
    verbs = ("end", "deploy", "recon", *WAYS)

    def phase(self) -> str:
        return "reinforcement"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def prompt(self, s: MusketeerState) -> str:
        game, c = s.game, s.contingent
        return say(
            "Reinforcements ({contingent}): bring them in, then go on. Ground {ground_entered} of {ground_limit}, air {air_entered} of {air_limit}, special forces {special_entered} of {special_limit} [8.2].",
            contingent=game.title_of[c],
            ground_entered=s.ground_entered,
            ground_limit=game.ground_limit[c],
            air_entered=s.air_entered,
            air_limit=game.air_limit[c],
            special_entered=s.special_entered,
            special_limit=game.special_limit[c],
        )

    def deployable(self, s: MusketeerState) -> list[int]:
        """[8.2, 8.4] Air and special units that may go to the Available Box: the first of each kind [ruling MU-02]."""
        game, c = s.game, s.contingent
        box = s.specials_in(game.box_of[c], c, ~game.guerrillas)
        first: dict[tuple[str, str], int] = {}
        for u in box:
            if self.room(s, u):
                unit = game.roster[u]
                key = (unit.type, unit.name if game.special_forces >> u & 1 else unit.nation)
                first.setdefault(key, u)
        return list(first.values())

    def room(self, s: MusketeerState, u: int) -> bool:
        game, c = s.game, s.contingent
        if game.special_forces >> u & 1:
            return s.special_entered < game.special_limit[c]
        return s.air_entered < game.air_limit[c]

    def possible(self, s: MusketeerState) -> Iterator[tuple[str, int]]:
        """What can be done with whom."""
        for u in self.deployable(s):
            yield "deploy", u
        for u in recon.useful(s):
            yield "recon", u
        yield from comers(s)

    def offers(self, s: MusketeerState) -> list[tuple[str, int]]:
        return [("end", -1), *self.possible(s)]

    def worded(self, s: MusketeerState, offer: tuple[str, int]) -> Action:
        verb, u = offer
        return Action(verb, (s.game.name_of(u),) if u >= 0 else ())

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "end" and not a.args:
            return None
        if a.verb == "recon":
            return recon.check(self, s, a)
        u = game.parts(a).unit
        if len(a.args) != 1 or u < 0:
            return self.not_now(s, a)
        if a.verb == "deploy":
            return self.check_deploy(s, u)
        if a.verb not in WAYS:
            return self.not_now(s, a)
        why = why_not(s, a.verb, u)
        if why:
            return why
        if not open_hexes(s, a.verb, u):
            return unfit(s, a.verb, u)
        return None

    def check_deploy(self, s: MusketeerState, u: int) -> Refusal | None:
        game, c = s.game, s.contingent
        name = game.name_of(u)
        if game.contingent_of[u] != c:
            return refuse("7.2", "{unit} does not belong to the activated contingent.", unit=name)
        if game.ground >> u & 1 or game.guerrillas >> u & 1 or s.loc[u] != game.box_of[c]:
            return refuse("8.4", "{unit} is no air or special unit in the Reinforcement Box.", unit=name)
        if not self.room(s, u):
            title = game.title_of[c]
            if game.special_forces >> u & 1:
                text = "{contingent} may deploy {limit} special forces per impulse."
                return refuse("8.2", text, contingent=title, limit=game.special_limit[c])
            text = "{contingent} may deploy {limit} air {limit#unit|units} per impulse."
            return refuse("8.2", text, contingent=title, limit=game.air_limit[c])
        return None

    def words(self, s: MusketeerState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Verbs first, then the units of one way."""
        game = s.game
        match prefix:
            case ():
                ways = dict.fromkeys(way for way, _ in comers(s))
                deploy = ["deploy"] if self.deployable(s) else []
                return ("end", *deploy, *(["recon"] if any(recon.options(s)) else []), *ways)
            case ("end",) | (_, _):
                return (END,)
            case ("deploy",):
                return tuple(game.name_of(u) for u in self.deployable(s))
            case ("recon",):
                return tuple(a.args[0] for a in recon.options(s))
            case (way,):
                return tuple(game.name_of(u) for w, u in comers(s) if w == way)
        return ()

    def spelled(self, s: MusketeerState, words: tuple[str, ...]) -> Action:
        return Action(words[0], words[1:])

    def label(self, s: MusketeerState, a: Action) -> str:
        if a.verb in WAYS:
            return button(a.verb, s.game.name_of(s.game.parts(a).unit))
        if a.verb == "deploy":
            return say("Make {unit} available", unit=s.game.name_of(s.game.parts(a).unit))
        return say("Done with reinforcements") if a.verb == "end" else super(Reinforce, self).label(s, a)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        game = s.game
        if a.verb == "end":
            return
        if a.verb == "recon":
            recon.begin(s, a, self)
            return
        u = game.parts(a).unit
        if a.verb == "deploy":
            s.loc[u] = game.available_of[s.contingent]
            if game.special_forces >> u & 1:
                s.special_entered += 1
            else:
                s.air_entered += 1
            s.tell("8.4", "{unit} becomes available.", unit=game.name_of(u), about="arrival")
            s.then(self)
        else:
            s.then(Place(a.verb, u), self)


@dataclass(frozen=True, slots=True)
class Place(Decision):
    """[8.3, 8.6, 10.3, 11.4, 27.2] The unit is put on the map; there is no way back into a box."""

    way: str
    unit: UnitId
    verbs = ("place",)

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def rules(self, s: MusketeerState) -> tuple[str, ...]:
        return (WAYS[self.way][0],)

    def prompt(self, s: MusketeerState) -> str:
        return question(s, self.way, self.unit)

    def options(self, s: MusketeerState) -> Iterator[Action]:
        name = s.game.name_of(self.unit)
        for h in bits(open_hexes(s, self.way, self.unit)):
            yield Action("place", (name, s.game.hex_name(h)))

    def words(self, s: MusketeerState, prefix: tuple[str, ...] = ()) -> tuple[str, ...]:
        match prefix:
            case ():
                return ("place",)
            case ("place",):
                return (s.game.name_of(self.unit),)
            case ("place", _):
                return tuple(s.game.hex_name(h) for h in bits(open_hexes(s, self.way, self.unit)))
        return (END,)

    def spelled(self, s: MusketeerState, words: tuple[str, ...]) -> Action:
        return Action(words[0], words[1:])

    def sample(self, s: MusketeerState, pick: Pick) -> Action:
        hexes = open_hexes(s, self.way, self.unit)
        h = nth_bit(hexes, pick(hexes.bit_count()))
        return Action("place", (s.game.name_of(self.unit), s.game.hex_name(h)))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        game, u = s.game, self.unit
        if a.verb != "place" or len(a.args) != 2 or a.args[0] != game.name_of(u):
            return self.not_now(s, a)
        h = game.map.grid.find(a.args[1])
        if open_hexes(s, self.way, u) >> h & 1:
            return None
        where = game.where(h) if h else a.args[1]
        if not game.enterable >> h & 1:
            return refuse(("8.3", "28.0"), "{where} is not a hex that ground units can enter.", where=where)
        if not game.allowed[s.contingent] >> h & 1:
            return refuse("28.1", "{where} is closed to Israelis.", where=where)
        return why_not_there(s, self.way, u, h)

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        game, u, h = s.game, self.unit, s.game.parts(a).to
        bit = 1 << u
        if s.loc[u] < 0:
            s.landed |= bit
            if self.way != "libya":
                s.ground_entered += 1
        s.lifted |= bit
        s.airborne_moves += self.way in AIRBORNE
        s.sealifts += self.way in SEALIFT
        s.helicopter |= self.way == "helicopter"
        s.red_sea |= self.way == "red-sea"
        s.conceal(u, s.landed | s.lifted | s.assaulting)
        sightings.has(s, u, sightings.ARRIVES.get(self.way, 0))
        s.loc[u] = h
        if s.told:
            self.tell_arrival(s, h)
        if s.enemies_at(h, s.side):
            s.assaulting |= bit
            s.without_zone |= bit
            s.reveal(bit, "29.5")
            s.tell(
                "29.5", "{unit} has landed on enemies: a direct assault.", unit=game.name_of(u), at=(h,), about="fight"
            )
        if self.way == "drop":
            s.dropped += (u,)
        if self.way == "libya":
            s.libya += 1
            escalate(s, 1, "29.1", say("staging from Libya"))
        s.then(Verdict())

    def tell_arrival(self, s: MusketeerState, h: int) -> None:
        """[8.6, 23.0] Its own side reads which unit has come."""
        game, where = s.game, s.game.where(h)
        somebody = say("a unit of {contingent}", contingent=game.title_of[s.contingent])
        for unit, side in ((somebody, game.enemy[s.side]), (game.name_of(self.unit), s.side)):
            arrival = comes(self.way, unit, where)
            s.tell(WAYS[self.way][0], "{arrival}", arrival=arrival, unit=unit, at=(h,), to=(side,), about="arrival")


# landing hazards ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class LandingHazards(Step[MusketeerState]):
    """[29.6] At the end of the Reinforcement Phase every paradrop is checked; transfers and helicopters are not."""

    def phase(self) -> str:
        return "reinforcement"

    def run(self, s: MusketeerState) -> None:
        if not s.game.special_tactics:
            s.dropped = ()
        if s.dropped:
            u, *rest = s.dropped
            s.dropped = tuple(rest)
            s.then(
                Roll(say("landing in {where}", where=s.game.where(s.loc[u]))), Hazard(u), Verdict(), LandingHazards()
            )


@dataclass(frozen=True, slots=True)
class Hazard(Step[MusketeerState]):
    """[29.6] 1: disrupted. 2: disrupted on enemies or with an enemy anti-aircraft unit next to it. Else safe."""

    unit: UnitId

    def run(self, s: MusketeerState) -> None:
        game, u = s.game, self.unit
        h = s.loc[u]
        near = game.map.grid.adjacent[h]
        enemy = game.enemy[s.side]
        guns = [v for v in bits(game.aaa & game.ground_of[enemy]) if s.loc[v] > 0 and near >> s.loc[v] & 1]
        contested = bool(s.assaulting >> u & 1 or guns)
        result = game.tables["landing_hazard"].result(s.die, 0)
        if result == "disrupted if contested":
            s.reveal(sum(1 << v for v in guns), "23.2")
            sightings.no_guns(s, near, enemy)
        if result == "disrupted" or (result == "disrupted if contested" and contested):
            s.tell("29.6", "The landing in {where} goes wrong.", where=game.where(h), at=(h,), about="result")
            if s.disrupt(u):
                s.tell("29.6", "{unit} is disrupted on landing.", unit=game.name_of(u), at=(h,), to=(s.side,))
            else:
                s.tell("29.6", "{unit} is eliminated on landing.", unit=game.name_of(u), at=(h,), about="loss")
        else:
            s.tell("29.6", "The landing in {where} is safe.", where=game.where(h), at=(h,), about="result")
