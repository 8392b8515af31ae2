/**
 * SmokeTest: starts the product in a clean room, asks for its addresses and stops all of it again. Without addresses the
 * command's own exit code is the result.
 *
 * Safe to repeat: what an earlier attempt left running is ended by its tag before a run goes on, and it is tested again.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { SmokeTest, SmokeTested, SmokeUrl } from '@harness/core/effects/smoke-test'
import { finishCheckLog, newCheckLog } from '../../effects/checks/check-log.ts'
import type { CheckPorts } from '../../effects/checks/check-ports.ts'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { hasOwnPorts } from '../../effects/lanes/lane-cell.ts'
import { laneEnvironment } from '../../effects/lanes/lane-environment.ts'
import { requireLane } from '../../effects/lanes/lane-record.ts'
import { sandboxHint } from '../../effects/lanes/sandbox-hint.ts'
import { inRoom, type LayerPlace } from '../../effects/rooms/in-room.ts'
import { type Served, whileServing } from '../../effects/ui/dev-server.ts'
import { addressIn, portOf } from '../../effects/ui/lane-address.ts'
import { portHolder } from '../../effects/ui/port-holder.ts'
import { type Reach, wayTo } from '../../effects/ui/reach.ts'
import { treeOf } from '../../machine/git/commits.ts'
import { shellCommand } from '../../machine/process/shell-command.ts'
import { runConfined } from '../../machine/sandbox/run-confined.ts'
import { askUrl } from './ask-url.ts'

/** How long one address may take to answer once the product does. */
const longestAnswerMs = 15_000
const outputBytes = 64 * 1024 * 1024
const tailChars = 4_000
/** Together with the rest of an abort well within the three seconds an adapter has. */
const graceMs = 1_000

interface Shown {
  readonly failures: readonly string[]
  readonly output: string
}

export const smokeTest = (
  command: SmokeTest,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<SmokeTested | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { id, commit, startup } = command
    const record = await requireLane(ports.stateDir, command.lane)
    const tree = await treeOf(record.path, commit)
    const urls = command.urls.map((url) => ({ ...url, url: addressIn(record, url.url) }))
    const { failures, output, notes } =
      startup === null
        ? { failures: await askAll(urls, longestAnswerMs, attempt.signal), output: '', notes: [] }
        : await inRoom({ id, commit, tree }, record, attempt, ports, async (room) => ({
            notes: room.notes,
            ...(await room.layer(({ cell }) =>
              tried(command, startup, urls, { record: room.record, cell }, attempt.signal, ports),
            )),
          }))
    attempt.signal.throwIfAborted()
    return {
      type: 'SmokeTested',
      at: ports.clock.now(),
      commandId: id,
      passed: failures.length === 0,
      failures: failures.map((failure) => ports.sanitise(failure)),
      outputTail: output,
      ...(notes.length === 0 ? {} : { notes: notes.map((note) => ports.sanitise(note)) }),
    }
  })

type Startup = NonNullable<SmokeTest['startup']>

async function tried(
  command: SmokeTest,
  startup: Startup,
  urls: readonly SmokeUrl[],
  place: LayerPlace,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<Shown> {
  const [first] = urls
  if (first === undefined) return byExitCode(command, startup, place, signal, ports)
  // Another program's answer would count as the product's.
  const holder = hasOwnPorts(ports, 'checks') ? null : await portHolder(portOf(first.url))
  if (holder !== null) return { failures: [portTaken(first.url, holder.process)], output: '' }
  const server = { run: startup.run, readyMs: startup.waitMs }
  const answerMs = Math.min(longestAnswerMs, startup.waitMs)
  const served = await whileServing(
    { id: command.id, server },
    first.url,
    place,
    signal,
    ports,
    (over, reach) => askAll(urls, answerMs, over, reach),
  )
  return { failures: failuresOf(served, first.url, startup), output: served.output }
}

function portTaken(url: string, process: { readonly pid: number; readonly command: string } | null): string {
  const who = process === null ? 'another process' : `process ${process.pid} (${process.command})`
  return `Port ${portOf(url)} is taken by ${who}, so that the product could not be asked there; $HARNESS_LANE_PORT is a port of the lane’s own.`
}

/** One after the other: what the first does to the product may matter to the next. */
async function askAll(
  urls: readonly SmokeUrl[],
  answerMs: number,
  signal: AbortSignal,
  reach?: Reach,
): Promise<readonly string[]> {
  const failures: string[] = []
  for (const url of urls) {
    const way = reach === undefined ? undefined : wayTo(url.url, reach)
    const failure = signal.aborted ? null : await askUrl(url, answerMs, signal, way)
    if (failure !== null) failures.push(failure)
  }
  return failures
}

function failuresOf(
  served: Served<readonly string[]>,
  url: string,
  { run, waitMs }: Startup,
): readonly string[] {
  switch (served.type) {
    case 'used':
      return served.result
    case 'not-ready':
      return [`“${run}” did not answer at ${url} within ${waitMs / 1000} s.`]
    case 'died':
      return [`“${run}” ended while it was needed; it must stay in the foreground. ${served.how}`]
  }
}

async function byExitCode(
  { id }: SmokeTest,
  { run, waitMs }: Startup,
  { record, cell }: LayerPlace,
  signal: AbortSignal,
  ports: CheckPorts,
): Promise<Shown> {
  const log = await newCheckLog(ports.runDir, id, 1, 'smoke')
  const result = await runConfined(ports.sandbox, cell, {
    ...shellCommand(run),
    env: laneEnvironment(record, ports),
    limits: { wallMs: waitMs, outputBytes, graceMs },
    spool: log.raw,
    spoolStage: ports.redactionStream(),
    tailBytes: 0,
    signal,
    tag: `${ports.processTag}/${id}`,
  })
  signal.throwIfAborted()
  const output =
    result.ended === 'unstartable' ? '' : await finishCheckLog(log, tailChars, ports.redactionStream())
  const how = result.problem ?? `It ended with exit code ${result.exitCode}.`
  if (result.exitCode === 0) return { failures: [], output }
  return {
    failures: [`“${run}” failed. ${how}`],
    output: output + sandboxHint(output, record, ports, 'checks'),
  }
}
