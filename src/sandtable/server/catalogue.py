"""What can be played: titles, and for every game the facts that never change during play."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any, Final
from urllib.parse import quote

import sandtable
from sandtable import bots, render
from sandtable.bots.external import PREFIX, named
from sandtable.core import CHANCE, Game, State, bits
from sandtable.core.data import BASES, DataError
from sandtable.render.geometry import PITCH
from sandtable.studies import provenance as study

from . import models, overlays
from .encode import parts


def bot_levels(game: Game[Any]) -> list[str]:
    """The levels this game has, the most thoughtful last; before them the programs that this host offers by name."""
    return [*(PREFIX + name for name in named()), *bots.levels(game)]


def strongest(game: Game[Any]) -> str:
    """The level of ours that was measured to win most."""
    return bots.level(bots.BEST, game).name


@lru_cache(maxsize=64)
def side_names(game: Game[Any]) -> tuple[models.SideInfo, ...]:
    look = render.look_of(game)["side"]
    names = ((s, look.get(s, {}).get("name") or s.replace("-", " ").title()) for s in game.sides)
    return tuple(models.SideInfo(id=s, name=name) for s, name in names)


def titles() -> list[models.TitleInfo]:
    return [title_info(t.id) for t in sandtable.games()]


def title_info(id: str) -> models.TitleInfo:
    """What the lobby says of a title; which programs play it is asked anew each time."""
    game = sandtable.load(id)
    levels = {name: bots.level(name, game).summary for name in bots.levels(game)}
    return _title_info(id).model_copy(update={"bots": bot_levels(game), "levels": levels})


@lru_cache
def _title_info(id: str) -> models.TitleInfo:
    game = sandtable.load(id)
    t = game.title
    return models.TitleInfo(
        id=t.id,
        name=t.name,
        summary=t.summary,
        difficulty=t.difficulty,
        sides=list(side_names(game)),
        options=[
            models.OptionInfo(name=o.name, title=o.title, rule=o.rule, default=o.default, choices=list(o.choices))
            for o in t.options
        ],
        scenarios=[
            models.ScenarioInfo(
                game=g, id=x.id, name=x.name, turns=x.turns, summary=x.summary, rule=x.rule, measured=measured().get(g)
            )
            for g, x in zip(t.ids, t.scenarios)
        ],
        bots=[],
        levels={},
        hidden=game.hidden,
    )


@lru_cache
def measured() -> dict[str, models.Measured]:
    """By scenario: games of the computer against itself (`python -m sandtable.studies.measured`)."""
    found = json.loads((Path(__file__).parent / "measured.json").read_text(encoding="utf-8"))
    return {game: models.Measured.model_validate(x) for game, x in found.items()}


def sheet_url(game: Game[Any]) -> str:
    query = [f"options={quote(json.dumps(game.options))}"] if game.options else []
    query += [f"components={overlay}"] if (overlay := game.source.overlay_hash()) else []
    return f"/api/sheet/{game.id}{'?' * bool(query)}{'&'.join(query)}"


def sheet(game: Game[Any]) -> str:
    """The sheet as JSON text."""
    return _sheet(game)


@lru_cache(maxsize=64)
def _sheet(game: Game[Any]) -> str:
    facts = models.Sheet(
        game=game.id,
        title=game.title.name,
        scenario=game.scenario.name,
        sides=list(side_names(game)),
        hidden=game.hidden,
        options=chosen(game),
        boxes=list(game.boxes),
        phases=[
            models.PhaseInfo(id=p.id, name=p.name, short=p.short or p.name, side=p.side, rule=p.rule)
            for p in game.phases
        ],
        turns=[
            models.TurnInfo(turn=n, name=game.turn_name(n), note=game.turn_note(n), night=_night(game, n))
            for n in range(1, game.scenario.turns + 1)
        ],
        overlays=[models.OverlayInfo(id=id, name=name) for id, name in overlays.listed(game)],
        figures=[list(line) for line in game.figures],
        terrain=game.terrain_notes(),
        tables=charts(game),
        components=game.source.overlay.name if game.source.overlay else "",
        map=map_info(game),
        units=[] if game.hidden else units(game),
        look=render.look_of(game),
    )
    known = parts(*game.terrain_notes().values(), *(name for _, name in overlays.listed(game)))
    text = facts.model_dump_json(exclude={"said"})
    return f'{text[:-1]},"said":{json.dumps(known)}}}'


def _night(game: Game[Any], turn: int) -> bool:
    s = game.start().copy()
    s.turn = turn
    return game.is_night(s)


def chosen(game: Game[Any]) -> list[models.ChosenOption]:
    """The optional rules as they are set."""
    return [
        models.ChosenOption(name=o.name, title=o.title, rule=o.rule, value=game.option(o.name))
        for o in game.title.options
    ]


def units(game: Game[Any]) -> list[models.UnitInfo]:
    return [
        models.UnitInfo(
            name=u.name,
            printed=u.printed,
            side=u.side,
            nation=u.nation,
            formation=u.formation,
            type=u.type,
            size=u.size,
            basis=u.basis,
        )
        for u in game.roster.units
    ]


def charts(game: Game[Any]) -> list[models.TableInfo]:
    """The game's tables as printed, with the notes of the file they come from."""
    printed = _table_blocks(game)
    return [
        models.TableInfo(
            id=name,
            title=t.title if t.title != name else name.replace("_", " ").capitalize(),
            columns=list(t.columns),
            rows=list(t.rows),
            cells=[list(line) for line in t.cells],
            notes=[str(n) for n in printed.get(name, {}).get("notes", ())],
            basis=t.basis,
            ref=str(printed.get(name, {}).get("ref", "")),
        )
        for name, t in game.charts().items()
    ]


