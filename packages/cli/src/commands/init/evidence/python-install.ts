/** Owns how a lane gets the environment of a Python project, and how commands run in it without a network. Pure. */
import type { CiCommand } from '@harness/formats/documents/ci/ci-command'
import type { RepoFiles } from './evidence.ts'
import { type PythonProject, tableIn } from './python-project.ts'

export interface PythonPlace {
  readonly manager: string
  readonly setup: readonly string[]
  /** Runs a module, such as `pytest`. */
  module(words: string): string
  /** Runs a file. */
  script(words: string): string
}

/** The usual files of the requirements of tests. */
const requirementFiles = [
  ...['requirements-dev.txt', 'requirements_dev.txt', 'dev-requirements.txt', 'requirements-test.txt'],
  ...['requirements_test.txt', 'test-requirements.txt', 'requirements-tests.txt', 'requirements/tests.txt'],
  ...['requirements/test.txt', 'requirements/dev.txt', 'requirements/dev.in', 'tests/requirements/py3.txt'],
  ...['tests/requirements.txt', 'test/requirements.txt', 'dev_requirements.txt'],
] as const

/** `wanted` are the modules that checks run. */
export function pythonPlace(
  project: PythonProject,
  files: RepoFiles,
  ci: readonly CiCommand[],
  wanted: readonly string[],
): PythonPlace {
  const { names } = project
  const groups = groupsFor(project, wanted)
  if (names.has('uv.lock')) {
    const flags = groups
      .filter((group) => !defaultGroups(project).includes(group))
      .map((group) => ` --group ${group}`)
    const extras = extrasFor(project, wanted).map((extra) => ` --extra ${extra}`)
    return viaTool('uv', [`uv sync --locked${[...flags, ...extras].join('')}`], 'uv run --no-sync ')
  }
  if (names.has('poetry.lock') || Object.keys(tableIn(project.toml, 'tool', 'poetry')).length > 0)
    return viaTool(
      'poetry',
      ['POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction'],
      'poetry run ',
    )
  if (names.has('pdm.lock')) return viaTool('pdm', ['pdm install --frozen-lockfile'], 'pdm run ')
  return {
    manager: 'pip',
    setup: venvSetup(project, files, ci, wanted, groups),
    module: (words) => `.venv/bin/python -m ${words}`,
    script: (words) => `.venv/bin/python ${words}`,
  }
}

const viaTool = (manager: string, setup: readonly string[], prefix: string): PythonPlace => ({
  manager,
  setup,
  module: (words) => `${prefix}python -m ${words}`,
  script: (words) => `${prefix}python ${words}`,
})

function defaultGroups({ toml }: PythonProject): readonly string[] {
  const listed = tableIn(toml, 'tool', 'uv')['default-groups']
  return Array.isArray(listed) ? listed.map(String) : ['dev']
}

/** The fewest groups that have what is wanted; of several, the smaller one. */
function groupsFor({ groups }: PythonProject, wanted: readonly string[]): readonly string[] {
  const chosen = new Set<string>()
  for (const module of wanted) {
    const having = Object.entries(groups).filter(([, list]) => list.includes(module))
    if (having.some(([name]) => chosen.has(name))) continue
    const [smallest] = having.sort(([, a], [, b]) => a.length - b.length)
    if (smallest !== undefined) chosen.add(smallest[0])
  }
  return [...chosen]
}

const extrasFor = ({ extras }: PythonProject, wanted: readonly string[]): readonly string[] =>
  Object.entries(extras)
    .filter(
      ([name, list]) =>
        /^(?:tests?|dev|testing|develop)$/.test(name) || list.some((it) => wanted.includes(it)),
    )
    .map(([name]) => name)

function venvSetup(
  project: PythonProject,
  files: RepoFiles,
  ci: readonly CiCommand[],
  wanted: readonly string[],
  groups: readonly string[],
): readonly string[] {
  const hides = /^\/?\.venv\/?$/m.test(files.texts['.gitignore'] ?? '')
    ? ''
    : " && echo '*' > .venv/.gitignore"
  const extras = extrasFor(project, wanted)
  const product = project.isInstallable
    ? [`-e ${extras.length === 0 ? '.' : `'.[${extras.join(',')}]'`}`]
    : []
  const requirements = requirementsIn(files, project, ci).map((file) => `-r ${file}`)
  const known = [
    ...Object.values(project.groups),
    ...extras.map((extra) => project.extras[extra] ?? []),
  ].flat()
  const unknown = wanted.filter(
    (module) => !known.includes(module) && !(module === 'pytest' && requirements.length > 0),
  )
  const all = [...product, ...requirements, ...groups.map((group) => `--group ${group}`), ...unknown]
  const pip = '.venv/bin/python -m pip install --quiet --disable-pip-version-check'
  return [
    `python3 -m venv .venv${hides}`,
    // Older ones know no dependency groups.
    ...(groups.length === 0 ? [] : [`${pip} 'pip>=25.1'`]),
    ...(all.length === 0 ? [] : [`${pip} ${all.join(' ')}`]),
  ]
}

/** Those that tox or the CI names; otherwise the first with a usual name, and requirements.txt if nothing can be installed. */
function requirementsIn(
  { paths }: RepoFiles,
  { ini, isInstallable }: PythonProject,
  ci: readonly CiCommand[],
): readonly string[] {
  const said = [
    ini.testenv?.deps ?? '',
    ...ci.map(({ run }) => run).filter((run) => /\bpip3? install\b/.test(run)),
  ]
  const named = said.flatMap((text) =>
    [...text.matchAll(/-r\s*([\w./-]+\.(?:txt|in))/g)].map(([, file = '']) => file),
  )
  const there = [...new Set(named)].filter((file) => paths.has(file) && !/docs?\//.test(file))
  const usual = requirementFiles.find((file) => paths.has(file))
  const found = there.length > 0 ? there : usual === undefined ? [] : [usual]
  return isInstallable || found.includes('requirements.txt') || !paths.has('requirements.txt')
    ? found
    : ['requirements.txt', ...found]
}
