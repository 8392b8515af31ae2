/** Owns reading a run's journal as a story: each event with the state it led to. Holds nothing and mends nothing. */
import type { Event } from '@harness/core/event'
import { exitCode } from '@harness/core/exit-code'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { UserError } from '@harness/core/user-error'
import { readJournal } from '@harness/shell/journal/read-journal'
import type { Chapter as ChapterOf } from '@harness/shell/playbook-run/read-story'
import type { KnownRun } from '@harness/shell/runs'
import { runName } from './find-run.ts'

export type Chapter = ChapterOf<DeliveryState>

export interface RunStory {
  /** What has come since the last call; everything at the first. */
  read(): Promise<readonly Chapter[]>
}

export function openStory(run: KnownRun): RunStory {
  let end: NonNullable<Awaited<ReturnType<typeof readJournal>>>['end'] | undefined
  let state: DeliveryState | null = null
  return {
    async read() {
      const journal = await readJournal(run.dir, end)
      if (journal === null) return []
      end = journal.end
      return journal.events.map((event) => {
        state = delivery.evolve(state ?? begun(event, run), event)
        return { event, state }
      })
    },
  }
}

function begun(event: Event, run: KnownRun): DeliveryState {
  if (event.type === 'RunStarted' && event.playbook === delivery.name)
    return delivery.initialState(event.input as DeliveryInput)
  throw new UserError('run-of-other-version', `The run ${runName(run)} is none that this version can read.`, {
    next: 'Look at it with the version that began it.',
    exitCode: exitCode.stateDamaged,
  })
}

/** The whole story so far; a UserError where there is none yet. */
export async function wholeStory(
  run: KnownRun,
): Promise<{ readonly chapters: readonly Chapter[]; readonly last: Chapter }> {
  const chapters = await openStory(run).read()
  const last = chapters.at(-1)
  if (last === undefined) {
    throw new UserError('run-empty', `The run ${runName(run)} ended before it recorded anything.`, {
      next: `Begin again with: harness run ${run.subject}`,
    })
  }
  return { chapters, last }
}
