/** What the daemon asks of this program: the config as it is now, and commands that are carried out in this process. */
import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { UserError } from '@harness/core/kernel/user-error'
import type { AfterMergeHook } from '@harness/core/playbooks/daemon/effects'
import { appendLog } from '@harness/daemon/loop/daemon-log'
import { daemonLog } from '@harness/daemon/place/daemon-place'
import type { CommandEnd, DaemonOutside, HookCommand } from '@harness/daemon/place/outside'
import { isObject } from '@harness/formats/text/is-object'
import { type Notices, openNotices } from '@harness/shell/effects/people/notices/notices'
import { secretsOf } from '@harness/shell/engine/conduct/secrets-of'
import type { ToldResult } from '@harness/shell/engine/registration'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { createRedactor } from '@harness/shell/machine/redaction/redactor'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { CommandContext } from '../../line/command.ts'
import { identitiesOf } from '../../line/playbooks.ts'
import type { Target } from '../../run/target/look-at-target.ts'
import { openTarget } from '../../run/trust/open-target.ts'
import { openTerminal } from '../../terminal/terminal.ts'
import { refuseQueued } from './queued-args.ts'

/** `target` was opened while the operator could be asked. From now on no person is asked. */
export function daemonOutside(
  context: CommandContext,
  target: Target,
  onLine: (line: string) => void,
): DaemonOutside {
  const { root, stateDir } = target
  const bare = { ...context, repoOption: root, trust: withoutQuestion(context.trust) }
  const notices = noticesOf(bare, target, onLine)
  const asked = { ...bare, notices }
  return {
    notices,
    repoRoot: root,
    stateDir,
    clock: systemClock,
    environment: context.env,
    version: context.version,
    async open() {
      const { config, folders, written } = await openTarget(asked)
      const secrets = await secretsOf({ repoRoot: root, config, environment: context.env })
      return {
        folders,
        config,
        revision: revisionOf(config),
        redact: createRedactor({ secrets }),
        settings: {
          ...config.daemon,
          ...auditsOf(context, written),
        },
      }
    },
    command: (args, signal, onRun) => carriedOut(asked, root, args, signal, onRun),
    refuseQueued: (args) => refuseQueued(args, drivingCommands(context)),
  }
}

/** By the config as it is, and by the last one that was sound. */
function noticesOf(context: CommandContext, target: Target, onLine: (line: string) => void): Notices {
  const { root, stateDir } = target
  let { config } = target
  const latest = async () => {
    config = (await openTarget(context).catch(() => ({ config }))).config
    return config
  }
  return openNotices({
    stateDir,
    place: { repoRoot: root, writable: config.sandbox.write, environment: context.env },
    allowed: config.lanes.env,
    clock: systemClock,
    config: async () => (await latest()).notify,
    sanitiser: async () =>
      createRedactor({ secrets: await secretsOf({ repoRoot: root, config, environment: context.env }) }),
    ring: context.terminal.ring,
    say(line) {
      const logged = `${new Date(systemClock.now()).toISOString()} notice_unsent ${stripControl(line)}`
      appendLog(daemonLog(stateDir), [logged])
      onLine(logged)
    },
  })
}

const withoutQuestion = (trust: CommandContext['trust']): CommandContext['trust'] =>
  trust === 'ask' ? 'withheld' : trust

const revisionOf = (config: object): string =>
  createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 8)

/** Which audits follow merges, as the config was written. Without its command, an audit is off. */
function auditsOf({ commands }: CommandContext, written: unknown) {
  const has = (hook: AfterMergeHook): boolean => commands.some(({ name }) => name === hook)
  const { fidelity, releaseGate } = isObject(written) ? written : {}
  const every = isObject(fidelity) ? fidelity.everyNPlans : 0
  return {
    fidelityEvery: has('fidelity') && typeof every === 'number' ? every : 0,
    releaseGate: has('release-gate') && isObject(releaseGate),
  }
}

export const hookCommands =
  ({ commands }: CommandContext): HookCommand =>
  (hook) =>
    commands.some(({ name }) => name === hook) ? [hook] : null

const drivingCommands = ({ playbooks, commands }: CommandContext): ReadonlySet<string> =>
  new Set([
    'run',
    'resume',
    ...identitiesOf(playbooks).flatMap(({ name }) =>
      commands.some((one) => one.name === name) ? [name] : [],
    ),
    ...commands.flatMap(({ name, own }) => (own === true ? [name] : [])),
  ])

/** Without a terminal: gates stay open, and the last words of the command are kept. */
async function carriedOut(
  context: CommandContext,
  root: string,
  args: readonly string[],
  signal: AbortSignal,
  onRun: ((name: string) => void) | undefined,
): Promise<CommandEnd> {
  const said: string[] = []
  const sink = new PassThrough().on('data', (chunk) => {
    said.push(String(chunk))
    if (said.length > keptChunks) said.shift()
  })
  const terminal = openTerminal(
    { stdin: new PassThrough().end(), stdout: sink, stderr: new PassThrough().resume() },
    context.env,
  )
  let result: ToldResult | null = null
  try {
    const exitCode = await context.carryOut(['--repo', root, ...args], {
      ...context,
      terminal,
      onSignal: (handler) => onAbort(signal, handler),
      abandon: () => {
        throw new UserError('interrupted', 'It was interrupted.', { next: 'harness daemon status' })
      },
      ...(onRun === undefined ? {} : { onRun }),
      onResult: (told) => {
        result = told
      },
    })
    const told = result as ToldResult | null
    if (told === null)
      return { type: 'answered', exitCode, told: said.join('').trim().slice(-toldCharacters) }
    return {
      type: 'rested',
      subject: told.subject,
      runId: told.runId,
      rest: told.rest,
      exitCode: told.exitCode,
    }
  } catch (error) {
    if (error instanceof UserError) return { type: 'refused', error }
    throw error
  }
}

const keptChunks = 50
const toldCharacters = 2_000

/** A run in this process is released as by Ctrl-C, once. */
function onAbort(signal: AbortSignal, handler: (signal: NodeJS.Signals) => void): () => void {
  const letGo = (): void => handler('SIGTERM')
  if (signal.aborted) letGo()
  else signal.addEventListener('abort', letGo, { once: true })
  return () => signal.removeEventListener('abort', letGo)
}