def _table_blocks(game: Game[Any]) -> Mapping[str, Any]:
    try:
        found: dict[str, Any] = game.source.load("tables.toml").get("table", {})
    except DataError:
        return {}
    return found


def map_info(game: Game[Any]) -> models.MapInfo:
    m = game.map
    g = m.grid
    overlay = game.source.overlay_hash()
    layout = render.board(game).layout
    names: dict[int, list[str]] = {}
    for place in m.places:
        names.setdefault(place.hex, []).append(place.name)
    hexes = []
    for h in g.hexes:
        if not m.terrain_at[h]:
            continue
        x, y = layout.centre(layout.cell(g.name(h)))
        hexes.append(
            models.HexInfo(
                id=g.name(h),
                x=round(x, 2),
                y=round(y, 2),
                terrain=m.terrain_at[h],
                country=m.country_at[h],
                features=[kind for kind, b in m.features.items() if b >> h & 1],
                places=names.get(h, []),
                neighbours=[g.name(n) for n in sorted(bits(g.spread(1 << h) & g.on_map)) if n != h and m.terrain_at[n]],
            )
        )
    return models.MapInfo(
        url=f"/api/map/{game.id}?v={picture_key(game)}{f'&components={overlay}' if overlay else ''}",
        width=round(layout.width, 2),
        height=round(layout.height, 2),
        pitch=PITCH,
        flat=layout.flat,
        hexes=hexes,
    )


@lru_cache(maxsize=64)
def rule_book(game: Game[Any]) -> models.RuleBook:
    ledger = game.ledger()
    return models.RuleBook(
        book=ledger.book,
        rules=[
            models.RuleInfo(id=r.id, title=r.title, text=r.text, status=r.status, reason=r.reason) for r in ledger.rules
        ],
        rulings=[
            models.RulingInfo(
                id=r.id,
                rule=r.rule,
                kind=r.kind,
                problem=r.problem,
                alternatives=list(r.alternatives),
                ruling=r.ruling,
                why=r.why,
            )
            for r in ledger.rulings
        ],
    )


@lru_cache(maxsize=64)
def provenance(game: Game[Any]) -> models.Provenance:
    """What the component files rest on."""
    found = study.facts(game)
    blocks = [models.BlockInfo(**asdict(fact)) for fact in found]
    return models.Provenance(counts=study.counts(found), meaning=dict(BASES), blocks=blocks)


@lru_cache(maxsize=64)
def picture_key(game: Game[Any]) -> str:
    """Changes when the game's map or look, or the drawing code does."""
    facts = json.dumps([game.map.data, render.look_of(game), sandtable.__version__], sort_keys=True, default=str)
    return hashlib.sha256(f"{game.id} {facts} {_drawing()}".encode()).hexdigest()[:20]


@lru_cache
def _drawing() -> str:
    """The drawing code, by what it says: an installed copy has other times than the files its cards were drawn from."""
    code = b"\0".join(p.read_bytes() for p in sorted(Path(render.__file__).parent.glob("*.py")))
    return hashlib.sha256(code).hexdigest()


DRAWN_BEFORE: Final = Path(__file__).parent / "static" / "pictures"
"""Cards that `web/build.py` drew beside the client, so that the first look at the lobby need not wait for them."""


SCENE_TURNS, SCENE_DECISIONS = 0.4, 600
"""How far into a game its card looks."""


@lru_cache(maxsize=8)
def scene(game: Game[Any]) -> State:
    """A position in the midst of the fighting, for a picture: a game of the computer against itself, always the same one."""
    s: State = game.start()
    dice = Random(f"card {game.id}")
    players = {side: bots.make("greedy" if bots.playbook(game) else "random", game, side, 1) for side in game.sides}
    last = max(2, round(SCENE_TURNS * (game.scenario.turns or 8)))
    for _ in range(SCENE_DECISIONS):
        if s.turn > last or (actor := s.actor) is None:
            break
        s.apply(s.sample(dice.randrange) if actor == CHANCE else bots.decide(players[actor], s).action)
    return s


class Pictures:
    """Drawn once, kept in a folder: the map layer of the table and the picture on the lobby's card."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.locks: defaultdict[str, Lock] = defaultdict(Lock)
        """One per picture: the map of a table never waits for the cards of the lobby."""

    def map_svg(self, game: Game[Any]) -> bytes:
        return self._kept(game, "map.svg", lambda: render.board(game).svg().encode())

    def card(self, game: Game[Any], width: int, state: State | None = None) -> bytes:
        """The card; drawn while somebody waits it shows the start, drawn before (`web/build.py`) the midst of the fighting."""
        return self._kept(game, f"card-{width}.webp", lambda: render.card(game, state or game.start(), width))

    def _kept(self, game: Game[Any], name: str, draw: Callable[[], bytes]) -> bytes:
        path = self.folder / f"{picture_key(game)}-{name}"
        if (DRAWN_BEFORE / path.name).is_file():
            return (DRAWN_BEFORE / path.name).read_bytes()
        with self.locks[path.name]:
            if not path.exists():
                self.folder.mkdir(parents=True, exist_ok=True)
                half = path.with_suffix(f"{path.suffix}.half")
                half.write_bytes(draw())
                half.replace(path)
            return path.read_bytes()
