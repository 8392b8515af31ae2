/** Small trees with the build files of well-known Python products; the names and commands are theirs. */
import { json, type Shape } from './shape.ts'

export const click: Shape = {
  'pyproject.toml': `
[project]
name = "sample-command"
requires-python = ">=3.10"

[dependency-groups]
dev = ["ruff", "tox", "tox-uv"]
docs = ["sphinx"]
pre-commit = ["pre-commit", "pre-commit-uv"]
tests = ["pytest"]
typing = ["mypy", "pyright", "pytest"]

[build-system]
requires = ["flit_core<4"]
build-backend = "flit_core.buildapi"

[tool.uv]
default-groups = ["dev", "pre-commit", "tests", "typing"]

[tool.pytest.ini_options]
testpaths = ["tests"]

[tool.mypy]
files = ["src", "tests/typing"]
strict = true

[tool.ruff]
src = ["src"]

[tool.tox]
env_list = ["py3.13", "style", "typing"]

[tool.tox.env_run_base]
dependency_groups = ["tests"]
commands = [["pytest", "-v", "--tb=short", {replace = "posargs", default = [], extend = true}]]

[tool.tox.env.typing]
commands = [["mypy"], ["pyright"]]
`,
  'uv.lock': '',
  '.gitignore': '.venv/\n',
  '.pre-commit-config.yaml': `
repos:
  - repo: https://github.com/astral-sh/ruff-pre-commit
    rev: v0.14.0
    hooks: [{ id: ruff-check }, { id: ruff-format }]
`,
  'src/sample/__init__.py': '',
  'tests/test_basic.py': '',
  'docs/conf.py': '',
  'docs/index.rst': '',
  '.github/workflows/tests.yaml': `
jobs:
  tests:
    steps:
      - run: uv run --locked tox run -e \${{ matrix.tox }}
  typing:
    steps:
      - run: uv run --locked tox run -e typing
`,
}

export const django: Shape = {
  'pyproject.toml': `
[build-system]
requires = ["setuptools>=77"]

[project]
name = "Sample"

[tool.black]
target-version = ["py312"]
force-exclude = "tests/test_runner_apps/tagged/tests_syntax_error.py"

[tool.isort]
profile = "black"
`,
  ...json('package.json', {
    name: 'sample',
    private: true,
    scripts: { pretest: 'npm install', test: 'grunt test --verbose' },
    engines: { npm: '>=1.3.0' },
    devDependencies: { eslint: '^9', grunt: '^1', qunit: '^2' },
  }),
  'tox.ini': `
[tox]
envlist = py3,black,javascript

[testenv]
deps =
    py{3}: -rtests/requirements/py3.txt
changedir = tests
commands =
    {envpython} runtests.py {posargs}

[testenv:javascript]
deps =
commands =
    npm install
    npm test -- {posargs}
`,
  '.flake8': '[flake8]\nmax-line-length = 88\n',
  '.gitignore': 'node_modules/\npackage-lock.json\n',
  '.pre-commit-config.yaml': `
repos:
  - repo: https://github.com/psf/black-pre-commit-mirror
    hooks: [{ id: black }]
  - repo: https://github.com/PyCQA/isort
    hooks: [{ id: isort }]
  - repo: https://github.com/PyCQA/flake8
    hooks: [{ id: flake8 }]
`,
  'sample/__init__.py': '',
  'tests/runtests.py': '',
  'tests/requirements/py3.txt': '',
  'docs/conf.py': '',
  'js_tests/tests.html': '',
  '.github/workflows/tests.yml': `
jobs:
  windows:
    steps:
      - run: python -m pip install --upgrade pip wheel
      - run: python -m pip install -r tests/requirements/py3.txt -e .
      - run: python -Wall tests/runtests.py --verbosity=2
  javascript-tests:
    steps:
      - run: npm install
      - run: npm test
`,
  '.github/workflows/linters.yml': `
jobs:
  flake8:
    steps:
      - run: python -m pip install flake8
      - run: flake8
  isort:
    steps:
      - run: isort --check --diff sample tests
`,
}

export const preCommitHooks: Shape = {
  'setup.py': 'from setuptools import setup\nsetup()\n',
  'setup.cfg': `
[metadata]
name = sample_hooks

[options]
packages = find:
install_requires =
    ruamel.yaml>=0.15

[mypy]
check_untyped_defs = true

[mypy-tests.*]
disallow_untyped_defs = false
`,
  'tox.ini': `
[tox]
envlist = py,pre-commit

[testenv]
deps = -rrequirements-dev.txt
setenv =
    GIT_AUTHOR_NAME = "test"
commands =
    coverage erase
    coverage run -m pytest {posargs:tests}
    coverage report --fail-under 100

[testenv:pre-commit]
skip_install = true
deps = pre-commit
commands = pre-commit run --all-files
`,
  'requirements-dev.txt': 'covdefaults\ncoverage\npytest\n',
  '.pre-commit-config.yaml': `
repos:
  - repo: https://github.com/pre-commit/mirrors-mypy
    rev: v1.15.0
    hooks: [{ id: mypy }]
  - repo: https://github.com/PyCQA/flake8
    rev: 7.2.0
    hooks: [{ id: flake8 }]
`,
  '.pre-commit-hooks.yaml': '- id: check-yaml\n',
  'sample_hooks/__init__.py': '',
  'tests/conftest.py': '',
  'tests/check_yaml_test.py': '',
  'testing/__init__.py': '',
  '.github/workflows/main.yml': `
jobs:
  main-linux:
    uses: asottile/workflows/.github/workflows/tox.yml@v1.8.1
    with:
      env: '["py39", "py310"]'
`,
}

/** Tests of the standard library alone, as the CI runs them. */
export const unittest: Shape = {
  'setup.py': 'from setuptools import setup\nsetup(name="sample")\n',
  'sample/__init__.py': '',
  'tests/__init__.py': '',
  'tests/test_sample.py': '',
  '.github/workflows/ci.yml': `
jobs:
  test:
    steps:
      - run: python -m pip install .
      - run: python -m unittest discover -s tests -v && echo done
`,
}

/** A runner that only tox knows. */
export const toxRunner: Shape = {
  'setup.cfg': '[metadata]\nname = sample\n',
  'setup.py': 'import setuptools\nsetuptools.setup(pbr=True)\n',
  'tox.ini': `
[tox]
envlist = py3,pep8

[testenv]
deps = -r{toxinidir}/test-requirements.txt
commands = stestr run {posargs}

[testenv:pep8]
commands = hacking-check
`,
  'test-requirements.txt': 'stestr\n',
  '.stestr.conf': '',
  'sample/__init__.py': '',
  'sample/tests/test_api.py': '',
}

/** MkDocs, and mypy whose settings name no files. */
export const mkdocs: Shape = {
  'pyproject.toml': `
[project]
name = "sample-api"

[project.optional-dependencies]
dev = ["pytest", "mypy", "mkdocs"]

[tool.mypy]
strict = true
`,
  'mkdocs.yml': 'site_name: Sample\n',
  'docs/index.md': '',
  'sample_api/__init__.py': '',
  'tests/test_api.py': '',
}
