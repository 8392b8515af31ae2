/** Owns a store in the memory of one process, for tests and simulations. Records go through their text, as on disk. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { Holder } from '../../../machine/lock/holder.ts'
import type { RunSummary } from '../../layout/run-summary.ts'
import type { StoredReport } from '../../layout/stored-report.ts'
import type { KnownRun, RunRef, RunStore } from '../../port/run-store.ts'
import {
  emptyInbox,
  hasAnswerIn,
  type MemoryInbox,
  postTo,
  refusalIn,
  refuseIn,
  takeFrom,
  watchWordsIn,
  wordsIn,
} from './memory-inbox.ts'
import {
  emptyJournal,
  type MemoryJournal,
  memoryHas,
  openMemory,
  peekMemory,
  readMemory,
  readMemorySince,
  tailMemory,
} from './memory-journal.ts'

export interface MemoryRun extends RunRef {
  readonly journal: MemoryJournal
  readonly inbox: MemoryInbox
  summary: RunSummary | null
  report: StoredReport<unknown> | null
  place: string | null
}

export interface MemoryRunStore extends RunStore {
  /** All that is kept of a run, for tests that damage it. */
  kept(run: RunRef): MemoryRun
}

export function memoryRunStore(): MemoryRunStore {
  const runs = new Map<string, MemoryRun>()
  const holders = new Map<string, Holder>()
  const kept = ({ subject, runId }: RunRef): MemoryRun => {
    const path = `memory/${subject}/${runId}`
    const run = runs.get(path) ?? {
      subject,
      runId,
      journal: emptyJournal(path),
      inbox: emptyInbox(),
      summary: null,
      report: null,
      place: null,
    }
    runs.set(path, run)
    return run
  }
  const isWritten = ({ journal, summary }: MemoryRun): boolean => journal.bytes.length > 0 || summary !== null
  return {
    kept,
    list: async (subject) =>
      [...runs.values()]
        .filter((run) => isWritten(run) && (subject === undefined || run.subject === subject))
        .map((run): KnownRun => ({ subject: run.subject, runId: run.runId, summary: run.summary }))
        .sort((a, b) => compared(b.runId, a.runId) || compared(a.subject, b.subject)),
    subjects: async () => new Set([...runs.values()].map(({ subject }) => subject)),
    unwritten: async () =>
      [...runs.values()].filter((run) => !isWritten(run)).map(({ subject, runId }) => ({ subject, runId })),
    async keepPlace(run, mainWorktree) {
      kept(run).place = mainWorktree
    },
    placeOf: async (run) => kept(run).place,
    async summarise(run, summary) {
      kept(run).summary = structuredClone(summary)
    },
    async project(run, { summary, shown }) {
      kept(run).summary = structuredClone(summary)
      kept(run).report = structuredClone(shown)
    },
    reportOf: async <Report>(run: RunRef) => kept(run).report as StoredReport<Report> | null,

    peek: async (run, lastCount = 1) => peekMemory(kept(run).journal, lastCount),
    read: async (run, from, mostBytes) => readMemory(kept(run).journal, from, mostBytes),
    has: async (run, position) => memoryHas(kept(run).journal, position),
    readSince: async (run, reader) => readMemorySince(kept(run).journal, reader),
    tail: (run, from, signal) => tailMemory(kept(run).journal, from, signal),
    open: async (run, reader) => openMemory(kept(run).journal, reader),

    answer: async (run, word) => postTo(kept(run).inbox, word),
    hasAnswer: async (run) => hasAnswerIn(kept(run).inbox),
    words: async (run) => wordsIn(kept(run).inbox),
    watchWords: (run, signal) => watchWordsIn(kept(run).inbox, signal),
    wordTaken: async (run, word) => takeFrom(kept(run).inbox, word),
    wordRefused: async (run, word, why) => refuseIn(kept(run).inbox, word, why),
    refusalOf: async (run, word) => refusalIn(kept(run).inbox, word),

    async hold(subject, purpose) {
      const other = holders.get(subject)
      if (other !== undefined) throw held(subject, other)
      const holder = holderFor(purpose)
      holders.set(subject, holder)
      return {
        async release() {
          if (holders.get(subject) === holder) holders.delete(subject)
        },
      }
    },
    holderOf: async (subject) => holders.get(subject) ?? null,
  }
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const holderFor = (purpose: string): Holder => ({
  record: { pid: process.pid, startTime: '', host: 'memory', bootId: '', purpose, at: Date.now(), token: '' },
  certain: true,
})

const held = (subject: string, { record }: Holder): UserError =>
  new UserError('run-held', `Run ${subject} is held by process ${record.pid} (${record.purpose}).`, {
    next: `Wait for it, or end it: harness stop ${subject}`,
    exitCode: exitCode.heldByAnother,
  })
