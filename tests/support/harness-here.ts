/**
 * Runs the bundled program in this process: a third of what a command takes is the start of its process. For tests that
 * are neither about the process nor run it beside another one on the same plan.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { harnessHere } from '../../packages/cli/src/in-process.ts'
import { type Answered, answered, bundle, cleanEnvironment, type Ended, type RunOptions } from './harness.ts'

interface HereOptions extends Pick<RunOptions, 'env'> {
  /** Both outputs are a terminal of this width. */
  readonly columns?: number
  /** A person at a terminal, who answers each question with one of these. */
  readonly answers?: readonly string[]
}

const dist = dirname(bundle)
/** Loaded once for all commands of a test file. */
const program: { readonly harnessHere: typeof harnessHere } = createRequire(import.meta.url)(
  join(dist, 'in-process.cjs'),
)

/** By these a process finds its programs and they their settings, so that they are the same for all commands here. */
const ofTheProcess = ['PATH', 'HOME', 'TMPDIR', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'SSH_AUTH_SOCK']
for (const name of ofTheProcess) delete process.env[name]
Object.assign(process.env, cleanEnvironment)

export async function harness(
  cwd: string,
  args: readonly string[],
  { env = {}, answers, columns = answers === undefined ? undefined : 200 }: HereOptions = {},
): Promise<Ended> {
  const foreign = ofTheProcess.find((name) => name in env)
  if (foreign !== undefined) throw new Error(`${foreign} needs a process of its own`)
  const told = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof told): PassThrough =>
    Object.assign(
      new PassThrough().on('data', (chunk) => {
        told[name] += String(chunk)
      }),
      columns === undefined ? {} : { isTTY: true, columns },
    )
  const stdin = Object.assign(new PassThrough(), answers === undefined ? {} : { isTTY: true })
  const stdout = stream('stdout')
  const left = [...(answers ?? [])]
  if (left.length === 0) stdin.end()
  else
    stdout.on('data', () => {
      if (!/(?:\(1 to \d+\)|\(Y\/n\)|\(y or n\)|answer): $/.test(told.stdout)) return
      const answer = left.shift()
      if (answer === undefined) stdin.end()
      else stdin.write(`${answer}\n`)
    })
  const streams = { stdin, stdout, stderr: stream('stderr') }
  const code = await program.harnessHere(args, {
    ...streams,
    cwd,
    env: { ...cleanEnvironment, ...(answers === undefined ? {} : { ACCESSIBLE: '1' }), ...env },
    dist,
  })
  // What was written last is handed on after this.
  await new Promise(setImmediate)
  return { code, ...told }
}

export const harnessJson = async (
  cwd: string,
  args: readonly string[],
  options?: HereOptions,
): Promise<Answered> => answered(await harness(cwd, [...args, '--json'], options))
