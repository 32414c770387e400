"""A player at the table: whole turns by clicking and by keyboard, fights, undo, refusals, a game to its end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .table import Table

pytestmark = pytest.mark.browser
GAME = "across-suez-1980"


def follow(t: Table) -> None:
    """One decision inside a fight by clicking whatever is offered: attackers, confirm, losses, retreats, advances."""
    for action in ("confirm", "end", "decline"):
        button = t.page.locator(f'[data-action="{action}"]')
        if button.count() and button.first.is_enabled():
            t.doing(button.first.click)
            return
    reach = t.page.locator("[data-reach]")
    if reach.count():
        t.doing(lambda: t.click_hex(str(reach.first.get_attribute("data-reach"))))
        return
    units = t.can_act()
    if units:
        before = t.entries()
        t.click_unit(units[0])
        t.wait_until(
            lambda: (
                t.entries() != before
                or t.page.locator("[data-reach]").count()
                or t.page.locator(".menu button").count()
            )
        )
        if t.page.locator(".menu button").count():
            t.doing(t.page.locator(".menu button").first.click)
        elif t.entries() == before:
            follow(t)
        return
    button = t.page.locator(".actions > button")
    t.doing(button.first.click)


def phase(t: Table) -> str:
    return str(t.page.locator(".phases .now").get_attribute("data-phase"))


def test_a_whole_turn_by_clicking(table: Table) -> None:
    """Both sides move a unit, fight what they must, and end their phases, with the mouse alone."""
    t = table.new_game(GAME, israel="here", egypt="here")
    for side in ("israel", "egypt"):
        assert phase(t) == f"{side}-movement"
        mover = t.mover()
        start = t.at(mover)
        t.click_unit(mover)
        goal = t.free_goal()
        t.doing(lambda goal=goal: t.click_hex(goal))
        assert t.at(mover) == goal != start
        t.doing(lambda: t.press_button("end"))
        assert side == "egypt" or phase(t) == f"{side}-combat"  # a side with nobody to attack has no combat phase
        for _ in range(80):
            if phase(t) != f"{side}-combat":
                break
            follow(t)
    assert "Turn 2" in t.page.locator(".turn").inner_text()
    assert t.session().state.turn == 2


def test_a_whole_turn_by_keyboard(table: Table) -> None:
    """The same without a mouse: N finds a unit, arrows and Enter move it, the command line does the rest."""
    t = table.new_game(GAME, israel="here", egypt="here")
    key = t.page.keyboard.press
    key("m")
    key("n")
    expect(t.page.locator(".unit.picked")).to_have_count(1)
    name = str(t.page.locator(".unit.picked").get_attribute("data-unit"))
    start = t.at(name)
    expect(t.page.locator("[data-reach]").first).to_be_attached()

    def walk() -> None:
        for arrow in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
            key(arrow)
            if t.page.evaluate("window.sandtable.canReach()"):
                key("Enter")
                return
            key(
                {"ArrowUp": "ArrowDown", "ArrowDown": "ArrowUp", "ArrowLeft": "ArrowRight", "ArrowRight": "ArrowLeft"}[
                    arrow
                ]
            )
        raise AssertionError("no neighbouring hex can be reached")

    t.doing(walk)
    assert t.at(name) != start
    spoken = t.page.locator('[data-testid="spoken"]').inner_text()
    assert name in spoken

    def command(text: str) -> None:
        key("/")
        expect(t.page.locator("#command")).to_be_focused()
        t.page.keyboard.type(text)
        key("Enter")

    for _ in range(120):
        if t.session().state.turn == 2:
            break
        options = [str(a) for a in t.session().state.options()]
        choice = next((a for a in ("confirm", "end", "decline") if a in options), options[0])
        t.doing(lambda choice=choice: command(choice))
        key("Escape")
    assert t.session().state.turn == 2


def test_the_command_line_completes(table: Table) -> None:
    t = table.new_game(GAME, israel="here", egypt="here")
    t.page.keyboard.press("/")
    t.page.keyboard.type("mo")
    expect(t.page.get_by_role("option", name="move", exact=True)).to_be_visible()
    t.page.keyboard.press("ArrowDown")
    t.page.keyboard.press("Enter")
    t.page.keyboard.type("Reshef-1")
    expect(t.page.locator("#command-list li").first).to_contain_text("Reshef-1")


def test_an_illegal_move_says_why(table: Table) -> None:
    """Clicking a hex out of reach gives the engine's own reason and links its rule."""
    t = table.new_game(GAME, israel="here", egypt="here")
    mover = t.mover()
    t.click_unit(mover)
    expect(t.page.locator("[data-reach]").first).to_be_attached()
    t.click_hex("1701")
    why = t.page.locator('[data-testid="why"]')
    expect(why).to_be_visible()
    refusal = t.session().state.check(f"move {mover} 1701")
    assert refusal is not None
    expect(why).to_contain_text(refusal.text)
    why.locator(".rule-link").first.click()
    expect(t.page.locator(".rulebook .wanted")).to_be_visible()
    assert refusal.rules[0].split(":")[-1] in t.page.locator(".rulebook .wanted dt b").inner_text()


