/** Shows what the agent of one call said, ran and saw, from its recording, also while the call goes on. */
import { UserError } from '@harness/core/kernel/user-error'
import { readTranscript, transcriptFile } from '@harness/shell/effects/agents/call/read-transcript'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import type { CommandContext } from '../../line/command.ts'
import { runName } from '../find-run.ts'
import { recordedEvents } from '../run-story.ts'
import type { StatePlace } from '../target/state-dir.ts'
import { transcriptLines } from '../transcript/transcript-lines.ts'
import { namedStep } from './named-step.ts'

/** Enough to find a failure in; --json has all that is kept. */
const style = { columns: 2_000, outputLines: 400 }

export async function showTranscript(
  { terminal, json }: CommandContext,
  { runs, stateDir }: StatePlace,
  run: KnownRun,
  named: string,
): Promise<void> {
  const step = namedStep(run, await recordedEvents(runs, run), named)
  const { command, role, ended } = step
  if (role === null)
    throw new UserError('usage', `${named} is no call of an agent (${step.type}): it has no transcript.`, {
      next: `Its outcome: harness show ${runName(run)} ${named}`,
    })
  const runDir = folderOfRun(stateDir, run)
  const { events } = await readTranscript(runDir, command)
  const file = transcriptFile(runDir, command)
  if (json) {
    terminal.print(
      JSON.stringify({ ok: true, run: runName(run), step, ended: ended !== null, events, file }, null, 2),
    )
    return
  }
  for (const event of events)
    for (const line of transcriptLines(role, event.at, event, style)) terminal.print(line)
  if (ended === null)
    terminal.print(`The call has not ended. Follow it: harness logs ${runName(run)} -f --agent`)
  terminal.print(terminal.colours.faint(`recorded in ${stripControl(file)}`))
}
