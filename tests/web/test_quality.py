"""Figures: accessibility by axe-core, latency from click to board, size of the first page, smooth panning."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

import sandtable

from .table import ROOT, Table

pytestmark = pytest.mark.browser
WORK = "(() => { const a = performance.now(); let x = 0; for (let i = 0; i < 6e6; i++) x += Math.sqrt(i); return performance.now() - a })()"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(t: Table) -> list[str]:
    t.page.evaluate(AXE.read_text(encoding="utf-8"))  # the page's own policy allows no foreign script tag
    found: dict[str, Any] = t.page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [f"{v['id']}: {v['help']}: {v['nodes'][0]['target']} ({len(v['nodes'])})" for v in found["violations"]]


@pytest.mark.parametrize(("game", "limit"), [("across-suez-1980", 100), ("sinai", 150)])
def test_latency_from_click_to_board(
    new_table: Callable[..., Table], game: str, limit: float, record_property: Callable[[str, object], None]
) -> None:
    """The 95th percentile of the time from a click to the board that shows its result, everything on one machine.

    Between the clicks the page does a fixed piece of work: how much longer that takes at worst than at best is what other work
    on this machine costs just now, and the limit grows by it.
    """
    if game not in {t.id for t in sandtable.games()}:
        pytest.skip(f"{game} is not registered yet")
    t = new_table()
    t.page.goto(f"{t.server.url}/#/new/{game}")
    t.all_here()
    t.page.get_by_role("button", name="Start the game").click()
    t.ready()
    undo = t.page.locator('[data-testid="undo"]')
    yardstick: list[float] = []
    for _ in range(60):
        t.wait_until(lambda: t.can_act() or t.page.locator(".actions [data-action]").count())
        if not t.can_act():
            t.doing(t.page.locator(".actions [data-action]").first.click)
            continue
        t.page.keyboard.press("n")
        try:
            t.page.wait_for_selector("[data-reach]", state="attached", timeout=4000)
        except PlaywrightTimeout:  # this unit has something else to do here than to move
            t.page.keyboard.press("Escape")
            t.doing(t.page.locator(".actions [data-action]").first.click)
            continue
        for _ in range(15):
            goal = t.page.evaluate("[...document.querySelectorAll('[data-reach]')].at(-1)?.dataset.reach")
            t.doing(lambda goal=goal: t.click_hex(goal))
            yardstick.append(t.page.evaluate(WORK))
            t.doing(undo.click)
            yardstick.append(t.page.evaluate(WORK))
            t.page.keyboard.press("Escape")
            t.wait_until(t.can_act)
            t.page.keyboard.press("n")
            t.wait_until(lambda: t.page.locator("[data-reach]").count())
        break
    times = sorted(t.page.evaluate("performance.getEntriesByName('sandtable-action').map(e => e.duration)"))
    assert len(times) >= 20
    p95 = times[int(len(times) * 0.95)]
    busy = sorted(yardstick)[int(len(yardstick) * 0.95)] / min(yardstick)
    limit *= busy
    record_property("p95_ms", round(p95, 1))
    print(
        f"{game}: {len(times)} actions, median {times[len(times) // 2]:.0f} ms, p95 {p95:.0f} ms, limit {limit:.0f} ms (busy {busy:.2f})"
    )
    assert p95 < limit


def test_the_first_page_is_small(table: Table) -> None:
    """Everything the lobby loads, compressed as it travels, is under 250 kB."""
    sizes: dict[str, int] = {}

    def heard(response: Any) -> None:
        length = response.headers.get("content-length")
        encoded = response.headers.get("content-encoding")
        body = response.body()
        sizes[response.url] = int(length) if length else len(gzip.compress(body)) if encoded else len(body)

    table.page.on("response", heard)
    table.page.goto(f"{table.server.url}/")
    expect(table.page.locator(".card").first).to_be_visible()
    table.page.wait_for_load_state("networkidle")
    total = sum(sizes.values())
    print(f"first page: {total} bytes in {len(sizes)} files")
    assert total < 250_000, sizes


@pytest.mark.parametrize("game", ["across-suez-1980", "sinai"])
def test_panning_is_smooth(new_table: Callable[..., Table], game: str) -> None:
    """Frames while the map is dragged and zoomed under 250 counters: the median stays near the screen's own rate even on the largest map."""
    if game not in {t.id for t in sandtable.games()}:
        pytest.skip(f"{game} is not registered yet")
    t = new_table(viewport={"width": 1920, "height": 1080})
    t.page.goto(f"{t.server.url}/#/new/{game}")
    t.all_here()
    t.page.get_by_role("button", name="Start the game").click()
    t.ready()
    # as many counters as the fullest scenario could ever show
    t.page.evaluate(
        """() => { const all = document.querySelector('.counters'), some = [...all.children];
        for (let i = 0; all.children.length < 250; i++) {
          const copy = some[i % some.length].cloneNode(true), n = all.children.length;
          copy.setAttribute('transform', `translate(${120 + (n % 25) * 62} ${120 + Math.floor(n / 25) * 66})`); all.append(copy) } }"""
    )
    t.page.wait_for_timeout(300)
    t.page.evaluate(
        """() => { window.frames_ = []; let last = performance.now();
        const tick = (now) => { window.frames_.push(now - last); last = now; if (window.frames_.length < 600) requestAnimationFrame(tick) }; requestAnimationFrame(tick) }"""
    )
    t.page.mouse.move(700, 500)
    t.page.mouse.down()
    for i in range(60):
        t.page.mouse.move(700 + 5 * (i % 30), 500 - 4 * i)
    t.page.mouse.up()
    for i in range(12):
        t.page.mouse.wheel(0, 120 if i % 4 < 2 else -120)
        t.page.wait_for_timeout(30)
    frames = sorted(t.page.evaluate("window.frames_.slice(1)"))
    median = frames[len(frames) // 2]
    print(f"{game}: {len(frames)} frames, median {median:.1f} ms, worst {frames[-1]:.0f} ms")
    assert median < 20