def test_way_points_force_a_path(table: Table) -> None:
    t = table.new_game(GAME, israel="here", egypt="here")
    t.click_unit("Reshef-1")
    expect(t.page.locator("[data-reach]").first).to_be_attached()
    t.click_hex("0311", shift=True)
    t.click_hex("0410", shift=True)
    expect(t.page.locator(".way")).to_be_attached()
    go = t.page.get_by_role("button", name=re.compile("Go this way"))
    t.doing(go.click)
    last = t.session().record.entries[-1].action
    assert last.split()[2].startswith("0210-0311")
    assert last.endswith("0410")


def test_undo_and_its_cut(table: Table) -> None:
    """A move is undone and redone; after the dice, undo is closed and says so."""
    t = table.new_game(GAME, israel="here", egypt="here")
    undo = t.page.locator('[data-testid="undo"]')
    expect(undo).to_be_disabled()
    mover = t.mover()
    start = t.at(mover)
    t.click_unit(mover)
    goal = t.free_goal()
    t.doing(lambda: t.click_hex(goal))
    t.doing(undo.click)
    assert t.at(mover) == start
    t.doing(t.page.locator('[data-testid="redo"]').click)
    assert t.at(mover) == goal
    t.doing(lambda: t.press_button("end"))
    for _ in range(20):
        follow(t)
        if any(e.actor == "chance" for e in t.session().record.entries):
            break
    if t.session().record.entries[-1].actor == "chance":
        expect(undo).to_be_disabled()
        assert "dice" in str(undo.get_attribute("title"))


def start_a_fight(t: Table) -> str:
    """To the combat phase, the first target, its first attacker: the odds are on the table."""
    t.doing(lambda: t.press_button("end"))
    target = t.mover()
    t.doing(lambda: t.click_unit(target))
    t.doing(lambda: t.click_unit(t.mover()))
    expect(t.page.locator('[data-testid="odds"]')).to_be_visible()
    return target


def test_the_odds_panel_agrees_with_the_engine(table: Table) -> None:
    t = table.new_game(GAME, israel="here", egypt="here")
    start_a_fight(t)
    forecast = t.session().state.forecast()
    assert forecast
    shown = {
        str(r.get_attribute("data-result")): float(str(r.get_attribute("data-probability")))
        for r in t.page.locator('[data-testid="odds"] [data-result]').all()
    }
    assert shown == pytest.approx({r["result"]: r["probability"] for r in forecast["results"]})
    assert sum(shown.values()) == pytest.approx(1)
    assert t.page.locator('[data-testid="odds-value"]').inner_text() == str(forecast["value"])
    t.page.locator(".figures summary").click()
    lit = t.page.locator('[data-testid="odds"] .chart thead .lit')
    columns = t.session().game.tables[forecast["table"]].columns
    assert lit.inner_text().split() == columns[forecast["column"]].replace("_", " ").split()


def test_dice_rolled_on_a_real_table(table: Table) -> None:
    """With typed dice the page asks for the result instead of rolling."""
    t = table
    t.page.goto(f"{t.server.url}/#/new/{GAME}")
    t.page.locator('[data-seat="egypt"]').select_option("here")
    t.page.get_by_text("Name and dice").click()
    t.page.get_by_label("Dice").select_option("typed")
    t.page.get_by_role("button", name="Start the game").click()
    t.ready()
    start_a_fight(t)
    for _ in range(3):
        if t.page.locator('[data-action="confirm"]').count():
            break
        t.doing(lambda: t.click_unit(t.can_act()[-1]))
    t.doing(lambda: t.press_button("confirm"))
    assert t.session().actor == "chance"
    t.doing(lambda: t.press_button("roll 4"))
    assert t.session().record.entries[-1].action == "roll 4"
    expect(t.page.get_by_role("img", name="Die: 4")).to_be_visible()


def test_reload_in_mid_combat(table: Table) -> None:
    t = table.new_game(GAME, israel="here", egypt="here")
    start_a_fight(t)
    before = t.prompt
    odds = t.page.locator('[data-testid="odds"]').inner_text()
    t.page.reload()
    t.ready()
    assert t.prompt == before
    assert t.page.locator('[data-testid="odds"]').inner_text() == odds


