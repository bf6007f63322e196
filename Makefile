# Dragoman. `make` alone lists what there is; every target sets up .venv by itself with plain pip.

PYTHON ?= # which Python makes .venv; empty: the first of 3.11 to 3.13 that runs
WORKERS ?= 2
BIN := .venv/bin
RUN_READY := .venv/.ready-run
DEV_READY := .venv/.ready-dev

.DEFAULT_GOAL := help
CHECKS := check-format check-lint check-types check-layers check-sizes
.PHONY: help run test check $(CHECKS) format browser docs eval bench fuzz clean

help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(RUN_READY) ## Set up, fetch the embedding model, answer the demo's questions, then serve the page until Ctrl-C
	@$(BIN)/dragoman models fetch && $(BIN)/dragoman documents embed || echo 'Going on without it.'
	@$(BIN)/dragoman demo
	@echo
	@echo 'Ask your own:   .venv/bin/dragoman ask "How much did BHP'"'"'s revenue grow from FY23 to FY24?"'
	@echo 'Go on asking:   .venv/bin/dragoman chat'
	@echo 'Add a report:   .venv/bin/dragoman ingest REPORT.pdf --company BHP --period FY2025'
	@echo
	@$(BIN)/dragoman serve

test: $(DEV_READY) ## Run the tests, without the slow ones and the browser
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow and not browser" -q

browser: $(DEV_READY) ## Use the page in a browser (needs chromium)
	$(BIN)/python -m pytest -m browser -q tests/journeys/browser

# make -k check goes on after the first that fails.
check: $(CHECKS) ## Format, lint, types, layers and sizes

check-format: $(DEV_READY)
	$(BIN)/ruff format --check .

check-lint: $(DEV_READY)
	$(BIN)/ruff check .

check-types: $(DEV_READY)
	$(BIN)/mypy

check-layers: $(DEV_READY)
	$(BIN)/lint-imports --no-logo

check-sizes: $(DEV_READY)
	$(BIN)/python -m pytest tests/architecture -q

format: $(DEV_READY) ## Put the format right and fix what ruff can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(DEV_READY) ## Write the schemas and the generated pages, and run every example of the docs
	$(BIN)/python scripts/train_classifier.py
	$(BIN)/python scripts/write_schemas.py
	$(BIN)/python scripts/write_docs.py
	$(BIN)/python scripts/write_docs.py
	$(BIN)/python -m pytest tests/docs -q

eval: $(DEV_READY) ## Run every eval suite and say right, wrong, asked, declined
	$(BIN)/dragoman eval

bench: $(DEV_READY) ## Measure how long things take
	@for bench in benchmarks/*.py; do echo "== $$bench"; $(BIN)/python "$$bench" || exit 1; done

fuzz: $(DEV_READY) ## Look for counterexamples for some minutes
	HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -n $(WORKERS) -m fuzz -q

clean: ## Remove what the tools left, not .venv and not your data
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks build dist
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@for candidate in $(or $(strip $(PYTHON)),python3 python3.13 python3.12 python3.11); do \
		"$$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null || continue; \
		echo "Making .venv with $$candidate"; \
		"$$candidate" -m venv .venv && exit; \
		rm -rf .venv; echo "It cannot make virtual environments; on Debian: apt install python3-venv"; exit 1; \
	done; \
	echo "Dragoman needs Python 3.11, 3.12 or 3.13. Install one, or name it: make PYTHON=/path/to/python $(MAKECMDGOALS)"; \
	exit 1

$(RUN_READY): pyproject.toml | $(BIN)/python
	@echo "Installing Dragoman into .venv (once; a minute or two)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all]'
	@touch $@

$(DEV_READY): pyproject.toml | $(BIN)/python
	@echo "Installing Dragoman and its tools into .venv (once; a minute or two)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,dev]'
	@touch $@ $(RUN_READY)
