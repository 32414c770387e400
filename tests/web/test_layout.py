"""At every size and with text twice as large: the page itself never scrolls, and what the fight comes to stands in sight with its main button."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .table import Table

pytestmark = pytest.mark.browser

SIZES = {
    "wide": (1440, 900),
    "desk": (1280, 800),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "phone sideways": (844, 390),
}
FAULTS = """() => {
    const page = document.scrollingElement, faults = []
    const seen = (name, e, whole = true) => {
        const r = e?.getBoundingClientRect()
        if (!r?.width) return faults.push(`${name} is not there`)
        if (r.left < -1 || r.right > innerWidth + 1 || r.top < -1 || r.bottom > innerHeight + 1) faults.push(`${name} lies out of sight`)
        if (whole && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)) faults.push(`${name} is clipped`)
        const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)
        if (!e.contains(top) && !top?.contains(e)) faults.push(`${name} is covered by ${top?.className}`)
    }
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth)
        faults.push(`the page scrolls: ${page.scrollWidth} x ${page.scrollHeight}`)
    seen('the main button', document.querySelector('.actions .main'))
    for (const b of document.querySelectorAll('.actions button')) if (b.offsetParent) seen(b.innerText, b)
    seen('the chance', document.querySelector('.headline .chance'), false)
    document.querySelectorAll('.bands .band').forEach((b) => seen('a result', b))
    document.querySelectorAll('.goals .goal').forEach((b) => seen(b.innerText, b))
    seen('the badge', document.querySelector('.you'), false)
    return faults
}"""


def test_a_fight_fits_every_window(new_table: Callable[..., Table]) -> None:
    t = new_table(viewport={"width": 1440, "height": 900}).new_game("across-suez-2021", israel="here", egypt="greedy")
    for unit, to in (("Erez-3", "0813"), ("Matt-1", "0713")):
        t.click_unit(unit)
        t.wait_until(lambda to=to: t.page.locator(f'[data-reach="{to}"]').count())
        t.doing(lambda to=to: t.click_hex(to))
    t.page.keyboard.press("Escape")
    t.doing(lambda: t.press_button("end"))
    for unit in ("16/3", "Erez-3", "Matt-1"):
        t.doing(lambda unit=unit: t.click_unit(unit))
    found = {}
    for text in ("100", "200"):
        t.page.evaluate("x => localStorage.setItem('sandtable.text', x)", text)
        t.page.reload()
        t.ready()
        t.page.locator(".headline .chance").wait_for()
        for name, (width, height) in SIZES.items():
            if text == "200" and name.startswith("phone"):
                continue
            t.page.set_viewport_size({"width": width, "height": height})
            t.wait_until(lambda: t.page.evaluate("new Promise(done => setTimeout(() => done(true), 120))"))
            t.drawn()
            found[f"{name}, text {text} %"] = t.page.evaluate(FAULTS)
            if name == "desk" and text == "100":
                assert t.page.get_by_text("Across Suez (2021)").first.is_visible()
    assert not {k: v for k, v in found.items() if v}
