/** Finds the session of a checkout: as its journal tells it, or as another program left it. */
import type { Gate } from '@harness/core/kernel/gate'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import type { ReadSession } from '@harness/formats/documents/workflow/session-file'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { unfinishedRun } from '@harness/shell/engine/conduct/unfinished-run'
import { foundSession } from '@harness/shell/playbooks/workflow/found-session'
import { workflowSubject } from '@harness/shell/playbooks/workflow/registration'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import type { CommandContext } from '../../line/command.ts'
import { gatesIn } from '../../run/open-gate.ts'
import { wholeStory } from '../../run/run-story.ts'
import { statePlace } from '../../run/target/state-dir.ts'

export interface KnownSession {
  readonly runs: RunStore
  readonly run: KnownRun
  readonly state: WorkflowState
  /** What it asks a person now. */
  readonly gates: readonly Gate[]
}

export interface SessionHere {
  readonly own: KnownSession | null
  /** Looked for only if no journal tells of a session. */
  readonly found: ReadSession | null
}

/** `words` tell of a file that cannot be read. */
export async function sessionHere(
  context: CommandContext,
  root: string,
  words: WorkflowTexts,
): Promise<SessionHere> {
  const own = await knownSession(context)
  return { own, found: own === null ? await foundSession(root, words) : null }
}

/** Null if there is none, or it has ended. */
export async function knownSession(context: CommandContext): Promise<KnownSession | null> {
  const { runs, stateDir } = await statePlace(context)
  const unfinished = await unfinishedRun(stateDir, workflowSubject)
  const run = (await runs.list(workflowSubject)).find(({ runId }) => runId === unfinished)
  if (run === undefined) return null
  const story = await wholeStory(context.playbooks, runs, run)
  const gates = gatesIn(story).map(({ gate }) => gate)
  return { runs, run, state: story.last.state as unknown as WorkflowState, gates }
}
