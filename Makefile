# Every task, one short call each. `make run` and `make test` work on a fresh machine with Python 3.11+.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_ARGS ?=
BASE ?=
BENCH_ARGS ?=

.PHONY: run test check rules prove shots bench soak clean

run: $(VENV)/run.stamp            ## start the companion
	$(BIN)/companion serve $(RUN_ARGS)

test: $(VENV)/test.stamp          ## every check and every test, the browser's too
	$(MAKE) --no-print-directory check
	$(BIN)/python -m pytest -q -n 2 --dist loadfile
	$(MAKE) --no-print-directory rules
	$(MAKE) --no-print-directory prove

check: $(VENV)/test.stamp         ## style, types, layers
	$(BIN)/ruff check companion tests
	$(BIN)/ruff format --check companion tests
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

rules: $(VENV)/test.stamp         ## which rules have a passing test
	$(BIN)/python tests/tools/rules.py

prove: $(VENV)/test.stamp         ## every refusal is missed by a test when it is taken out
	$(BIN)/python tests/tools/prove.py $(GAME)

shots: $(VENV)/test.stamp         ## pictures of every screen, into shots/
	$(BIN)/python tests/tools/shots.py

bench: $(VENV)/test.stamp         ## the server under load against BASE, by default where this branch began
	PYTHONPATH=tests/tools $(BIN)/python -m bench $(if $(BASE),--base $(BASE)) $(BENCH_ARGS)

soak: $(VENV)/test.stamp          ## the long form of the loops that `make test` runs short
	COMPANION_SOAK=20 $(BIN)/python -m pytest -q -m slow -p no:randomly

clean:
	rm -rf $(VENV) shots dist build

$(VENV)/run.stamp: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/test.stamp: pyproject.toml tests/tools/browser.py $(VENV)/run.stamp
	$(BIN)/pip install --quiet --disable-pip-version-check "pip>=25.1"
	$(BIN)/pip install --quiet --disable-pip-version-check --group test --group check
	$(BIN)/python tests/tools/browser.py
	touch $@
