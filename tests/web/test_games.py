"""The other titles with the mouse: a set-up by clicking zones, plans behind the curtain, fire, overruns, retreats, layers.

Positions come from the record of the table itself, so that a test asks the engine what can be done and the page to do it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

import sandtable
from sandtable.core import State
from sandtable.session import SeededDice, Session

from .table import Table, open_record

pytestmark = pytest.mark.browser


def both_here(t: Table, title: str) -> Table:
    t.page.goto(f"{t.server.url}/#/new/{title}")
    t.all_here()
    t.page.get_by_role("button", name="Start the game").click()
    t.page.wait_for_selector(".sheet > *, .curtain", state="attached", timeout=20_000)
    return t.ready()


def engine(t: Table) -> State:
    """The same position in the engine, once the page is ready for the next click."""
    t.wait_until(lambda: t.page.evaluate("window.sandtable.mine()"))
    return t.session().state


def actions(s: State, verb: str) -> list[str]:
    return [str(a) for a in s.options() if a.verb == verb]


def odds_agree(t: Table) -> None:
    """The panel shows the engine's forecast, result by result."""
    forecast = engine(t).forecast()
    assert forecast
    expect(t.page.locator('[data-testid="odds-value"]')).to_have_text(str(forecast["value"]))
    shown = {
        str(row.get_attribute("data-result")): float(str(row.get_attribute("data-probability")))
        for row in t.page.locator("[data-result]").all()
    }
    assert shown == pytest.approx({r["result"]: r["probability"] for r in forecast["results"]})


def test_suez_a_free_set_up_a_landing_and_an_attack_with_airstrikes(table: Table) -> None:
    t = both_here(table, "suez-56")
    hand = t.page.locator('[aria-label="In hand"] [data-box-unit]')
    expect(hand).to_have_count(10)
    # counters in hand are drawn like those on the map: symbol and factors
    for name, factors in (("4-Inf", "2"), ("PS-Armor", "1")):
        counter = t.page.locator(f'[data-box-unit="{name}"] .face')
        assert counter.locator("text").last.inner_html() == factors
        assert counter.locator("path").count() >= 2
    # a click on the counter lights its zone; outside of it the rule is named
    t.click_unit("PS-Coast")
    t.wait_until(lambda: t.page.locator("[data-reach]").count())
    t.click_hex("3208")
    expect(t.page.locator('[data-testid="why"]')).to_contain_text("9.3")
    first = t.free_goal()
    t.doing(lambda: t.click_hex(first))
    assert t.at("PS-Coast") == first
    # the next counter is taken up by itself: two clicks on the map place two more
    for _ in range(2):
        t.wait_until(lambda: t.page.locator('[aria-label="In hand"] .picked').count())
        goal = t.free_goal()
        t.doing(lambda goal=goal: t.click_hex(goal))
    expect(hand).to_have_count(7)
    t.doing(lambda: t.press_button("deploy standard"))
    # nothing is secret yet: no curtain falls, the other player simply goes on
    expect(t.page.locator(".prompt")).to_contain_text("Britain and France")
    assert not t.page.locator(".curtain").count()
    # a parachute battalion beside an Egyptian one that stands alone
    s = engine(t)
    landing = next(
        a for a in actions(s, "land") if a.startswith("land 1RCP ") and "end" not in after(s, a, "decline", "end")
    )
    t.click_unit("1RCP")
    t.doing(lambda: t.click_hex(landing.split()[-1]))
    t.doing(lambda: t.press_button("decline"))
    t.doing(lambda: t.press_button("end"))
    # whoever must attack is called in the prompt and on the map
    expect(t.page.locator('.unit.called[data-unit="1RCP"]')).to_be_attached()
    s = engine(t)
    target = next(a for a in actions(s, "attack") if "with 1RCP" in after(s, a)).split()[1]
    t.doing(lambda: t.click_hex(target))  # an enemy counter stands on it
    assert not t.page.locator('[data-testid="odds-value"]').count()  # no odds before there is an attacker
    t.doing(lambda: t.click_unit("1RCP"))
    odds_agree(t)
    t.doing(lambda: t.press_button("support french-air 3"))
    odds_agree(t)
    t.doing(lambda: t.press_button("confirm"))
    for _ in range(12):  # protective fire, the table, losses, retreats, an advance: whoever has to decide
        s = engine(t)
        if actions(s, "attack") or actions(s, "end"):
            break
        t.answer()
    assert re.search(r"chance: roll \d", t.record())


