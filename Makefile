# Two commands do everything: `make play` and `make test`. Python 3.11+ is all that is needed beforehand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES = $(shell $(BIN)/python -c "import sandtable; print(' '.join(id for t in sandtable.games() for id in t.ids))")

.PHONY: lock studies postgresql play test check client unit browser web fuzz bench playthroughs editions close-editions pages messages screenshots walk clean

play: $(VENV)/installed web  ## start the local table
	$(BIN)/sandtable play

test: $(VENV)/tested web  ## everything a change must pass
	$(MAKE) --no-print-directory -j2 check client
	$(MAKE) --no-print-directory unit browser

check: $(VENV)/tested
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy

client: $(VENV)/installed web  ## the browser client's formatter, linter and unit tests
	$(BIN)/python web/build.py check

# The tests start hundreds of Pythons: what they import is compiled once, whatever the caller's settings are.
unit browser: export PYTHONDONTWRITEBYTECODE :=
unit browser: export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache

unit: $(VENV)/tested postgresql
	$(BIN)/python -m pytest -p tests.lines --lines 98 -q -n auto --dist worksteal -m "not slow and not browser"
	SANDTABLE_NATIVE=0 $(BIN)/pytest -q -m "not slow" -k "not architecture and not counts and not names" tests/core

browser: $(VENV)/tested web chromium
	$(BIN)/pytest -q -n 2 --dist worksteal -m "browser and not slow" tests/web

web: $(VENV)/installed  ## build the browser client
	$(BIN)/python web/build.py

chromium:  ## Debian's Chromium for the browser tests
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-dejavu-core >/dev/null; } \
	|| { echo "The browser tests need Chromium: install the package chromium (as root, this command does it)."; exit 1; }

postgresql:  ## Debian's PostgreSQL for the tests of several servers; without it they are skipped with a word
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null; } || echo "Without PostgreSQL the tests of several servers are skipped (as root, this command installs it)."

fuzz: $(VENV)/installed  ## 300,000 random decisions of every scenario
	for g in $(GAMES); do $(BIN)/sandtable fuzz $$g --decisions 300000 --seed 1 || exit 1; done

mutants: $(VENV)/tested  ## small changes of the rules that no test notices (PACKAGE=across_suez for one package)
	for g in $(or $(PACKAGE),across_suez middle_east_battles musketeer sinai); do $(BIN)/python -m tests.mutation $$g || exit 1; done

bench: $(VENV)/tested  ## figures beside python-chess, PettingZoo and OpenSpiel
	$(BIN)/pip install -q -e ".[bench]" || echo "Some peers could not be installed; they are left out."
	mkdir -p build bench/results && $(BIN)/sandtable bench --json >build/bench.json && mv build/bench.json bench/results/$$(date +%F).json

studies: $(VENV)/tested  ## the ready studies of docs/studies at a small size
	for f in docs/studies/*.toml; do $(BIN)/sandtable study $$f --games 4 -o build/studies/$$(basename $$f .toml) || exit 1; done

playthroughs: $(VENV)/tested  ## regenerate the readable reference games; review them as a diff
	$(BIN)/python -m tests.playthroughs.make

editions: $(VENV)/tested  ## after a change of games or core: is play as it was, or does it need a new edition?
	$(BIN)/python -m tests.editions.make

close-editions: $(VENV)/tested  ## before a release: keep records of the new editions; from then on they are public
	$(BIN)/python -m tests.editions.make --close

pages: $(VENV)/installed  ## rewrite the generated pages of docs/
	$(BIN)/python -m sandtable.studies.pages docs

messages: $(VENV)/installed  ## everything that can be translated, as a gettext template: build/messages.pot
	mkdir -p build && $(BIN)/python web/scripts/messages.py >build/messages.pot

screenshots: $(VENV)/tested web chromium  ## the pictures in docs/
	$(BIN)/python -m tests.web.screenshots

walk: $(VENV)/tested web chromium  ## photographs of a newcomer's first ten minutes, at every size and theme, into walk/
	$(BIN)/python -m tests.web.walk walk

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml hatch_build.py $(wildcard native/*) | $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -e ".[table]"
	touch $@

$(VENV)/tested: $(VENV)/installed constraints.txt
	$(BIN)/pip install -q --disable-pip-version-check -e ".[test]" -c constraints.txt || { echo "Not every locked version can be had here: installing what fits."; \
	$(BIN)/pip install -q --disable-pip-version-check -e ".[test]"; }
	touch $@

lock: $(VENV)/tested  ## write constraints.txt anew: the newest versions that fit together
	$(BIN)/pip install -q --disable-pip-version-check uv
	echo "# What the tests were last run with: make lock writes this file, make test installs by it." >constraints.txt
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --extra test --no-emit-index-url --no-header --no-annotate pyproject.toml >>constraints.txt

clean:
	rm -rf $(VENV) web/node_modules src/sandtable/server/static
