# make setup   install all dependencies into .venv, .tools, node_modules and build
# make serve   serve the site on http://localhost:8000, or with PORT=8123 there, and show what is saved in open pages
# make build   build the site into site/
# make test    run lint and all tests; installs missing browsers and hosts from Debian. Its parts:
#   make test-rules     the core, the games and the benchmark's code, without a site or browser
#   make test-build     the build: the Markdown extension, the bundle, search, service worker, live reload
#   make test-page      the JavaScript modules in Node
#   make test-browser   the built site in Chromium
#   make test-engines   a reader's main paths through the site in Debian's Firefox and WebKit
# make test-core  run the tests of rules_py in Python alone: no Node, no site, no browser; under two minutes
# make dist    build the wheel and the sdist into dist/, with the front end and the compiled rules
# make trials   run slow, fault-injection and known flaky tests; select with TRIALS="engines faults"
# make lint    lint and type-check: ruff and mypy for Python, tsc and Biome for JavaScript and CSS
# make format  format Python, JavaScript and CSS
# make audit   check the pinned dependencies for known vulnerabilities; fail for one, or if a package can't be checked
# make bench   compare speed, bytes and scale with stock Pyodide and write docs/speed.md; parts in bench/__main__.py
# make lighthouse  run Lighthouse on a page of each kind and fail on a low score; select with KINDS="home fight"
# make readme-picture  capture the README's picture of a roll from the built site, in light and dark colours
# make lock    update the lock files after a change in pyproject.toml

PYTHON := .venv/bin/python
UV := .tools/bin/uv
NPM := npm
LOCK := $(UV) pip compile --quiet --upgrade --generate-hashes --no-header --no-annotate
export NO_MKDOCS_2_WARNING := 1
# Images of containers set it, and then each Python process compiles all that it imports again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup packages serve build audit format lint lint-py lint-js dist test test-core test-rules test-build test-page \
	test-browser test-engines trials bench lighthouse readme-picture lock clean browser browser-for-tests engines hosts

# Python's and JavaScript's packages are installed at the same time: both wait for the network.
setup:
	@$(MAKE) --no-print-directory --jobs=2 packages

packages: .venv/.done node_modules/.done
	@:

serve: setup
	$(PYTHON) -m mkdocs serve $(if $(PORT),--dev-addr localhost:$(PORT))

build: setup
	$(PYTHON) -m mkdocs build --strict --site-dir site

lint: lint-py lint-js

format: setup
	$(PYTHON) -m ruff check --quiet --select I --fix .
	$(PYTHON) -m ruff format --quiet .
	node_modules/.bin/biome format --write

# CI's fresh clone would write a cache of types that nothing reads.
lint-py: setup
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --quiet --check .
	$(PYTHON) -m mypy $(if $(CI),--cache-dir=/dev/null)

lint-js: setup
	node_modules/.bin/tsc --project .
	node_modules/.bin/tsc --project rules_js
	node_modules/.bin/biome check --error-on-warnings

# build makes the wheel from the sdist in a temporary folder, so setuptools leaves nothing in build/.
dist: setup
	rm -rf dist
	$(PYTHON) -m rules_site prebuild rules_site/prebuilt
	$(PYTHON) -m build --quiet --no-isolation --outdir dist .
	rm -rf rules_py.egg-info rules_site/prebuilt

# For changes to rules_py: needs neither Node nor a browser. `make test-rules` also runs the games' own tests.
test-core: .venv/.done
	$(PYTHON) -m pytest -q -n auto rules_py tests/rules_py tests/test_inventory.py

# tools/test_runner/parts.py defines the parts and their order. The runner ends with a summary of times and flaky tests.
RUN := $(PYTHON) -m tools.test_runner
test: setup browser-for-tests engines hosts
	$(RUN)

test-rules test-page: setup
	$(RUN) $(@:test-%=%)

test-build: build
	$(RUN) build

test-browser: build browser-for-tests hosts
	$(RUN) browser

test-engines: build browser-for-tests engines
	$(RUN) engines

trials: build browser-for-tests browser engines hosts bench/lighthouse/node_modules/.done .tools/zensical/.done
	$(RUN) --trials $(TRIALS)

audit: setup .tools/audit/.done
	$(PYTHON) -m tools.audit

bench: build browser
	$(PYTHON) -m bench

# Kept in a separate folder: Lighthouse doubles the size of node_modules and isn't needed to build the site.
bench/lighthouse/node_modules/.done: bench/lighthouse/package.json bench/lighthouse/package-lock.json
	$(NPM) ci --prefix $(<D) --ignore-scripts --no-fund --no-audit --loglevel=error
	touch $@

lighthouse: build browser bench/lighthouse/node_modules/.done
	$(PYTHON) -m bench.lighthouse $(KINDS)

readme-picture: build browser
	$(PYTHON) -m tools.make_images readme

browser: setup
	tools/find-browser || tools/install-browser

browser-for-tests: setup
	tools/find-browser for-tests || tools/install-browser for-tests

engines: setup
	tools/find-engines || tools/install-engines

hosts:
	tools/find-hosts || tools/install-hosts

lock: .tools/.done
	$(LOCK) pyproject.toml --group site --group test --universal --python-version 3.12 -o locks/site-and-tests.lock
	$(LOCK) pyproject.toml --group uv --universal --python-version 3.12 -o locks/uv.lock
	$(LOCK) pyproject.toml --group audit --universal --python-version 3.12 -o locks/audit.lock
	$(LOCK) pyproject.toml --group zensical --universal --python-version 3.12 -o locks/zensical.lock

# uv finds or downloads Python 3.12 or newer; Python 3.11 is enough to install uv.
.tools/.done: locks/uv.lock
	python3 -m venv .tools
	.tools/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement locks/uv.lock
	touch $@

.tools/audit/.done: .tools/.done locks/audit.lock
	$(UV) venv --quiet --clear --python $(PYTHON) .tools/audit
	$(UV) pip sync --quiet --require-hashes --python .tools/audit locks/audit.lock
	touch $@

# Another builder of sites, whose pages a trial compares with those of MkDocs.
.tools/zensical/.done: .tools/.done locks/zensical.lock
	$(UV) venv --quiet --clear --python $(PYTHON) .tools/zensical
	$(UV) pip sync --quiet --require-hashes --python .tools/zensical locks/zensical.lock
	touch $@

.venv/.done: .tools/.done locks/site-and-tests.lock
	UV=$(UV) tools/make-venv
	$(UV) pip sync --quiet --require-hashes --python $(PYTHON) locks/site-and-tests.lock
	touch $@

node_modules/.done: package.json package-lock.json
	$(NPM) ci --no-fund --no-audit --loglevel=error
	touch $@

clean:
	rm -rf .venv .tools node_modules build site dist rules_py.egg-info
