/** Finds what proves a change of a Python product: its test runner, and the tools that its own environment has. Pure. */
import { type Evidence, type Finder, isFolder, type RepoFiles, topNames } from './evidence.ts'
import { hooksOf } from './pre-commit.ts'
import { type PythonPlace, pythonPlace } from './python-install.ts'
import { hasTool, type PythonProject, pythonProject, tableIn } from './python-project.ts'

interface Wish {
  readonly name: string
  readonly from: string
  /** The distribution that has to be there; null if Python alone will do. */
  readonly module: string | null
  run(place: PythonPlace): string
  /** The module and its words that prepare it; absent if nothing does. */
  readonly setup?: string
}

export const python: Finder = (files, ci): Evidence | null => {
  const project = pythonProject(files)
  if (project === null) return null
  const said = [...project.toxCommands, ...ci.map(({ run }) => run)]
  const wishes = [...tools(project, hooksOf(files)), ...testWish(project, files, said)]
  const wanted = [...new Set(wishes.flatMap(({ module }) => (module === null ? [] : [module])))]
  const place = pythonPlace(project, files, ci, wanted)
  const made = wishes.flatMap(({ setup }) => (setup === undefined ? [] : [place.module(setup)]))
  return {
    ecosystem: 'python',
    manager: place.manager,
    checks: wishes.map(({ name, from, run }) => ({ name, from, run: run(place) })),
    // Environments of tox and Nox are made while a network is there.
    setup: wishes.length === 0 ? [] : [...place.setup, ...made],
    setupInputs: ['setup.py', 'setup.cfg', 'tox.ini', 'noxfile.py'].filter((name) => project.names.has(name)),
    appPaths: packagesOf(files),
  }
}

/** What pre-commit hooks do is not done twice, and their tools are in no environment of the project. */
function tools(project: PythonProject, hooks: readonly string[]): readonly Wish[] {
  const { names, groups, extras } = project
  const known = [...Object.values(groups), ...Object.values(extras)].flat()
  const isOwn = (tool: string): boolean =>
    known.includes(tool) || !hooks.some((hook) => hook.startsWith(tool))
  const wish = (name: string, tool: string, words: string, isMeant: boolean): readonly Wish[] =>
    isMeant && isOwn(tool)
      ? [{ name, module: tool, from: sourceOf(tool, names), run: (place) => place.module(words) }]
      : []
  const usesRuff =
    hasTool(project, 'ruff') || names.has('ruff.toml') || names.has('.ruff.toml') || known.includes('ruff')
  return [
    ...wish('lint', 'ruff', 'ruff check .', usesRuff),
    ...wish('lint', 'flake8', 'flake8', !usesRuff && (hasTool(project, 'flake8') || names.has('.flake8'))),
    ...wish('format', 'black', 'black --check .', hasTool(project, 'black')),
    ...wish('types', 'mypy', `mypy${namesItsFiles(project) ? '' : ' .'}`, usesMypy(project)),
  ]
}

const sourceOf = (tool: string, names: ReadonlySet<string>): string =>
  [
    `${tool}.toml`,
    `.${tool}.toml`,
    `${tool}.ini`,
    `.${tool}.ini`,
    `.${tool}`,
    'pyproject.toml',
    'setup.cfg',
  ].find((file) => names.has(file)) ?? 'the files of Python'

const usesMypy = (project: PythonProject): boolean =>
  hasTool(project, 'mypy') || ['mypy.ini', '.mypy.ini'].some((name) => project.names.has(name))

/** With `files` in its settings, `mypy .` would look at more than the project does. */
function namesItsFiles({ toml, ini }: PythonProject): boolean {
  const settings = { ...ini.mypy, ...tableIn(toml, 'tool', 'mypy') }
  return ['files', 'packages', 'modules'].some((key) => settings[key] !== undefined)
}

function testWish(project: PythonProject, files: RepoFiles, said: readonly string[]): readonly Wish[] {
  const { names } = project
  const wish = (from: string, module: string | null, run: Wish['run'], setup?: string): readonly Wish[] => [
    { name: 'test', from, module, run, ...(setup === undefined ? {} : { setup }) },
  ]
  const own = ['tests/runtests.py', 'test/runtests.py', 'runtests.py'].find((file) => files.paths.has(file))
  if (own !== undefined) return wish(own, null, (place) => place.script(own))
  if (usesPytest(project, files, said)) {
    const folder = pytestFolder(said)
    return wish(pytestSource(project), 'pytest', (place) =>
      place.module(`pytest${folder === '' ? '' : ` ${folder}`}`),
    )
  }
  const unittest = said.find((line) => /\bunittest\b/.test(line))
  if (unittest !== undefined) {
    // What the line does after the tests is no proof, and a pipe would hide how they ended.
    const [, args = ''] = /unittest\s*([^&|;]*)/.exec(unittest.replace(/\s*\{.*?\}/g, '')) ?? []
    return wish('tox or the CI', null, (place) => place.module(`unittest ${args.trim() || 'discover'}`))
  }
  if (names.has('manage.py')) return wish('manage.py', null, (place) => place.script('manage.py test'))
  if (project.hasTox)
    return wish('tox', 'tox', (place) => place.module('tox run --skip-pkg-install'), 'tox run --notest')
  const session = testSession(files)
  if (session !== null)
    return wish(
      'noxfile.py',
      'nox',
      (place) => place.module(`nox -s ${session} --no-install --reuse-existing-virtualenvs`),
      `nox -s ${session} --install-only`,
    )
  const folder = ['tests', 'test'].find((name) => isFolder(files, name))
  if (folder !== undefined) return wish(`the folder ${folder}`, 'pytest', (place) => place.module('pytest'))
  return []
}

/** The session of Nox that tests; null if there is none. */
const testSession = ({ texts }: RepoFiles): string | null =>
  /^@nox\.session[^\n]*\n(?:@[^\n]*\n)*def (tests?|unit|unit_?tests?|test_\w+)\(/m.exec(
    texts['noxfile.py'] ?? '',
  )?.[1] ?? null

const usesPytest = (project: PythonProject, { paths }: RepoFiles, said: readonly string[]): boolean =>
  hasTool(project, 'pytest') ||
  Object.keys(tableIn(project.toml, 'tool', 'pytest')).length > 0 ||
  project.names.has('pytest.ini') ||
  [...Object.values(project.groups), ...Object.values(project.extras)].flat().includes('pytest') ||
  said.some((line) => /\bpy\.?test\b/.test(line)) ||
  ['conftest.py', 'tests/conftest.py'].some((file) => paths.has(file))

const pytestSource = ({ names, hasTox }: PythonProject): string =>
  [
    ...(hasTox && names.has('tox.ini') ? ['tox.ini'] : []),
    'pytest.ini',
    'pyproject.toml',
    'setup.cfg',
    'setup.py',
  ].find((name) => names.has(name)) ?? 'conftest.py'

/** What tox gives it if the caller gives nothing: `{posargs:tests}`. */
const pytestFolder = (said: readonly string[]): string =>
  said
    .flatMap((line) => /\bpytest\b.*\{posargs:\s*([\w./ -]+)\}/.exec(line)?.[1]?.trim() ?? [])
    .find((it) => it !== '') ?? ''

/** Folders at the top that are packages. */
function packagesOf(files: RepoFiles): readonly string[] {
  const packages = [...topNames(files)].filter((name) => files.paths.has(`${name}/__init__.py`))
  return packages.filter((name) => !/^(?:tests?|docs?|examples?)$/.test(name)).sort()
}
