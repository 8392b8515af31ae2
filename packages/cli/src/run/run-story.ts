/** Owns reading a run's journal as a story: each event with the state after it. Holds and repairs nothing. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { UserError } from '@harness/core/kernel/user-error'
import { ownEvents } from '@harness/shell/store/fold/own-events'
import type { Chapter as ChapterOf } from '@harness/shell/store/fold/read-story'
import { beginCommand } from '@harness/shell/store/layout/run-subject'
import {
  journalStart,
  type KnownRun,
  type ReadJournal,
  type RunStore,
} from '@harness/shell/store/port/run-store'
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import type { AnyFace } from '../line/face.ts'
import type { Playbooks } from '../line/playbooks.ts'
import { faceOfRun, otherProgram } from './face-of-run.ts'
import { runName } from './find-run.ts'

export type Chapter = ChapterOf<SpendingState>

export interface RunStory {
  readonly face: AnyFace
  /** The whole story so far. */
  read(): Promise<readonly Chapter[]>
  /** The whole story, then each new part of it. Ends when the signal is aborted, after the last part. */
  follow(signal: AbortSignal): AsyncIterable<readonly Chapter[]>
}

export async function openStory(playbooks: Playbooks, runs: RunStore, run: KnownRun): Promise<RunStory> {
  const face = await faceOfRun(playbooks, runs, run)
  return {
    face,
    async read() {
      const journal = await runs.read(run)
      return journal === null ? [] : teller(run, face)(journal)
    },
    async *follow(signal) {
      const tell = teller(run, face)
      for await (const part of runs.tail(run, journalStart, signal)) yield tell(part)
    },
  }
}

/** Goes on from the state that the part before led to. */
function teller(run: KnownRun, face: AnyFace): (part: ReadJournal) => readonly Chapter[] {
  const { playbook } = face.registration
  const own = ownEvents(run, playbook)
  let state: SpendingState | null = null
  return ({ events }) =>
    own(events).map((event) => {
      const now: SpendingState = playbook.evolve(state ?? begun(event, run, face), event)
      state = now
      return { event, state: now }
    })
}

function begun(event: AnyEvent, run: KnownRun, { registration: { playbook } }: AnyFace): SpendingState {
  if (isRunEvent(event, 'RunStarted') && event.playbook === playbook.name)
    return playbook.initialState(event.input)
  throw otherProgram(run)
}

/** The whole story so far; a UserError if there is none yet. */
export async function wholeStory(
  playbooks: Playbooks,
  runs: RunStore,
  run: KnownRun,
): Promise<{
  readonly face: AnyFace
  readonly chapters: readonly Chapter[]
  readonly last: Chapter
}> {
  const story = await openStory(playbooks, runs, run)
  const chapters = await story.read()
  const last = chapters.at(-1)
  if (last === undefined) throw runEmpty(run)
  return { face: story.face, chapters, last }
}

/** The events so far, without what they led to; a UserError if there are none yet. */
export async function recordedEvents(runs: RunStore, run: KnownRun): Promise<readonly AnyEvent[]> {
  const { events } = (await runs.read(run)) ?? { events: [] }
  if (events.length === 0) throw runEmpty(run)
  return events
}

const runEmpty = (run: KnownRun): UserError =>
  new UserError('run-empty', `The run ${runName(run)} ended before it recorded anything.`, {
    next: `Start again with: ${beginCommand(run.subject)}`,
  })
