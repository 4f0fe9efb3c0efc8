# Every command sets up what it needs: a virtual environment in .venv with the pinned packages,
# and the client's packages in client/node_modules.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
PLAYABLE := .venv/playable
WARM := .venv/warm
MODULES := client/node_modules/.ready
PAGES := src/cerealbar/server/static/index.html
CLIENT := $(shell find client/src client/public -type f 2> /dev/null) $(wildcard client/*.html) client/vite.config.ts
KERNELS := $(wildcard src/cerealbar/game/*.py) $(shell grep -rl '@kernel' --include='*.py' src/cerealbar)

export PYTHONDONTWRITEBYTECODE := # or every process reads all sources anew

.DEFAULT_GOAL := help
.PHONY: help play setup test test-fast check format bench docs docs-serve pictures screenshots wheel wheel-test chromium postgresql nginx clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

.venv/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv

$(READY): pyproject.toml constraints.txt | .venv/pyvenv.cfg
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $(READY) $(PLAYABLE)

$(PLAYABLE): pyproject.toml constraints.txt | .venv/pyvenv.cfg # the game without torch
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[server]'
	@touch $(PLAYABLE)

$(WARM): $(PLAYABLE) $(KERNELS) # compiled once, so that nobody waits for it later
	$(BIN)/cerealbar warm-up
	@touch $(WARM)

$(MODULES): client/package.json client/package-lock.json
	$(PYTHON) building/pages.py modules

$(PAGES): $(MODULES) $(CLIENT)
	$(PYTHON) building/pages.py

play: $(PLAYABLE) $(PAGES) $(WARM) ## Play in the browser, at http://localhost:8080
	$(BIN)/cerealbar serve --open

setup: $(READY) ## Install everything into .venv: what training, tests and the site need too

chromium: # Browser tests drive the Chromium that is installed, or else Debian's
	@for name in "$$CHROMIUM" chromium chromium-browser google-chrome; do \
		if [ -n "$$name" ] && command -v "$$name" > /dev/null; then exit 0; fi; \
	done; \
	if command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "installing Chromium for the browser tests"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium > /dev/null; \
	else \
		echo "The browser tests need Chromium: install it (Debian: sudo apt-get install chromium)"; \
		echo "or set CHROMIUM=/path/to/chromium"; exit 1; \
	fi

postgresql: # Tests of several processes use the PostgreSQL that is installed, or else Debian's
	@if ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null; then exit 0; fi; \
	if command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "installing PostgreSQL for the tests"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql > /dev/null; \
	else \
		echo "The tests need PostgreSQL: install it (Debian: sudo apt-get install postgresql)"; exit 1; \
	fi

nginx: # The example of several processes is tested behind the nginx that is installed, or else Debian's
	@if command -v nginx > /dev/null || [ -x /usr/sbin/nginx ]; then exit 0; fi; \
	if command -v apt-get > /dev/null && [ "$$(id -u)" = 0 ]; then \
		echo "installing nginx for the tests"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nginx openssl > /dev/null; \
	else \
		echo "The tests need nginx: install it (Debian: sudo apt-get install nginx)"; exit 1; \
	fi

test: $(READY) $(PAGES) $(WARM) chromium postgresql nginx ## Run all tests
	cd client && npm run --silent test
	$(BIN)/python -m pytest --numprocesses 3 --dist worksteal --durations 10

test-fast: $(READY) $(WARM) ## Run the tests without browsers, servers of others and long training
	$(BIN)/python -m pytest --numprocesses 3 --dist worksteal -m "not slow"

check: $(READY) $(MODULES) ## Check format, lint, types, layers and names
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --quiet tests/contracts
	cd client && npm run --silent check

format: $(READY) $(MODULES) ## Format the code and fix what lint can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd client && npm run --silent format

bench: $(READY) $(PAGES) ## Measure every speed that this project claims
	$(BIN)/python -m benchmarks

docs: $(READY) ## Build the site of all pages into build/site; a broken link is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

docs-serve: $(READY) ## Serve the site at http://localhost:8000 while pages change
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs serve --dev-addr 127.0.0.1:8000

pictures: $(READY) ## Draw the boards on pages again
	$(BIN)/cerealbar picture 42 -o docs/pictures/seed-42.png
	$(BIN)/cerealbar picture legend -o docs/pictures/legend.png
	for view in leader paper cb2; do \
		$(BIN)/cerealbar picture 5 --view $$view --width 560 -o docs/pictures/view-$$view.png; \
	done

screenshots: $(READY) $(PAGES) chromium ## Take the pages' pictures of the browser game again
	$(BIN)/python -m docs.screenshots

wheel: $(READY) ## Build an sdist and a wheel in dist/, with the pages
	rm -rf dist
	$(BIN)/python -m build

EXTRAS ?= all
wheel-test: wheel chromium ## Install the wheel in an empty folder with PYTHON, play, make games
	$(BIN)/python -m tests.packaging.walk dist/*.whl $$(command -v $(PYTHON)) $(EXTRAS)

clean: ## Remove what was made, the virtual environment included
	rm -rf client/node_modules src/cerealbar/server/static build dist src/*.egg-info
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
