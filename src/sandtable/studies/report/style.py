"""Colours, fonts and frames of the figures: quiet, and the same for every plot."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import matplotlib as mpl
from fontTools import subset
from fontTools.ttLib import TTFont
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import sandtable.render

INK: Final = "#2b2722"
SOFT: Final = "#7d756a"
LINE: Final = "#d9d3c7"
PAPER: Final = "#ffffff"
FIRST: Final = ("#1f4e79", "#2f6ea5", "#6fa3cc", "#abcbe4", "#d3e4f1")
"""The first side's blues, strong to pale."""
SECOND: Final = ("#8f3d14", "#c0602a", "#dd9160", "#efc1a2", "#f8e2d4")
"""The second side's rusts, strong to pale."""
NEITHER: Final = "#b9b2a6"
WIDTH: Final = 8.6
FONTS: Final = Path(sandtable.render.__file__).parent / "fonts"
LATIN: Final = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x2212]
SETTINGS: Final[dict[str, Any]] = {
    "font.family": ["Inter", "DejaVu Sans"],
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 9.5,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": "#ece7dd",
    "grid.linewidth": 0.8,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "xtick.labelcolor": SOFT,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "svg.hashsalt": "sandtable",
    "figure.facecolor": PAPER,
    "legend.frameon": False,
    "legend.fontsize": 9,
}


@cache
def _fonts_known() -> None:
    for path in FONTS.glob("Inter-*.ttf"):
        font_manager.fontManager.addfont(str(path))


@contextmanager
def drawing() -> Iterator[None]:
    """Everything drawn inside is in the style; the caller's own settings come back afterwards."""
    _fonts_known()
    with mpl.rc_context(cast(Any, SETTINGS)):
        yield


def figure(height: float, columns: int = 1, share_y: bool = False, width: float = WIDTH) -> tuple[Figure, list[Axes]]:
    """An empty figure with its axes side by side."""
    drawn = Figure(figsize=(width, height), layout="constrained")
    return drawn, list(drawn.subplots(1, columns, sharey=share_y, squeeze=False)[0])


def side_colour(side: str | None, sides: tuple[str, ...], shade: int = 1) -> str:
    if side not in sides:
        return NEITHER
    return (FIRST if sides.index(side) == 0 else SECOND)[min(shade, 4)]


def as_svg(drawn: Figure, standalone: bool = False) -> str:
    """The figure as SVG: with real text inside the page, with outlines when it stands alone."""
    out = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "path" if standalone else "none"}):
        drawn.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text if standalone else text[text.index("<svg") :]


def as_png(drawn: Figure) -> bytes:
    out = io.BytesIO()
    drawn.savefig(out, format="png", dpi=180, metadata={"Software": None})
    return out.getvalue()


@cache
def font_faces() -> str:
    """The page's fonts as CSS, reduced to what a report can contain."""
    faces = []
    for name, weight in (("Inter-Regular", 400), ("Inter-Bold", 700), ("SourceSerif4-Bold", 700)):
        font = TTFont(FONTS / f"{name}.ttf")
        reduced = subset.Subsetter(subset.Options(layout_features=["kern", "liga", "tnum"], hinting=False))
        reduced.populate(unicodes=LATIN)
        reduced.subset(font)
        font.flavor = "woff"
        out = io.BytesIO()
        font.save(out)
        data = base64.b64encode(out.getvalue()).decode()
        family = "Inter" if name.startswith("Inter") else "Source Serif 4"
        faces.append(
            f"@font-face{{font-family:'{family}';font-weight:{weight};src:url(data:font/woff;base64,{data}) format('woff')}}"
        )
    return "".join(faces)
