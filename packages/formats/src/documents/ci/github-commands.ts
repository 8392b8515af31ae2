/** Reads what the workflows and the own actions of a repository on GitHub run. Pure. */
import { isObject } from '../../text/is-object.ts'
import { actionCommand } from './action-commands.ts'
import type { CiCommand, CiFile } from './ci-command.ts'
import { commandLines } from './command-lines.ts'
import { filledFromMatrix, matrixOf, tellingAxes } from './matrix.ts'

type Mapping = Readonly<Record<string, unknown>>

export const isGithubFile = (path: string): boolean =>
  /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path) || isAction(path)

const isAction = (path: string): boolean => /^\.github\/(?:[^/]+\/)+action\.ya?ml$/.test(path)

export function githubCommands(value: Mapping, file: string): CiFile {
  const commands: CiCommand[] = []
  const calls: string[] = []
  const variants: string[] = []
  const outer = variablesIn(value.env)
  const jobs = isAction(file) ? { '': value.runs } : guardsMerges(value.on) ? value.jobs : {}
  for (const [name, job] of Object.entries(isObject(jobs) ? jobs : {})) {
    if (!isObject(job)) continue
    if (typeof job.uses === 'string' && !job.uses.startsWith('./')) calls.push(job.uses)
    const steps = (Array.isArray(job.steps) ? job.steps : []).filter(isObject)
    const matrix = matrixOf(job.strategy)
    for (const { axis, values } of tellingAxes(matrix, [job.env, ...steps.map(({ env }) => env)]))
      variants.push(`${file}, job ${name}: ${values.length} of ${axis} (${values.join(', ')})`)
    const known = new Map([...outer, ...variablesIn(job.env)])
    const from = name === '' ? file : `${file}, job ${name}`
    for (const step of steps) {
      const settled = new Map([...known, ...variablesIn(step.env)])
      const folder = textIn(step, 'working-directory') ?? usualFolder(job) ?? usualFolder(value) ?? ''
      const action = actionCommand(step)
      const script = action ?? textIn(step, 'run') ?? ''
      const by = action === null ? '' : `, by ${textIn(step, 'uses')}`
      for (const text of filledFromMatrix(withVariables(script, settled), matrix))
        for (const run of commandLines(text, plain(folder))) commands.push({ run, from: `${from}${by}` })
    }
  }
  return { commands, calls, variants }
}

const textIn = (value: Mapping, name: string): string | null => {
  const text = value[name]
  return typeof text === 'string' ? text : null
}

function usualFolder({ defaults }: Mapping): string | null {
  const run = isObject(defaults) ? defaults.run : null
  return isObject(run) ? textIn(run, 'working-directory') : null
}

/** A folder that an expression names is not known here. */
const plain = (folder: string): string =>
  folder.includes('${{') ? '' : folder.replace(/^\.\/?/, '').replace(/\/$/, '')

/** False if a workflow runs at other times only: by the clock, for a release, for an issue. */
function guardsMerges(on: unknown): boolean {
  if (on === undefined || on === null) return true
  const names = isObject(on) ? Object.keys(on) : [on].flat()
  return names.some((name) => {
    if (name !== 'push') return /^(?:pull_request(?:_target)?|merge_group|workflow_call)$/.test(String(name))
    const push = isObject(on) ? on.push : null
    return !isObject(push) || push.tags === undefined || push.branches !== undefined
  })
}

const variablesIn = (value: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, text]) =>
      typeof text === 'string' && !text.includes('${{') ? [[name, text]] : [],
    ),
  )

const withVariables = (text: string, variables: ReadonlyMap<string, string>): string =>
  text.replace(/\$\{\{\s*env\.(\w+)\s*\}\}/g, (_, name: string) => variables.get(name) ?? '')
