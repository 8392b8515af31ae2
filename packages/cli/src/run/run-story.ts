/** Owns reading a run's journal as a story: each event with the state it led to. It holds and repairs nothing. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { UserError } from '@harness/core/kernel/user-error'
import { readJournal } from '@harness/shell/store/journal/read-journal'
import type { Chapter as ChapterOf } from '@harness/shell/store/journal/read-story'
import { beginCommand } from '@harness/shell/store/layout/run-subject'
import type { KnownRun } from '@harness/shell/store/runs/runs'
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import type { AnyFace } from '../line/face.ts'
import type { Playbooks } from '../line/playbooks.ts'
import { faceOfRun, otherProgram } from './face-of-run.ts'
import { runName } from './find-run.ts'

export type Chapter = ChapterOf<SpendingState>

export interface RunStory {
  readonly face: AnyFace
  /** What has come since the last call; everything at the first. */
  read(): Promise<readonly Chapter[]>
}

export async function openStory(playbooks: Playbooks, run: KnownRun): Promise<RunStory> {
  const face = await faceOfRun(playbooks, run)
  const { playbook } = face.registration
  let end: NonNullable<Awaited<ReturnType<typeof readJournal>>>['end'] | undefined
  let state: SpendingState | null = null
  return {
    face,
    async read() {
      const journal = await readJournal(run.dir, end)
      if (journal === null) return []
      end = journal.end
      return journal.events.map((event) => {
        const now: SpendingState = playbook.evolve(state ?? begun(event, run, face), event)
        state = now
        return { event, state: now }
      })
    },
  }
}

function begun(event: AnyEvent, run: KnownRun, { registration: { playbook } }: AnyFace): SpendingState {
  if (isRunEvent(event, 'RunStarted') && event.playbook === playbook.name)
    return playbook.initialState(event.input)
  throw otherProgram(run)
}

/** The whole story so far; a UserError if there is none yet. */
export async function wholeStory(
  playbooks: Playbooks,
  run: KnownRun,
): Promise<{
  readonly face: AnyFace
  readonly chapters: readonly Chapter[]
  readonly last: Chapter
}> {
  const story = await openStory(playbooks, run)
  const chapters = await story.read()
  const last = chapters.at(-1)
  if (last === undefined) throw runEmpty(run)
  return { face: story.face, chapters, last }
}

/** The events so far, without what they led to; a UserError if there are none yet. */
export async function recordedEvents(run: KnownRun): Promise<readonly AnyEvent[]> {
  const { events } = (await readJournal(run.dir)) ?? { events: [] }
  if (events.length === 0) throw runEmpty(run)
  return events
}

const runEmpty = (run: KnownRun): UserError =>
  new UserError('run-empty', `The run ${runName(run)} ended before it recorded anything.`, {
    next: `Begin again with: ${beginCommand(run.subject)}`,
  })
