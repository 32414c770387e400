"""[8.0, 10.0, 11.0, 26.1, 29.1-29.3, 29.6] The Reinforcement Phase: every way into play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sandtable.core import Action, Chance, Choice, Pick, Refusal, Roll, Step, UnitId, bits

from . import recon, stacking
from .state import MusketeerState
from .victory import Verdict

HELICOPTER_RANGE = 4
LIBYA_LIMIT = 2


def direct_assault_by_air(s: MusketeerState) -> bool:
    """[29.0, 29.5] Paradrops on enemies belong to the special tactics."""
    return s.game.special_tactics


# Where a unit may go, by way of entry ---------------------------------------------------------------------------
def entry_hexes(s: MusketeerState, u: int) -> int:
    """[8.3] Ground entry: Egyptians in their places, the Arab League and the USSR over the map edge."""
    game = s.game
    match game.contingent_of[u]:
        case "egypt":
            return (game.urban | game.forts) & game.egypt
        case "arab-league":
            return game.south_edge
        case "ussr":
            return game.south_edge | game.east_edge
    return 0


def transfer_hexes(s: MusketeerState, u: int) -> int:
    """[10.1] Air transfer: airbases occupied by the same contingent."""
    game, contingent = s.game, s.contingent
    if contingent == "ussr" or (contingent in ("anglo-french", "us") and not game.mechanized >> u & 1):
        return game.airbases & s.occupied(game.ground_by[contingent] & ~s.assaulting)
    return 0


def drop_hexes(s: MusketeerState, u: int) -> int:
    """[10.2, 10.3, 24.3, 29.5] Paradrop: anywhere on land; on enemies only as a direct assault."""
    game = s.game
    if not game.droppable >> u & 1:
        return 0
    return game.enterable if direct_assault_by_air(s) else game.enterable & ~s.held(game.enemy[s.side])


def ship_hexes(s: MusketeerState, u: int) -> int:
    """[11.1, 11.2] Naval transfer: Mediterranean ports occupied by the same contingent [ruling MU-29]."""
    game, contingent = s.game, s.contingent
    if contingent in ("anglo-french", "us"):
        return game.med_ports & s.occupied(game.ground_by[contingent] & ~s.assaulting)
    return 0


def landing_hexes(s: MusketeerState, u: int) -> int:
    """[11.3, 11.4, 11.5, 29.5] Amphibious assault: any Mediterranean coastal hex, whatever is at sea [ruling MU-09]."""
    game = s.game
    if s.contingent in ("anglo-french", "us") and game.landable >> u & 1:
        return game.med_coast
    return 0


def helicopter_hexes(s: MusketeerState, u: int) -> int:
    """[26.1] From the box near the Mediterranean, from an airbase to near it, or from near an own airbase to it."""
    game = s.game
    if s.contingent != "anglo-french" or game.mechanized >> u & 1:
        return 0
    here = s.loc[u]
    if here < 0:
        hexes = game.near_mediterranean
    else:
        near = game.map.grid.within(here, HELICOPTER_RANGE) & ~(1 << here)
        own = game.airbases & s.occupied(game.ground_by["anglo-french"] & ~s.assaulting)
        hexes = near & game.enterable if game.airbases >> here & 1 else near & own
    return hexes & ~s.held("east")


def libya_hexes(s: MusketeerState, u: int) -> int:
    """[29.1] Libya: the west edge, for British and US units."""
    game = s.game
    return game.west_edge if game.roster[u].nation in ("uk", "us") and game.special_tactics else 0


def red_sea_hexes(s: MusketeerState, u: int) -> int:
    """[29.2] The one sealift of the game to a Red Sea coast."""
    game = s.game
    if s.red_sea or not game.special_tactics or s.contingent not in ("anglo-french", "us"):
        return 0
    own_ports = game.ports & s.occupied(game.ground_by[s.contingent] & ~s.assaulting)
    hexes = game.red_sea_coast if game.landable >> u & 1 else game.red_sea_coast & own_ports
    return hexes & ~s.held("east")


def infiltration_hexes(s: MusketeerState, u: int) -> int:
    """[29.3] Infiltration: Egyptian airbases without other contingents and enemies."""
    game = s.game
    if not (game.infiltrators >> u & 1 and game.special_tactics):
        return 0
    others = s.occupied(game.ground & ~game.ground_by["ussr"])
    return game.airbases & game.egypt & ~others


WAYS: dict[str, tuple[str, Callable[[MusketeerState, int], int]]] = {
    "enter": ("8.3", entry_hexes),
    "transfer": ("10.1", transfer_hexes),
    "drop": ("10.2", drop_hexes),
    "ship": ("11.2", ship_hexes),
    "land": ("11.4", landing_hexes),
    "helicopter": ("26.1", helicopter_hexes),
    "libya": ("29.1", libya_hexes),
    "red-sea": ("29.2", red_sea_hexes),
    "infiltrate": ("29.3", infiltration_hexes),
}
AIRBORNE = ("transfer", "drop")
SEALIFT = ("ship", "land", "red-sea")
MAY_ASSAULT = ("drop", "land")
TITLES = {
    "enter": "enters the map",
    "transfer": "is flown in",
    "drop": "drops",
    "ship": "is shipped in",
    "land": "lands",
    "helicopter": "is carried by helicopter",
    "libya": "comes from Libya",
    "red-sea": "lands on the Red Sea coast",
    "infiltrate": "appears",
}


def starts_on_map(s: MusketeerState, way: str, u: int) -> bool:
    """[10.2, 11.4, 26.1] May this unit start from where it stands on the map?"""
    game, here = s.game, s.loc[u]
    if here <= 0 or (s.landed | s.lifted | s.assaulting) >> u & 1:
        return False
    return (
        (way == "drop" and bool(game.airbases >> here & 1))
        or (way == "land" and bool(game.med_ports >> here & 1))
        or way == "helicopter"
    )


def why_not(s: MusketeerState, way: str, u: int) -> Refusal | None:
    """[7.2, 8.2, 10.4, 11.6, 26.1, 27.3, 29.1] Why this unit may not come this way now, apart from the place."""
    game, contingent = s.game, s.contingent
    name, title = game.name_of(u), game.title_of[contingent]
    if game.contingent_of[u] != contingent or not game.ground >> u & 1:
        return Refusal(("7.2",), f"{name} is not a ground unit of the activated contingent ({title})")
    if game.static >> u & 1 and s.loc[u] > 0:
        return Refusal(("9.5",), f"{name} is static")
    from_box = s.loc[u] == game.box_of[contingent]
    if not from_box and not starts_on_map(s, way, u):
        if s.lifted >> u & 1:
            return Refusal((WAYS[way][0],), f"{name} has been carried in this impulse already")
        place = {"drop": " or on an airbase", "land": " or in a Mediterranean port"}.get(way, "")
        return Refusal((WAYS[way][0],), f"{name} must start in the Reinforcement Box{place}")
    if contingent == "israel" and way != "drop":
        return Refusal(("8.3",), "Israeli units enter by paradrop only")
    if from_box and way != "libya" and s.ground_entered >= game.ground_limit[contingent]:
        limit = game.ground_limit[contingent]
        return Refusal(("8.2",), f"{title} may bring {limit} ground unit(s) per impulse and has brought {limit}")
    if (way in AIRBORNE and not game.airborne_limit[contingent]) or (
        way in SEALIFT and not game.sealift_limit[contingent]
    ):
        rule = "11.1" if way in SEALIFT else WAYS[way][0]
        return Refusal((rule,), f"{title} has no {'sealift' if way in SEALIFT else 'airborne'} moves")
    launch = "port" if way in SEALIFT else "airbase" if way in (*AIRBORNE, "helicopter") else ""
    if from_box and launch and launch not in game.facilities[contingent]:
        return Refusal(("27.3",), f"the Reinforcement Box of {title} has no {launch}")
    if way in AIRBORNE and s.airborne_moves >= game.airborne_limit[contingent]:
        return Refusal(("10.4",), f"{title} has made its {game.airborne_limit[contingent]} airborne move(s)")
    if way in SEALIFT and s.sealifts >= game.sealift_limit[contingent]:
        return Refusal(("11.6",), f"{title} has made its {game.sealift_limit[contingent]} sealift move(s)")
    if way == "helicopter" and s.helicopter:
        return Refusal(("26.1",), "the helicopters have flown in this activation")
    if way == "libya" and s.libya >= LIBYA_LIMIT:
        return Refusal(("29.1",), f"{LIBYA_LIMIT} units have come through Libya in this impulse")
    return None


def open_hexes(s: MusketeerState, way: str, u: int) -> int:
    """[8.3, 12.5, 28.1, 29.5] Where this unit may be placed by this way: no enemies unless it assaults, no full stack."""
    game = s.game
    hexes = WAYS[way][1](s, u) & game.allowed[s.contingent]
    if not hexes:
        return 0
    if way not in MAY_ASSAULT:
        hexes &= ~s.held(game.enemy[s.side])
    here = s.loc[u]
    return hexes & ~stacking.full_for(s, u) & ~(1 << here if here > 0 else 0)


def unfit(s: MusketeerState, way: str, u: int) -> Refusal:
    """Why no hex is open to this unit by this way."""
    game, c = s.game, s.contingent
    name, rule = game.name_of(u), WAYS[way][0]
    text = f"{name} finds no hex open: its places are taken by enemies, full, or not held by {game.title_of[c]}"
    if way == "drop" and not game.droppable >> u & 1:
        if game.airborne_type >> u & 1:
            return Refusal(("24.3",), f"{name} is airborne in name only and may not drop")
        return Refusal(("10.2",), f"{name} has no airborne symbol")
    if way == "enter" and c not in ("egypt", "arab-league", "ussr"):
        return Refusal(("8.3",), f"{game.title_of[c]} enters by air and sea, not over land")
    if way in ("transfer", "helicopter") and game.mechanized >> u & 1 and c != "ussr":
        return Refusal((rule,), f"{name} is mechanized and cannot be flown in")
    if way == "transfer":
        text = f"{game.title_of[c]} occupies no airbase with room for {name}"
    if way == "helicopter" and c != "anglo-french":
        return Refusal(("26.1",), "only the Anglo-French have helicopters")
    if way == "ship":
        text = f"{game.title_of[c]} occupies no Mediterranean port with room for {name}"
    if way == "land" and not game.landable >> u & 1:
        return Refusal(("11.3",), f"{name} has neither anchor nor airborne nor infantry symbol")
    if way in ("libya", "red-sea", "infiltrate") and not game.special_tactics:
        return Refusal((rule, "29.0"), "the special tactics are not in use")
    if way == "libya" and game.roster[u].nation not in ("uk", "us"):
        return Refusal(("29.1",), f"{name} is neither British nor US")
    if way == "red-sea" and s.red_sea:
        return Refusal(("29.2",), "the one Red Sea landing of the game has been made")
    if way == "infiltrate" and not game.infiltrators >> u & 1:
        return Refusal(("29.3",), f"{name} is neither the volunteer group nor the KGB")
    return Refusal((rule,), text)


@dataclass(frozen=True, slots=True)
class ReinforcementPhase(Step):
    """[5.3, 25.5] Egypt draws a guerrilla; then the player brings what the box allows; then landings are checked."""

    def phase(self) -> str:
        return "reinforcement"

    def run(self, s: MusketeerState) -> None:
        guerrillas = s.contingent == "egypt" and s.at(s.game.box_of["egypt"], s.game.guerrillas)
        s.then(*((DrawGuerrilla(),) if guerrillas else ()), Reinforcements(), LandingHazards())


@dataclass(frozen=True, slots=True)
class DrawGuerrilla(Chance):
    """[25.5] One of the face-down guerrillas is drawn at random and becomes available, face up."""

    rule = "25.5"

    def phase(self) -> str:
        return "reinforcement"

    def outcomes(self, s: MusketeerState) -> tuple[tuple[Action, int], ...]:
        game = s.game
        return tuple((Action("draw", (game.name_of(u),)), 1) for u in s.at(game.box_of["egypt"], game.guerrillas))

    def prompt(self, s: MusketeerState) -> str:
        return "Draw an Egyptian guerrilla marker [25.5]."

    def apply(self, s: MusketeerState, a: Action) -> None:
        u = s.game.unit(a.args[0])
        s.loc[u] = s.game.available_of["egypt"]
        s.tell("25.5", "{} becomes available", a.args[0])


@dataclass(frozen=True, slots=True)
class Reinforcements(Step):
    """[8.0] Skipped when nothing can come and nobody can scout."""

    def phase(self) -> str:
        return "reinforcement"

    def run(self, s: MusketeerState) -> None:
        if any(a.verb != "end" for a in Reinforce().options(s)):
            s.then(Reinforce())


@dataclass(frozen=True, slots=True)
class Reinforce(Choice):
    """[8.2, 8.4] Name a unit and its way into play; air and special units go to the Available Box."""

    rule = "8.2"

    def phase(self) -> str:
        return "reinforcement"

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def prompt(self, s: MusketeerState) -> str:
        game, c = s.game, s.contingent
        return (
            f"{game.title_of[c]} reinforcements: {s.ground_entered} of {game.ground_limit[c]} ground, {s.air_entered} of "
            f"{game.air_limit[c]} air, {s.special_entered} of {game.special_limit[c]} special forces; then end [8.2]."
        )

    def ways(self, s: MusketeerState) -> Iterator[tuple[str, int]]:
        """Every unit with every way that has at least one open hex."""
        game, c = s.game, s.contingent
        for u in sorted(bits(game.ground_by[c] & ~game.static)):
            if s.loc[u] == game.box_of[c] or s.loc[u] > 0:
                for way in WAYS:
                    if not why_not(s, way, u) and open_hexes(s, way, u):
                        yield way, u

    def deployable(self, s: MusketeerState) -> list[int]:
        """[8.2, 8.4] Air and special units that may go to the Available Box: the first of each kind [ruling MU-02]."""
        game, c = s.game, s.contingent
        box = s.at(game.box_of[c], game.by_contingent[c] & ~game.ground & ~game.guerrillas)
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

    def options(self, s: MusketeerState) -> Iterator[Action]:
        game = s.game
        yield Action("end")
        for u in self.deployable(s):
            yield Action("deploy", (game.name_of(u),))
        yield from recon.options(s)
        for way, u in self.ways(s):
            yield Action(way, (game.name_of(u),))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        game = s.game
        if a.verb == "end" and not a.args:
            return None
        if a.verb == "recon":
            return recon.check(self, s, a)
        if len(a.args) != 1 or a.args[0] not in game.roster.index:
            return self.not_now(s, a)
        u = game.unit(a.args[0])
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
            return Refusal(("7.2",), f"{name} does not belong to the activated contingent")
        if game.ground >> u & 1 or game.guerrillas >> u & 1 or s.loc[u] != game.box_of[c]:
            return Refusal(("8.4",), f"{name} is no air or special unit in the Reinforcement Box")
        if not self.room(s, u):
            kind, limit = ("special forces", game.special_limit[c])
            if not game.special_forces >> u & 1:
                kind, limit = "air units", game.air_limit[c]
            return Refusal(("8.2",), f"{game.title_of[c]} may deploy {limit} {kind} per impulse")
        return None

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        game = s.game
        if a.verb == "end":
            return
        if a.verb == "recon":
            recon.begin(s, a, self)
            return
        u = game.unit(a.args[0])
        if a.verb == "deploy":
            s.loc[u] = game.available_of[s.contingent]
            if game.special_forces >> u & 1:
                s.special_entered += 1
            else:
                s.air_entered += 1
            s.tell("8.4", "{} becomes available", a.args[0])
            s.then(self)
        else:
            s.then(Place(a.verb, u), self)


@dataclass(frozen=True, slots=True)
class Place(Choice):
    """[8.3, 8.6, 10.3, 11.4, 27.2] The unit is put on the map; there is no way back into a box."""

    way: str
    unit: UnitId

    def actor(self, s: MusketeerState) -> str:
        return s.side

    def rules(self, s: MusketeerState) -> tuple[str, ...]:
        return (WAYS[self.way][0],)

    def prompt(self, s: MusketeerState) -> str:
        assault = " (on enemies: direct assault [29.5])" if self.way in MAY_ASSAULT else ""
        return f"{s.game.name_of(self.unit)} {TITLES[self.way]}: choose the hex{assault} [{WAYS[self.way][0]}]."

    def options(self, s: MusketeerState) -> Iterator[Action]:
        name = s.game.name_of(self.unit)
        for h in bits(open_hexes(s, self.way, self.unit)):
            yield Action("place", (name, s.game.hex_name(h)))

    def sample(self, s: MusketeerState, pick: Pick) -> Action:
        hexes = list(bits(open_hexes(s, self.way, self.unit)))
        return Action("place", (s.game.name_of(self.unit), s.game.hex_name(hexes[pick(len(hexes))])))

    def check(self, s: MusketeerState, a: Action) -> Refusal | None:
        game, u = s.game, self.unit
        if a.verb != "place" or len(a.args) != 2 or a.args[0] != game.name_of(u):
            return self.not_now(s, a)
        h = game.map.grid.find(a.args[1])
        if h and open_hexes(s, self.way, u) >> h & 1:
            return None
        name, where = a.args
        if not h or not game.enterable >> h & 1:
            return Refusal(("8.3", "28.0"), f"{where} is not a hex that ground units can enter")
        if not game.allowed[s.contingent] >> h & 1:
            return Refusal(("28.1",), f"{where} is closed to Israelis")
        if s.held(game.enemy[s.side]) >> h & 1 and self.way not in MAY_ASSAULT:
            return Refusal(("8.3", "12.5"), f"{where} contains enemy units")
        if WAYS[self.way][1](s, u) >> h & 1:
            full = stacking.refusal(s, u, h)
            if full:
                return full
        return Refusal(self.rules(s), f"{name} {TITLES[self.way]} in other places than {where} only")

    def secret_from(self, s: MusketeerState) -> tuple[str, ...]:
        return (s.game.enemy[s.side],)

    def apply(self, s: MusketeerState, a: Action) -> None:
        from .sequence import escalate

        game, u, h = s.game, self.unit, s.game.hex(a.args[1])
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
        s.conceal(u)
        s.loc[u] = h
        rule = WAYS[self.way][0]
        title, where = game.title_of[s.contingent], game.where(h)
        s.tell(rule, "A unit of {} {} in {}", title, TITLES[self.way], where, at=(h,), to=(game.enemy[s.side],))
        s.tell(rule, "{} {} in {}", game.name_of(u), TITLES[self.way], where, at=(h,), to=(s.side,))
        if s.enemies_at(h, s.side):
            s.assaulting |= bit
            s.without_zone |= bit
            s.reveal(bit, "29.5")
            s.tell("29.5", "It lands on enemies: a direct assault", at=(h,))
        if self.way == "drop":
            s.dropped += (u,)
        if self.way == "libya":
            s.libya += 1
            escalate(s, 1, "29.1", "staging from Libya")
        s.then(Verdict())


# landing hazards ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class LandingHazards(Step):
    """[29.6] At the end of the Reinforcement Phase every paradrop is checked; transfers and helicopters are not."""

    def phase(self) -> str:
        return "reinforcement"

    def run(self, s: MusketeerState) -> None:
        if not s.game.special_tactics:
            s.dropped = ()
        if s.dropped:
            u, *rest = s.dropped
            s.dropped = tuple(rest)
            s.then(Roll(f"landing in {s.game.where(s.loc[u])}"), Hazard(u), Verdict(), LandingHazards())


@dataclass(frozen=True, slots=True)
class Hazard(Step):
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
        if result == "disrupted if contested" and guns:
            s.reveal(sum(1 << v for v in guns), "23.2")
        if result == "disrupted" or (result == "disrupted if contested" and contested):
            alive = s.disrupt(u)
            what = "is disrupted" if alive else "is eliminated"
            s.tell("29.6", "{} {} on landing", game.name_of(u), what, at=(h,), to=() if not alive else (s.side,))
            s.tell("29.6", "The landing in {} goes wrong", game.where(h), at=(h,))
        else:
            s.tell("29.6", "The landing in {} is safe", game.where(h), at=(h,))
