/**
 * Owns the store in a state directory: `runs/<subject>/<run id>/` with journal, texts, snapshot, summary and inbox.
 * Every function loads what it needs: a command that only lists runs must not wait for the code that writes them.
 */
import { holderOf } from '../../machine/lock/holder.ts'
import { folderOfRun, subjectFolder } from '../layout/run-folder.ts'
import { writeSummary } from '../layout/run-summary.ts'
import type { RunRef, RunStore } from '../port/run-store.ts'
import { hasWaitingAnswer, knownRuns, startedSubjects, unwrittenRuns } from '../runs/runs.ts'

export function fileRunStore(stateDir: string): RunStore {
  const dirOf = (run: RunRef): string => folderOfRun(stateDir, run)
  return {
    list: async (subject) => knownRuns(stateDir, subject),
    subjects: async () => startedSubjects(stateDir),
    unwritten: async () => unwrittenRuns(stateDir),
    keepPlace: async (run, mainWorktree) =>
      (await import('../layout/run-place.ts')).writePlace(dirOf(run), mainWorktree),
    placeOf: async (run) => (await import('../layout/run-place.ts')).readPlace(dirOf(run)),
    summarise: (run, summary) => writeSummary(dirOf(run), summary),
    project: async (run, projections) =>
      (await import('../layout/run-projections.ts')).writeProjections(dirOf(run), projections),
    reportOf: async <Report>(run: RunRef) =>
      (await import('../layout/stored-report.ts')).readStoredReport<Report>(dirOf(run)),

    peek: async (run, lastCount) =>
      (await import('../journal/peek-journal.ts')).peekJournal(dirOf(run), lastCount),
    read: async (run, from, mostBytes) =>
      (await import('../journal/read-journal.ts')).readJournal(dirOf(run), from, mostBytes),
    has: async (run, position) =>
      (await import('../journal/read-journal.ts')).journalHas(dirOf(run), position),
    readSince: async (run, reader) =>
      (await import('../journal/read-since-snapshot.ts')).readSinceSnapshot(dirOf(run), reader),
    async *tail(run, from, signal) {
      yield* (await import('../journal/tail-journal.ts')).tailJournal(dirOf(run), from, signal)
    },
    open: async (run, reader) => (await import('../journal/open-journal.ts')).openJournal(dirOf(run), reader),

    answer: async (run, word) => (await import('../inbox/post-word.ts')).postWord(dirOf(run), word),
    hasAnswer: async (run) => hasWaitingAnswer(dirOf(run)),
    words: async (run) => (await import('../inbox/watch-inbox.ts')).waitingWords(dirOf(run)),
    async *watchWords(run, signal) {
      yield* (await import('../inbox/watch-inbox.ts')).watchInbox(dirOf(run), signal)
    },
    wordTaken: async (run, word) => (await import('../inbox/word-taken.ts')).wordTaken(dirOf(run), word),
    wordRefused: async (run, word, why) =>
      (await import('../inbox/word-refused.ts')).wordRefused(dirOf(run), word, why),
    refusalOf: async (run, word) => (await import('../inbox/word-refused.ts')).refusalOf(dirOf(run), word),

    hold: async (subject, purpose) =>
      (await import('../../machine/lock/lease.ts')).acquireLease(subjectFolder(stateDir, subject), purpose),
    holderOf: (subject) => holderOf(subjectFolder(stateDir, subject)),
  }
}
