/**
 * Reads what a CI workflow runs: the lines of GitHub workflows and of .gitlab-ci.yml, one command each. Expressions that the
 * file itself settles are filled in. Pure.
 */
import { isObject } from '../../text/is-object.ts'
import { yamlObjectIn } from '../../text/yaml-object.ts'

export interface CiCommand {
  readonly run: string
  /** The file, and the job in it. */
  readonly from: string
}

export interface CiFile {
  readonly commands: readonly CiCommand[]
  /** Workflows of other repositories that it calls: what they run is not known here. */
  readonly calls: readonly string[]
}

const nothing: CiFile = { commands: [], calls: [] }

export const isCiFile = (path: string): boolean =>
  /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path) || path === '.gitlab-ci.yml'

export function ciCommands(text: string, file: string): CiFile {
  const value = yamlObjectIn(text)
  if (value === null) return nothing
  return file === '.gitlab-ci.yml' ? gitlab(value, file) : github(value, file)
}

function github(value: Readonly<Record<string, unknown>>, file: string): CiFile {
  const commands: CiCommand[] = []
  const calls: string[] = []
  const outer = variablesIn(value.env)
  for (const [name, job] of Object.entries(isObject(value.jobs) ? value.jobs : {})) {
    if (!isObject(job)) continue
    if (typeof job.uses === 'string' && !job.uses.startsWith('./')) calls.push(job.uses)
    const known = new Map([...outer, ...variablesIn(job.env)])
    for (const step of Array.isArray(job.steps) ? job.steps : []) {
      if (!isObject(step) || typeof step.run !== 'string') continue
      const settled = new Map([...known, ...variablesIn(step.env)])
      for (const run of linesOf(step.run, settled)) commands.push({ run, from: `${file}, job ${name}` })
    }
  }
  return { commands, calls }
}

function gitlab(value: Readonly<Record<string, unknown>>, file: string): CiFile {
  const commands: CiCommand[] = []
  for (const [name, job] of Object.entries(value)) {
    if (!isObject(job) || !Array.isArray(job.script)) continue
    for (const text of job.script.filter((line) => typeof line === 'string'))
      for (const run of linesOf(text, variablesIn(job.variables)))
        commands.push({ run, from: `${file}, job ${name}` })
  }
  return { commands, calls: [] }
}

const variablesIn = (value: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, text]) =>
      typeof text === 'string' && !text.includes('${{') ? [[name, text]] : [],
    ),
  )

/** What cannot be settled here is left out of the line: matrix values are mostly options. */
function linesOf(text: string, variables: ReadonlyMap<string, string>): readonly string[] {
  return text
    .replace(/\$\{\{\s*env\.(\w+)\s*\}\}/g, (_, name: string) => variables.get(name) ?? '')
    .replace(/\$\{\{[^}]*\}\}/g, '')
    .replace(/\\\r?\n\s*/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}
