/** Makes repositories with several plans, starts their daemon and asks it things. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunOptions, type Started, start } from './harness.ts'
import { harnessJson } from './harness-here.ts'
import { approves, config, planPath, planText, type Rule, sampleRepo, script } from './sample-repo.ts'

/** Writes a file of its own for each plan, which no check looks at. */
export const deliversPlan = (plan: string): Rule => ({
  role: 'implementer',
  match: `# Plan ${plan}`,
  do: [{ write: { path: `done-${plan}.txt`, text: `${plan}\n` } }],
  reply: 'Done.',
  usage: { input: 100, output: 10, usd: 0.001 },
})

export interface DaemonRepo {
  /** Their ids, and what each depends on. */
  readonly plans: Readonly<Record<string, readonly string[]>>
  readonly daemon?: Readonly<Record<string, unknown>>
  readonly config?: Readonly<Record<string, unknown>>
  /** Before the rules that deliver. */
  readonly rules?: readonly Rule[]
}

export function daemonRepo({ plans, daemon = {}, config: more = {}, rules = [] }: DaemonRepo): string {
  const ids = Object.keys(plans)
  return sampleRepo({
    'hello.txt': 'hello\n',
    [planPath('0001')]: planText('0001', { dependsOn: plans['0001'] ?? [] }),
    ...Object.fromEntries(ids.map((id) => [planPath(id), planText(id, { dependsOn: plans[id] ?? [] })])),
    'harness.config.json': config({ daemon: { tickSec: 0.2, ...daemon }, ...more }),
    'script.json': script(...rules, ...ids.map(deliversPlan), approves),
  })
}

export const startDaemon = (root: string, ...args: readonly string[]): Started =>
  startDaemonWith({}, root, ...args)

export const startDaemonWith = (options: RunOptions, root: string, ...args: readonly string[]): Started =>
  start(root, ['daemon', 'start', '--foreground', '--port', '0', ...args], options)

// biome-ignore lint/suspicious/noExplicitAny: what a program printed is looked into freely.
export const statusOf = async (root: string): Promise<any> =>
  (await harnessJson(root, ['daemon', 'status'])).value

// biome-ignore lint/suspicious/noExplicitAny: the same.
export const stateFile = (root: string): any =>
  JSON.parse(readFileSync(join(root, '.harness/run/state.json'), 'utf8'))

/** Resolves with the first status that satisfies. The test's own patience ends it if none does. */
// biome-ignore lint/suspicious/noExplicitAny: the same.
export async function statusWhen(root: string, isIt: (status: any) => boolean): Promise<any> {
  for (;;) {
    const status = await statusOf(root)
    if (isIt(status)) return status
    await pause(200)
  }
}

export const addressOf = (root: string): { readonly port: number; readonly socket: string } =>
  JSON.parse(readFileSync(join(root, '.harness/run/daemon/address.json'), 'utf8'))

export const tokenOf = (root: string): string =>
  readFileSync(join(root, '.harness/run/daemon/token'), 'utf8').trim()

/** Sends bytes as they are, and resolves with all that came back. */
export const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += String(chunk)
    })
    socket.once('close', () => resolve(answer))
    socket.once('error', reject)
    socket.setTimeout(5_000, () => socket.destroy())
  })
