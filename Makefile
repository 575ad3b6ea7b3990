# make run    start the app for this computer and the local network; HTTPS=1 for phones that also work offline
# make test   run every test, also in a real browser
# make quick  run what needs no browser, no server and no second engine: for every save
# make check  run formatters, linters, strict typing, layers, typed JavaScript, ceilings, complexity, words
# make format  apply the formatters, and fix what linters can
# make bench  measure the numbers of docs/performance.md, in a quarter of an hour; BENCH="pages stored" for some
# make pictures  take the README's pictures again
# make screens  write pages in every window and text size to build/screens, as contact sheets
# make words  write the words of every page, error and rule sheet to build/words, to be read aloud
# make release VERSION=0.3.0  check, test, date the changelog, commit, tag, and build wheel and sdist in dist/
# make lock   choose new exact versions
# make clean  remove what the others made (never the games in instance/)
#
# Each installs what it needs. The machine needs only make and Python 3.11 or newer.

SHELL := /bin/sh
VENV ?= .venv
BIN := $(VENV)/bin
JS := tests/js
LIGHTHOUSE := tests/bench/lighthouse
BIOME = PATH="$(abspath $(BIN)):$$PATH" $(JS)/node_modules/.bin/biome
TAPLO = RUST_LOG=error $(BIN)/taplo

# Keep the machine's own Python packages out.
unexport PYTHONPATH
unexport PYTHONHOME
unexport VIRTUAL_ENV
export PYTHONNOUSERSITE := 1
# Keep compiled files, or every test process would compile the app and the tests again.
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The first one that runs and is new enough; a name proves nothing (shims).
PYTHON ?= $(shell for candidate in python3 python3.13 python3.12 python3.11 python3.14 python; do \
	"$$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& { echo "$$candidate"; break; }; done)

.DEFAULT_GOAL := help
.PHONY: help run test quick check format bench pictures screens words release lock clean .venv node

help:
	@sed -n 's/^# make/make/p' Makefile

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { \
	  echo "Scorekeeper needs Python 3.11 or newer with its venv module (Debian: apt install python3-venv)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Only what the app needs.
$(VENV)/run.stamp: pyproject.toml scorekeeper/__init__.py .ci/locks/run.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --require-hashes -r .ci/locks/run.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# The tools.
$(VENV)/dev.stamp: .ci/locks/dev.txt $(VENV)/run.stamp
	$(BIN)/python -m pip install --quiet --require-hashes -r .ci/locks/dev.txt
	@touch $@

.venv: $(VENV)/dev.stamp

# Certificates for a home network need one more package.
$(VENV)/https.stamp: .ci/locks/https.txt $(VENV)/run.stamp
	$(BIN)/python -m pip install --quiet --require-hashes -r .ci/locks/https.txt
	@touch $@

# Worksheets as PDF need one more package, which has no wheel for some small computers. Everything else works without it.
$(VENV)/pdf.stamp: .ci/locks/pdf.txt $(VENV)/run.stamp
	$(BIN)/python -m pip install --quiet --require-hashes --only-binary typst -r .ci/locks/pdf.txt || echo "No PDFs here." >&2
	@touch $@

run: $(VENV)/$(if $(HTTPS),https,run).stamp $(VENV)/pdf.stamp
	$(BIN)/python -m scorekeeper serve $(if $(HTTPS),--https,--host 0.0.0.0)

test: .venv node
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.postgresql
	$(BIN)/python -m tests.engines.engines
	$(BIN)/python -m pytest -n 2

quick: .venv node
	$(BIN)/python -m pytest -q -n 2 -m "not long and not browser" --maxfail 5 \
	  $(addprefix --ignore tests/,bench browser engines faults journeys promises server)

node: $(VENV)/node.stamp

$(VENV)/node.stamp: $(JS)/package.json $(JS)/package-lock.json $(VENV)/dev.stamp
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm ci --prefix $(JS) --no-audit --no-fund --loglevel=error
	@touch $@

check: .venv node
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIOME) check --error-on-warnings
	$(BIN)/djlint --quiet --lint templates
	$(TAPLO) format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.project.js_layers
	$(BIN)/python -m tests.project.ceilings
	$(BIN)/python -m tests.project.complexity
	$(BIN)/python -m tests.project.words
	PATH="$(abspath $(BIN)):$$PATH" $(JS)/node_modules/.bin/tsc --project $(JS)/jsconfig.json
	PATH="$(abspath $(BIN)):$$PATH" $(JS)/node_modules/.bin/tsc --project $(JS)/jsconfig.worker.json
	PATH="$(abspath $(BIN)):$$PATH" $(JS)/node_modules/.bin/tsc --project $(JS)/jsconfig.tests.json

# A template has no formatter: wrap its lines where a blank means nothing, or where a dash takes it out (`{%- if`).
format: .venv node
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIOME) check --write
	$(TAPLO) format

# Only this uses Lighthouse. Without it, the bench's rows say so.
bench: .venv
	$(BIN)/python -m tests.browser.chromium
	-test -e $(LIGHTHOUSE)/node_modules/lighthouse || PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm ci \
	  --prefix $(LIGHTHOUSE) --ignore-scripts --no-audit --no-fund --loglevel=error
	$(BIN)/python -m tests.bench $(BENCH)

pictures: .venv
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -q tests/browser/pictures.py

words: .venv
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -q tests/browser/reading.py

screens: .venv
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.browser.screens build/screens

release: check test
	BIN=$(BIN) .ci/release $(VERSION)

# Versions for every platform and Python, with hashes, and without the address of an index.
UV_COMPILE := .lock-venv/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-header --no-emit-index-url --no-emit-find-links --quiet --upgrade

lock: $(VENV)/dev.stamp
	$(BIN)/python -m venv .lock-venv
	.lock-venv/bin/python -m pip install --quiet uv
	printf 'hatchling\n' | $(UV_COMPILE) - --output-file .ci/locks/run.txt
	printf 'hatchling\n' | $(UV_COMPILE) - --extra postgresql --constraint .ci/locks/run.txt --output-file .ci/locks/postgresql.txt
	printf 'hatchling\n' | $(UV_COMPILE) - --extra https --constraint .ci/locks/run.txt --output-file .ci/locks/https.txt
	printf 'hatchling\n' | $(UV_COMPILE) - --extra pdf --constraint .ci/locks/run.txt --output-file .ci/locks/pdf.txt
	$(UV_COMPILE) --extra dev --constraint .ci/locks/run.txt --output-file .ci/locks/dev.txt
	rm -rf .lock-venv
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm install --prefix $(JS) --package-lock-only --no-audit --no-fund
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm install --prefix $(LIGHTHOUSE) --package-lock-only --no-audit --no-fund

clean:
	rm -rf $(VENV) .lock-venv $(JS)/node_modules $(LIGHTHOUSE)/node_modules build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find scorekeeper tests -name __pycache__ -type d -prune -exec rm -rf {} +
