/**
 * Runs the product in a clean room for a look, and always stops the whole of it: a process group of its
 * own, tagged, so that what a killed harness left running is found and ended before the run goes on.
 */
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DevServer } from '@harness/core/effects/capture-ui'
import type { CommandId } from '@harness/core/kernel/ids'
import { runProcess } from '../../machine/process/run-process.ts'
import { shellCommand } from '../../machine/process/shell-command.ts'
import { processPart } from '../../machine/sandbox/run-confined.ts'
import { finishCheckLog, newCheckLog } from '../checks/check-log.ts'
import type { CheckPorts } from '../checks/check-ports.ts'
import { laneEnvironment } from '../lanes/lane-environment.ts'
import { sandboxHint } from '../lanes/sandbox-hint.ts'
import type { LayerPlace } from '../rooms/in-room.ts'
import { type Reach, wayTo } from './reach.ts'

const outputBytes = 64 * 1024 * 1024
const tailChars = 4_000
/** Together with the rest of an abort well within the three seconds an adapter has. */
const graceMs = 1_000
/** It runs as long as it is looked at. */
const wallMs = 2 ** 31 - 1

/** How it went; `output` is the end of what the server printed, `log` all of it. */
export type Served<Result> = { readonly output: string; readonly log: string } & (
  | { readonly type: 'used'; readonly result: Result }
  | { readonly type: 'not-ready' }
  | { readonly type: 'died'; readonly how: string; readonly isMissing: boolean }
)

/** `use` is called once the server answers; `over` is aborted when the server ends or the attempt is. */
export async function whileServing<Result>(
  command: {
    readonly id: CommandId
    readonly server: Pick<DevServer, 'run' | 'readyMs'>
  },
  url: string,
  { record, cell }: LayerPlace,
  signal: AbortSignal,
  ports: CheckPorts,
  use: (over: AbortSignal, reach: Reach) => Promise<Result>,
): Promise<Served<Result>> {
  const log = await newCheckLog(ports.runDir, command.id, 1, 'dev-server')
  const stop = new AbortController()
  const gone = new AbortController()
  const program = { ...shellCommand(command.server.run), env: laneEnvironment(record, ports) }
  const confined = await ports.sandbox.confine(program, { ...cell, serves: true })
  const running = runProcess({
    ...program,
    ...processPart(ports.sandbox, confined),
    limits: { wallMs, outputBytes, graceMs },
    spool: log.raw,
    spoolStage: ports.redactionStream(),
    tailBytes: 0,
    signal: stop.signal,
    tag: `${ports.processTag}/${command.id}`,
  })
  const noteEnd = (): void => gone.abort()
  void running.then(noteEnd, noteEnd)
  const over = AbortSignal.any([signal, gone.signal])

  let used: { readonly result: Result } | null = null
  let hasDied = false
  try {
    if (await untilAnswers(url, command.server.readyMs, over, confined)) {
      used = { result: await use(over, confined) }
    }
  } finally {
    hasDied = gone.signal.aborted
    stop.abort()
    await running.catch(() => {})
    await confined.release()
  }
  signal.throwIfAborted()
  const ended = await running
  const output =
    ended.ended === 'unstartable' ? '' : await finishCheckLog(log, tailChars, ports.redactionStream())
  const hint = used === null ? sandboxHint(output, record, ports, 'checks') : ''
  const about = { output: output + hint, log: log.path }
  if (hasDied) {
    const how = ended.problem ?? `It ended with exit code ${ended.exitCode}.`
    return { ...about, type: 'died', how, isMissing: ended.exitCode === commandNotFound }
  }
  return used === null ? { ...about, type: 'not-ready' } : { ...about, type: 'used', ...used }
}

/** A shell's own word for a command that is not there. */
const commandNotFound = 127

const pollMs = 100
const longestAnswerMs = 15_000

/** Whether it answers within that time; false too where `over` ends the waiting. Who answers with an error may still be starting. */
async function untilAnswers(url: string, readyMs: number, over: AbortSignal, reach: Reach): Promise<boolean> {
  const deadline = performance.now() + readyMs
  while (!over.aborted) {
    const left = deadline - performance.now()
    const status = await statusOf(url, Math.max(pollMs, Math.min(left, longestAnswerMs)), over, reach)
    if (status !== null && status < 500) return true
    if (performance.now() >= deadline) return status !== null
    await sleep(pollMs, undefined, { signal: over }).catch(() => {})
  }
  return false
}

/** Null if there is no answer. */
const statusOf = (
  url: string,
  timeoutMs: number,
  signal: AbortSignal,
  reach: Reach,
): Promise<number | null> =>
  new Promise((resolve) => {
    const request = get(url, { ...wayTo(url, reach), signal }, (response) => {
      resolve(response.statusCode ?? null)
      response.destroy()
    })
    request.setTimeout(timeoutMs, () => request.destroy())
    request.once('error', () => resolve(null))
    request.once('close', () => resolve(null))
  })
