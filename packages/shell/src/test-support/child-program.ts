/** Owns running a TypeScript file as a process of its own: bundled once, then started by bare node as often as needed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface ChildProgram {
  start(...args: readonly string[]): Child
  remove(): Promise<void>
}

export interface Child {
  readonly pid: number
  /** The next line it prints; null when it has ended. */
  line(): Promise<string | null>
  /** Tells it to go on. */
  say(line: string): void
  kill(signal: NodeJS.Signals): void
  /** How it ended: exit code or signal, and what it said on stderr. */
  readonly ended: Promise<{ readonly how: number | NodeJS.Signals; readonly stderr: string }>
}

export async function childProgram(source: URL): Promise<ChildProgram> {
  const dir = await mkdtemp(join(tmpdir(), 'harness-child-'))
  const script = join(dir, 'child.mjs')
  const rolldown = join(
    dirname(fileURLToPath(import.meta.resolve('rolldown/package.json'))),
    'bin',
    'cli.mjs',
  )
  const whole = ['--file', script, '--no-codeSplitting', '--format', 'esm', '--platform', 'node']
  const args = [rolldown, fileURLToPath(source), ...whole]
  await promisify(execFile)(process.execPath, args, { cwd: dirname(fileURLToPath(source)) })
  return {
    start: (...args) =>
      child(spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

function child(process: ChildProcess): Child {
  const { stdin, stdout, stderr } = process
  if (process.pid === undefined || stdin === null || stdout === null || stderr === null) {
    throw new Error('the child did not start')
  }
  let complaints = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  stdin.on('error', () => {})
  const lines = createInterface(stdout)[Symbol.asyncIterator]()
  return {
    pid: process.pid,
    line: async () => {
      const { value, done } = await lines.next()
      return done === true ? null : value
    },
    say: (line) => void stdin.write(`${line}\n`),
    kill: (signal) => void process.kill(signal),
    ended: new Promise((resolve) =>
      process.once('close', (code, signal) => resolve({ how: signal ?? code ?? -1, stderr: complaints })),
    ),
  }
}
