/** Reads the scripts that tools of Python projects run by name: Hatch, PDM, Poe and Pixi. Pure. */
import { isObject } from '@harness/formats/text/is-object'
import type { Scripts } from './node-scripts.ts'
import { type PythonProject, tableIn } from './python-project.ts'

/** By how a command line calls them, such as `hatch run lint:check`. */
export function pythonScripts({ toml }: PythonProject): Scripts {
  const environments = Object.entries(tableIn(toml, 'tool', 'hatch', 'envs')).map(([name, environment]) => ({
    prefix: name === 'default' ? 'hatch run ' : `hatch run ${name}:`,
    table: isObject(environment) ? environment.scripts : {},
  }))
  const tables = [
    ...environments,
    { prefix: 'pdm run ', table: tableIn(toml, 'tool', 'pdm', 'scripts') },
    { prefix: 'poe ', table: tableIn(toml, 'tool', 'poe', 'tasks') },
    { prefix: 'pixi run ', table: tableIn(toml, 'tool', 'pixi', 'tasks') },
  ]
  return Object.fromEntries(
    tables.flatMap(({ prefix, table }) =>
      Object.entries(isObject(table) ? table : {}).map(([name, body]) => [`${prefix}${name}`, lineOf(body)]),
    ),
  )
}

/** A text, a list, or a table that has one of them. */
const lineOf = (body: unknown): string =>
  [isObject(body) ? (body.cmd ?? body.shell ?? body.composite ?? body.sequence ?? '') : body]
    .flat()
    .map(String)
    .join(' && ')