def test_a_game_against_a_bot_to_its_end(table: Table) -> None:
    """The person only ends phases and answers what must be answered; the bot plays at once; the result is shown."""
    t = table.new_game(GAME, israel="random", egypt="here")
    t.page.get_by_label("Speed").select_option("0")
    over = t.page.locator("dialog .level")
    for _ in range(400):
        t.wait_until(lambda: t.page.evaluate("window.sandtable.mine()") or over.count(), 60)
        if over.count():
            break
        follow(t)
    expect(over).to_be_visible()
    assert t.session().outcome


def test_the_bot_is_paused_and_stepped(table: Table) -> None:
    t = table.new_game(GAME, israel="here", egypt="random")
    t.page.get_by_label("Speed").select_option("0")
    t.page.get_by_role("button", name="Pause").click()
    t.doing(lambda: t.press_button("end"))
    for _ in range(60):
        if phase(t).startswith("egypt"):
            break
        if t.page.evaluate("window.sandtable.mine()"):
            follow(t)
        else:
            t.page.get_by_role("button", name="Step").click()
            t.page.wait_for_timeout(100)
    at = t.entries()
    t.page.wait_for_timeout(300)
    assert t.entries() == at
    t.doing(t.page.get_by_role("button", name="Step").click)


def test_a_hint_can_be_taken(table: Table) -> None:
    t = table.new_game(GAME, israel="here", egypt="here")
    t.page.get_by_role("button", name="Hint").click()
    t.doing(t.page.get_by_role("button", name="Do it").click)


def test_replay_and_fork(table: Table) -> None:
    """Look back, step, and play on from there at a new table."""
    t = table.new_game(GAME, israel="here", egypt="here")
    for _ in range(2):
        t.click_unit(t.mover())
        goal = t.free_goal()
        t.doing(lambda goal=goal: t.click_hex(goal))
    first = t.session()
    moved = first.record.entries[0].action.split()[1]
    t.page.get_by_role("button", name="Replay").click()
    bar = t.page.locator('[data-testid="replay"]')
    bar.get_by_role("button", name="To the start").click()
    expect(bar).to_contain_text("0 of 2")
    start = first.states[0]
    assert t.at(moved) == start.game.hex_name(start.loc[start.game.unit(moved)])
    bar.get_by_role("button", name="Step on").click()
    expect(bar).to_contain_text("1 of 2")
    old = t.table
    bar.get_by_role("button", name="Play on from here").click()
    t.wait_until(lambda: t.table != old)
    t.ready()
    t.wait_until(lambda: t.entries() == 1)
    assert [e.action for e in t.session().record.entries] == [first.record.entries[0].action]


def test_overlays_rules_and_charts(table: Table) -> None:
    t = table.new_game(GAME, israel="here", egypt="here")
    t.page.keyboard.press("1")
    expect(t.page.locator(".overlay polygon").first).to_be_attached()
    t.page.keyboard.press("1")
    expect(t.page.locator(".overlay polygon")).to_have_count(0)
    t.page.get_by_role("tab", name="Rules").click()
    t.page.get_by_label("Search the rules").fill("ferry")
    expect(t.page.locator(".rulebook > div").first).to_contain_text(re.compile("ferr", re.I))
    t.page.get_by_role("radio", name="Charts").click()
    expect(t.page.locator(".chart").first).to_be_visible()
    t.page.get_by_role("tab", name="Log").click()
    expect(t.page.locator(".panel")).to_be_visible()


@pytest.mark.parametrize("game", ["across-suez-2021", "suez-56", "el-arish-67", "musketeer", "sinai"])
def test_every_title_opens_and_takes_an_action(new_table: Callable[..., Table], game: str) -> None:
    import sandtable

    if game not in {t.id for t in sandtable.games()}:
        pytest.skip(f"{game} is not registered yet")
    t = new_table()
    t.page.goto(f"{t.server.url}/#/new/{game}")
    t.all_here()
    t.page.get_by_role("button", name="Start the game").click()
    t.page.wait_for_selector(".sheet > *, .curtain", state="attached", timeout=20_000)
    if t.page.locator(".curtain .main").count():
        t.page.locator(".curtain .main").click()
    t.ready()
    expect(t.page.locator(".unit, [data-box-unit]").first).to_be_attached()
    t.page.get_by_role("button", name="Hint").click()
    t.doing(t.page.get_by_role("button", name="Do it").click)
