/** `harness daemon start`: works on in this terminal, or starts a process of its own and waits until that is ready. */
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ExitCode, exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { askDaemon } from '@harness/daemon/client/ask-daemon'
import { runDaemon } from '@harness/daemon/main'
import { daemonLog } from '@harness/daemon/place/daemon-place'
import type { Snapshot } from '@harness/daemon/server/snapshot'
import { startDetached } from '@harness/shell/machine/process/start-detached'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { operatorName } from '../../run/operator.ts'
import type { Target } from '../../run/target/look-at-target.ts'
import { openTarget } from '../../run/trust/open-target.ts'
import { daemonOutside, hookCommands } from './outside.ts'

export async function startDaemon(context: CommandContext, given: Given): Promise<number> {
  const target = await openTarget(context)
  const port = portIn(given, target.config.daemon.port)
  const address = textOption(given, 'listen') ?? localAddress
  return flagOption(given, 'foreground')
    ? inForeground(context, target, given, { port, address })
    : inBackground(context, target, given, address)
}

const localAddress = '127.0.0.1'

function warnOf(address: string, port: number | null, { terminal }: CommandContext): void {
  if (address === localAddress || port === null) return
  terminal.note(
    `Warning: the control server listens on ${address}. All who have the token can steer it from there.`,
  )
}

function portIn(given: Given, configured: number): number | null {
  if (flagOption(given, 'noServer')) return null
  const said = textOption(given, 'port')
  if (said === null) return configured
  const port = /^\d{1,5}$/.test(said) ? Number(said) : -1
  if (port >= 0 && port <= 65_535) return port
  throw new UserError('usage', `--port ${JSON.stringify(said)} is no port.`, {
    next: 'Give a number from 1 to 65535; 0 takes any that is free.',
  })
}

async function inForeground(
  context: CommandContext,
  target: Target,
  given: Given,
  { port, address }: { readonly port: number | null; readonly address: string },
): Promise<number> {
  const { terminal, json } = context
  const stop = new AbortController()
  let signals = 0
  const ignore = context.onSignal(() => {
    if (++signals > 1) context.abandon(exitCode.interrupted)
    terminal.note('Stopping; all runs can be resumed. Once more ends this process at once.')
    stop.abort()
  })
  try {
    const rest = await runDaemon(daemonOutside(context, target, terminal.note), {
      hooks: hookCommands(context),
      runs: flagOption(given, 'run'),
      port,
      address,
      by: operatorName(context.env),
      stop: stop.signal,
      onLine: (line) => terminal.note(line),
      onReady: (server) => tellReady(context, address, server),
    })
    if (!json) terminal.note('The daemon has ended.')
    return rest.type === 'ended' ? exitCode.done : exitCode.interrupted
  } finally {
    ignore()
  }
}

function tellReady(
  context: CommandContext,
  address: string,
  { port, socket }: { readonly port: number | null; readonly socket: string },
): void {
  const { terminal, json } = context
  warnOf(address, port, context)
  if (json) {
    terminal.print(JSON.stringify({ ok: true, pid: process.pid, port, socket }))
    return
  }
  terminal.print(
    `The daemon runs as process ${process.pid}${urlOf(address, port)}. Steer it with: harness daemon status|pause|stop`,
  )
}

const urlOf = (address: string, port: number | null): string =>
  port === null ? '' : ` on http://${address.includes(':') ? `[${address}]` : address}:${port}`

/** A process that ends at once could not start: its last words are told. */
const patienceMs = 30_000
const lookAgainMs = 50

async function inBackground(
  context: CommandContext,
  target: Target,
  given: Given,
  address: string,
): Promise<number> {
  const { terminal, json } = context
  const { stateDir, root } = target
  const before = await askDaemon<Snapshot>(stateDir, 'GET', '/state')
  if (before !== null) throw alreadyRuns(before.pid)
  const args = ['--repo', root, 'daemon', 'start', '--foreground', '--json', ...optionsOf(given)]
  const log = `${daemonLog(stateDir)}.out`
  mkdirSync(dirname(log), { recursive: true })
  const output = openSync(log, 'w', 0o600)
  const child = startDetached(process.execPath, [context.programPath, ...args], {
    env: context.env,
    cwd: root,
    output,
  })
  closeSync(output)
  const deadline = Date.now() + patienceMs
  for (;;) {
    const state = await askDaemon<Snapshot>(stateDir, 'GET', '/state').catch(() => null)
    if (state !== null && state.pid === child.pid) {
      warnOf(address, state.port, context)
      if (json) terminal.print(JSON.stringify({ ok: true, pid: state.pid, port: state.port }))
      else {
        terminal.print(`The daemon runs as process ${state.pid}${urlOf(address, state.port)}.`)
        if (!flagOption(given, 'run'))
          terminal.print('It starts paused. Begin to deliver with: harness daemon resume')
      }
      return exitCode.done
    }
    if (child.hasEnded()) throw await endedAtOnce(log)
    if (Date.now() > deadline) {
      throw new UserError('daemon-silent', `Process ${child.pid} has not become ready within 30 seconds.`, {
        next: `See what it says: cat '${log}'`,
        exitCode: exitCode.heldByAnother,
      })
    }
    await pause(lookAgainMs)
  }
}

const optionsOf = (given: Given): readonly string[] => [
  ...(flagOption(given, 'run') ? ['--run'] : []),
  ...(flagOption(given, 'noServer') ? ['--no-server'] : []),
  ...(['port', 'listen'] as const).flatMap((name) => {
    const value = textOption(given, name)
    return value === null ? [] : [`--${name}`, value]
  }),
]

const alreadyRuns = (pid: number | null): UserError =>
  new UserError('daemon-runs', `Process ${pid} is the daemon of this repository.`, {
    next: 'Look at it: harness daemon status; or end it: harness daemon stop',
    exitCode: exitCode.heldByAnother,
  })

/** It wrote its error as JSON, because it was started so. */
async function endedAtOnce(log: string): Promise<UserError> {
  const text = await readFile(log, 'utf8').catch(() => '')
  const { code, message, next, exitCode: exit } = lastError(text)
  return new UserError(code, message, { next, exitCode: exit })
}

interface LastError {
  readonly code: string
  readonly message: string
  readonly next: string
  readonly exitCode: ExitCode
}

/** A report is the lines from a lone `{` to a lone `}`; lines of the log may stand before and after it. */
const reports = /^\{$[\s\S]*?^\}$/gm

function lastError(text: string): LastError {
  try {
    const { error } = JSON.parse([...text.matchAll(reports)].at(-1)?.[0] ?? '')
    if (typeof error?.code === 'string')
      return {
        code: error.code,
        message: String(error.message),
        next: String(error.next),
        exitCode: Object.values(exitCode).find((known) => known === error.exitCode) ?? exitCode.halted,
      }
  } catch {
    // It ended without an error that it could tell.
  }
  return {
    code: 'daemon-ended',
    message: `The daemon ended before it was ready. Its last words: ${text.trim().slice(-500)}`,
    next: 'Start it in this terminal: harness daemon start --foreground',
    exitCode: exitCode.halted,
  }
}
