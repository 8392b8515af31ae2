/** Owns reading a run's journal as a story: each event with the state it led to. Holds nothing and mends nothing. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { readJournal } from '@harness/shell/store/journal/read-journal'
import type { Chapter as ChapterOf } from '@harness/shell/store/journal/read-story'
import { beginCommand } from '@harness/shell/store/layout/run-subject'
import type { KnownRun } from '@harness/shell/store/runs/runs'
import { runName } from './find-run.ts'
import type { AnyView } from './views/run-view.ts'
import { viewOfRun } from './views/view-of-run.ts'

export type Chapter = ChapterOf<unknown>

export interface RunStory {
  readonly view: AnyView
  /** What has come since the last call; everything at the first. */
  read(): Promise<readonly Chapter[]>
}

export async function openStory(run: KnownRun): Promise<RunStory> {
  const view = await viewOfRun(run)
  let end: NonNullable<Awaited<ReturnType<typeof readJournal>>>['end'] | undefined
  let state: { readonly now: unknown } | null = null
  return {
    view,
    async read() {
      const journal = await readJournal(run.dir, end)
      if (journal === null) return []
      end = journal.end
      return journal.events.map((event) => {
        const now = view.playbook.evolve((state ?? { now: begun(event, run, view) }).now, event)
        state = { now }
        return { event, state: now }
      })
    },
  }
}

function begun(event: AnyEvent, run: KnownRun, { playbook }: AnyView): unknown {
  if (isRunEvent(event, 'RunStarted') && event.playbook === playbook.name)
    return playbook.initialState(event.input as never)
  throw new UserError('run-of-other-version', `The run ${runName(run)} is none that this version can read.`, {
    next: 'Look at it with the version that began it.',
    exitCode: exitCode.stateDamaged,
  })
}

/** The whole story so far; a UserError where there is none yet. */
export async function wholeStory(run: KnownRun): Promise<{
  readonly view: AnyView
  readonly chapters: readonly Chapter[]
  readonly last: Chapter
}> {
  const story = await openStory(run)
  const chapters = await story.read()
  const last = chapters.at(-1)
  if (last === undefined) {
    throw new UserError('run-empty', `The run ${runName(run)} ended before it recorded anything.`, {
      next: `Begin again with: ${beginCommand(run.subject)}`,
    })
  }
  return { view: story.view, chapters, last }
}