def after(s: State, *words: str) -> list[str]:
    """What can be done after these actions."""
    for word in words:
        if s.check(word) is None:
            s = s.play(word)
    return [str(a) for a in s.options()] if s.actor not in (None, "chance") else []


def test_sinai_stacks_an_overrun_a_forecast_a_retreat_and_layers(table: Table) -> None:
    t = both_here(table, "sinai")
    # the stack in 2323 can move together, at the pace of its slowest unit
    t.click_hex("2323")
    t.page.locator('[data-fan="all"]').click()
    t.wait_until(lambda: t.page.locator("[data-reach]").count())
    assert len(t.page.locator(".selected .unit-line").all()) == 3
    t.page.keyboard.press("Escape")
    # a friend in a hex one could enter may be meant instead
    t.click_unit("Mnhm")
    t.wait_until(lambda: t.page.locator('[data-reach="2420"]').count())
    t.click_unit("Shml")
    t.page.locator('[data-instead="Shml"]').click()
    expect(t.page.locator(".selected")).to_contain_text("Shml")
    t.page.keyboard.press("Escape")
    # layers with a legend; the reason of a hex in the panel
    t.page.locator(".overlay-menu select").select_option("supply-arab")
    expect(t.page.locator('[data-testid="legend"]')).to_contain_text("Arab supply")
    x, y = t.hex_point("2320")
    t.page.mouse.move(x, y)
    expect(t.page.locator(".hex-info")).to_contain_text("supplied")
    t.page.locator('[data-testid="legend"] .close').click()
    expect(t.page.locator('[data-testid="legend"]')).to_have_count(0)
    # an overrun by two armoured brigades
    overruns = [a for a in actions(engine(t), "overrun") if a.startswith("overrun Iska") and not a.endswith("2320")]
    goal = overruns[0].split("-")[-1]
    t.click_unit("Iska")
    t.page.locator('[data-way="overrun"]').click()
    before = t.entries()
    t.click_hex(goal)
    t.wait_until(lambda: t.entries() != before or t.page.locator(".menu button").count())
    if t.entries() == before:
        t.doing(t.page.locator(".menu button").first.click)
    if (stop := t.page.locator('[data-action="stop"]')).count():
        t.doing(stop.click)
    t.doing(lambda: t.press_button("end"))
    # two brigades against one: the odds, and the defender's retreat on the map
    s = engine(t)
    target = next(a for a in actions(s, "attack") if {"with Mnhm", "with Shml"} <= set(after(s, a))).split()[1]
    t.doing(lambda: t.click_hex(target))
    t.doing(lambda: t.click_unit("Mnhm"))
    odds_agree(t)
    t.doing(lambda: t.click_unit("Shml"))
    odds_agree(t)
    t.doing(lambda: t.press_button("confirm"))
    retreated = False
    for _ in range(12):
        s = engine(t)
        if not t.page.locator(".prompt").inner_text().startswith("Arab") and actions(s, "attack"):
            break
        if options := actions(s, "retreat"):
            retreated = True
            unit, hexes = options[0].split()[1], {a.split("-")[-1] for a in options}
            expect(t.page.locator(".selected")).to_contain_text(unit)
            t.wait_until(lambda: t.page.locator("[data-reach]").count())
            assert {str(e.get_attribute("data-reach")) for e in t.page.locator("[data-reach]").all()} == hexes
        t.answer()
    assert retreated


