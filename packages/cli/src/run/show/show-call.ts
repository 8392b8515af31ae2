/** Shows one command of a run: for an agent call its envelope, answer, usage and change, for others how they ended. */

import { join } from 'node:path'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome } from '@harness/core/kernel/event'
import { callFolder } from '@harness/shell/effects/agents/call/call-folder'
import { textIfThere } from '@harness/shell/machine/disk/if-missing'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import type { CommandContext } from '../../line/command.ts'
import { runName } from '../find-run.ts'
import { recordedEvents } from '../run-story.ts'
import type { StatePlace } from '../target/state-dir.ts'
import { namedStep } from './named-step.ts'

/** What a recording consists of, in the order in which it is shown. */
const recorded = ['slices.json', 'envelope.md', 'envelope-2.md', 'final.md', 'diff.patch'] as const

export async function showCall(
  context: CommandContext,
  { runs, stateDir }: StatePlace,
  run: KnownRun,
  named: string,
): Promise<void> {
  const { terminal } = context
  const events = await recordedEvents(runs, run)
  const step = namedStep(run, events, named)
  const outcome = events.find((event) => endsCommand(event, step.command)) ?? null
  const folder = callFolder(folderOfRun(stateDir, run), step.command)
  const files: Record<string, string> = {}
  for (const name of step.role === null ? [] : recorded) {
    const text = await textIfThere(join(folder, name))
    if (text !== null) files[name] = text
  }
  if (context.json) {
    const { 'slices.json': slices, ...texts } = files
    terminal.print(
      JSON.stringify(
        {
          ok: true,
          run: runName(run),
          step,
          outcome,
          slices: slices === undefined ? null : JSON.parse(slices),
          files: texts,
          folder,
        },
        null,
        2,
      ),
    )
    return
  }
  const { strong } = terminal.colours
  const section = (title: string, text: string): void =>
    terminal.printAsIs(
      `${strong(`── ${title} ${'─'.repeat(Math.max(0, 60 - title.length))}`)}\n${stripControl(text).trimEnd()}\n`,
    )
  const session = sessionLine(files['slices.json'])
  if (session !== null) section('session', session)
  for (const [name, text] of Object.entries(files)) section(name, text)
  section('outcome', outcome === null ? 'none yet' : JSON.stringify(outcome, null, 2))
  if (step.role !== null) terminal.print(`recorded in ${stripControl(folder)}`)
}

/** Null if the call started a session of its own. */
function sessionLine(slices: string | undefined): string | null {
  const { session } = slices === undefined ? {} : JSON.parse(slices)
  if (session === undefined || session === null) return null
  if (session.continues !== true) return `starts a fresh session: ${session.why}`
  const before = String(session.since).split('/').slice(1).join('/')
  return `continues the session of ${before}${session.interrupted ? ', which was interrupted' : ''} (${session.id})`
}

const endsCommand = (event: AnyEvent, command: string): boolean =>
  isOutcome(event) && event.commandId === command
