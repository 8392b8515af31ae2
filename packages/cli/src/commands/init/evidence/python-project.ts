/** Reads what the files of a Python project say: its dependencies, its tools, and the commands of tox. Pure. */
import { type IniSections, iniSections } from '@harness/formats/text/ini-sections'
import { isObject } from '@harness/formats/text/is-object'
import { tomlObjectIn } from '@harness/formats/text/toml-object'
import { type RepoFiles, textsIn, topNames } from './evidence.ts'

type Table = Readonly<Record<string, unknown>>

export interface PythonProject {
  readonly names: ReadonlySet<string>
  readonly toml: Table
  /** Of setup.cfg, tox.ini, pytest.ini and mypy.ini. */
  readonly ini: IniSections
  /** Names of distributions, by the group or extra that wants them. */
  readonly groups: Readonly<Record<string, readonly string[]>>
  readonly extras: Readonly<Record<string, readonly string[]>>
  /** What tox runs, without the environments that only lint. */
  readonly toxCommands: readonly string[]
  readonly hasTox: boolean
  /** True if `pip install -e .` can install it. */
  readonly isInstallable: boolean
}

export const tableIn = (value: unknown, ...path: readonly string[]): Table => {
  let at: unknown = value
  for (const key of path) at = isObject(at) ? at[key] : null
  return isObject(at) ? at : {}
}

/** Null if nothing speaks of Python. */
export function pythonProject(files: RepoFiles): PythonProject | null {
  const names = topNames(files)
  const marks = ['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'requirements.txt', 'manage.py']
  if (!marks.some((name) => names.has(name))) return null
  const toml = tomlObjectIn(files.texts['pyproject.toml'] ?? '') ?? {}
  const ini = Object.assign(
    {},
    ...['setup.cfg', 'tox.ini', 'pytest.ini', 'mypy.ini', '.mypy.ini'].map((name) =>
      iniSections(files.texts[name] ?? ''),
    ),
  ) as IniSections
  const env = tableIn(toml, 'tool', 'tox', 'env')
  const tables = [tableIn(toml, 'tool', 'tox', 'env_run_base'), ...Object.values(env)]
  const legacy = tableIn(toml, 'tool', 'tox').legacy_tox_ini
  const tox: IniSections = { ...ini, ...iniSections(typeof legacy === 'string' ? legacy : '') }
  const isTested = ([name]: readonly [string, unknown]): boolean =>
    /^testenv(?::(?:py|test|unit)|$)/.test(name)
  return {
    names,
    toml,
    ini,
    groups: groupsOf(tableIn(toml, 'dependency-groups')),
    extras: {
      ...listsOf(tableIn(toml, 'project', 'optional-dependencies')),
      ...Object.fromEntries(
        Object.entries(ini['options.extras_require'] ?? {}).map(([extra, list]) => [
          extra,
          namesOf(list.split('\n')),
        ]),
      ),
      ...poetryGroups(tableIn(toml, 'tool', 'poetry')),
    },
    toxCommands: [
      ...Object.entries(tox)
        .filter(isTested)
        .flatMap(([, section]) => (section.commands ?? '').split('\n')),
      ...tables.flatMap((table) => commandLines(tableIn(table).commands)),
    ].filter((line) => line.trim() !== ''),
    hasTox: names.has('tox.ini') || Object.keys(tableIn(toml, 'tool', 'tox')).length > 0,
    isInstallable:
      ['project', 'build-system'].some((key) => toml[key] !== undefined) ||
      names.has('setup.py') ||
      ini.metadata !== undefined,
  }
}

/** A command of tox in TOML is a list of words. */
const commandLines = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : []).map((words) =>
    textsOrNone(words)
      .filter((word) => !word.startsWith('{'))
      .join(' '),
  )

const textsOrNone = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap((word) =>
        typeof word === 'string' ? [word] : isObject(word) ? textsIn(word.default) : [],
      )
    : []

/** The name of the distribution in `pytest>=8 ; python_version > "3.8"`. */
const namesOf = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => /^\s*([A-Za-z0-9][\w.-]*)/.exec(line)?.[1]?.toLowerCase() ?? [])

const listsOf = (table: Table): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(table).map(([name, list]) => [name, namesOf(textsIn(list))]))

const poetryGroups = (poetry: Table): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(tableIn(poetry, 'group')).map(([name, group]) => [
      name,
      Object.keys(tableIn(group, 'dependencies')).map((each) => each.toLowerCase()),
    ]),
  )

/** A group may include others. */
function groupsOf(table: Table): Readonly<Record<string, readonly string[]>> {
  const resolve = (name: string, above: readonly string[]): readonly string[] => {
    const list = table[name]
    if (!Array.isArray(list) || above.includes(name)) return []
    return list.flatMap((item) => {
      if (typeof item === 'string') return namesOf([item])
      const included = tableIn(item)['include-group']
      return typeof included === 'string' ? resolve(included, [...above, name]) : []
    })
  }
  return Object.fromEntries(Object.keys(table).map((name) => [name, resolve(name, [])]))
}

export const hasTool = ({ toml, ini }: PythonProject, tool: string): boolean =>
  Object.hasOwn(tableIn(toml, 'tool'), tool) || ini[tool] !== undefined || ini[`tool:${tool}`] !== undefined
