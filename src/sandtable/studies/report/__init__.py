"""The report of a study: one HTML file that opens without a network, and every figure as SVG and PNG.

`sums.py` computes, `plots.py` and `maps.py` draw, `style.py` holds colours and fonts, `page.py` writes the page.
matplotlib draws the plots: it writes vector graphics with real text, needs no network and no browser, and takes our fonts.
The maps are the project's own.
"""
