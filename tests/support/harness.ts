/** Runs the bundled program as a process of its own, as an operator would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

export const bundle = fileURLToPath(new URL('../../packages/cli/dist/harness.cjs', import.meta.url))
if (!existsSync(bundle)) throw new Error('The bundle is not there: npm run build')

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Started {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves when standard output or error has shown the text; rejects where the process ends before. */
  saw(text: string | RegExp): Promise<void>
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Leads a process group of its own, as a shell's foreground job does. */
  readonly leads?: boolean
  /** Another copy of the program. */
  readonly program?: string
}

/** Nothing of the tester's own environment but the search path takes part. */
export const cleanEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  HOME: tmpdir(),
  LC_ALL: 'C.UTF-8',
  USER: 'tester',
  // The repositories of tests are trusted as they are. Tests of trust itself take it away.
  HARNESS_TRUST: '1',
  // A folder in memory for most tests: tooling/memory-temp.ts.
  ...(process.env.TMPDIR === undefined ? {} : { TMPDIR: process.env.TMPDIR }),
}

/** Standard input is closed: whatever asks there would fail instead of hanging. */
export function start(
  cwd: string,
  args: readonly string[],
  { env = {}, leads = false, program = bundle }: RunOptions = {},
): Started {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...cleanEnvironment, ...env },
    detached: leads,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const watchers = new Set<() => void>()
  const look = (): void => {
    for (const watcher of watchers) watcher()
  }
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk)
    look()
  })
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
    look()
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code, stdout, stderr })
      look()
    })
  })
  return {
    process: child,
    ended,
    saw: (text) =>
      new Promise((resolve, reject) => {
        const watcher = (): void => {
          const seen = stdout + stderr
          if (typeof text === 'string' ? seen.includes(text) : text.test(seen)) {
            watchers.delete(watcher)
            resolve()
          } else if (child.exitCode !== null || child.signalCode !== null) {
            watchers.delete(watcher)
            reject(new Error(`It ended without ${String(text)}:\n${seen}`))
          }
        }
        watchers.add(watcher)
        watcher()
      }),
  }
}

export const harness = (cwd: string, args: readonly string[], options?: RunOptions): Promise<Ended> =>
  start(cwd, args, options).ended

/** The object that a command prints with --json. */
export async function harnessJson(
  cwd: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<Answered> {
  return answered(await harness(cwd, [...args, '--json'], options))
}

export interface Answered {
  readonly code: number | null
  readonly value: Json
}

export function answered({ code, stdout, stderr }: Ended): Answered {
  try {
    return { code, value: JSON.parse(stdout) as Json }
  } catch (cause) {
    throw new Error(`No JSON on standard output, exit ${code}:\n${stdout}\n${stderr}`, { cause })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what a program printed is looked into freely.
type Json = any