def test_musketeer_a_plan_behind_the_curtain_and_a_fight(table: Table) -> None:
    t = table
    t.page.goto(f"{t.server.url}/#/new/musketeer")
    t.all_here()
    t.page.get_by_role("button", name="Start the game").click()
    t.page.wait_for_selector(".sheet > *, .curtain", state="attached", timeout=20_000)

    def turn(side: str) -> None:
        """The curtain asks for this player and for nobody else."""
        expect(t.page.locator(".curtain")).to_contain_text(side)
        assert not t.page.locator("[data-unit], [data-box-unit], .tracks").count()
        t.page.locator(".curtain .main").click()
        t.ready()
        expect(t.page.locator(".prompt")).to_contain_text(side)

    if t.page.locator(".curtain").count():
        turn("East Bloc")
    t.press_button("default")
    turn("West Bloc")
    t.doing(lambda: t.press_button("default"))
    # only Israel goes into the pool, so that it is picked
    while (plan := t.page.locator('[data-action^="plan "]')).count():
        marker = str(plan.first.get_attribute("data-action")).split(" ", 1)[1]
        verb = "plan" if marker == "Israel" else "leave"
        t.changing(lambda verb=verb, marker=marker: t.press_button(f"{verb} {marker}"))
    turn("East Bloc")
    assert "Israel" not in t.page.locator(".tracks").inner_text()
    while (leave := t.page.locator('[data-action^="leave "]')).count():
        t.changing(leave.first.click)
    turn("West Bloc")
    t.doing(lambda: t.press_button("pick"))
    fired = False
    for _ in range(60):
        if t.page.locator(".curtain").count():
            t.page.locator(".curtain .main").click()
            t.ready()
        t.wait_until(lambda: t.page.evaluate("window.sandtable.mine()"))
        if fired and "to fire" not in t.prompt:
            break
        if "to attack: choose a hex" in t.prompt:
            t.wait_until(t.targets)
            t.changing(lambda: t.click_hex(t.targets()[0]))
        elif "to fire" in t.prompt:
            expect(t.page.locator('[data-testid="odds"]')).to_contain_text("fires at")
            expect(t.page.locator("[data-result]").first).to_be_visible()
            t.changing(lambda: t.click_unit(t.mover()))
            fired = True
        else:
            t.answer()
    assert fired
    assert re.search(r"chance: roll \d", t.record())


@pytest.mark.parametrize("game", ["across-suez-2021"])
def test_night_falls_on_the_map(new_table: Callable[..., Table], game: str) -> None:
    session = Session(sandtable.load(game), dice=SeededDice("night"))
    rng = Random(3)
    night = next(
        n for n in range(1, 8) if "night" in f"{session.game.turn_name(n)} {session.game.turn_note(n)}".lower()
    )
    while session.state.turn < night:
        session.play(str(session.state.sample(rng.randrange)))
    t = new_table()
    open_record(t, session, "game")
    expect(t.page.locator(".turn .icon-moon")).to_be_visible()
    t.page.get_by_role("button", name="Replay").click()
    for _ in range(2):
        t.page.get_by_role("button", name="To the start").click()
    expect(t.page.locator(".turn .icon-moon")).to_have_count(0 if night > 1 else 1)


def test_the_owner_chooses_own_components_and_reads_what_is_reconstructed(new_table: Callable[..., Table]) -> None:
    t = new_table()
    folder = t.server.data / "components" / "across-suez-1980" / "corrected"
    folder.mkdir(parents=True, exist_ok=True)
    ours = sandtable.load("across-suez-1980").source.text("counters.toml")
    (folder / "counters.toml").write_text(ours.replace('printed = "Matt 3"', 'printed = "M-III"', 1), encoding="utf-8")
    t.page.goto(f"{t.server.url}/#/new/across-suez-1980")
    t.all_here()
    t.page.locator('[data-testid="provenance"] > summary').click()
    expect(t.page.locator('[data-testid="provenance"] tbody tr').first).to_contain_text("Map")
    t.page.locator('select[name="components"]').select_option("corrected")
    t.page.get_by_role("button", name="Start the game").click()
    t.ready()
    assert "M-III" in t.unit("Matt-3").inner_html()
    t.page.get_by_role("tab", name="Rules").click()
    t.page.get_by_role("radio", name="Charts").click()
    expect(t.page.locator(".panel")).to_contain_text("corrected")
