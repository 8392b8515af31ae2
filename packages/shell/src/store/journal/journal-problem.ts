/** Owns what is said when a journal cannot be read or written. */
import { basename, dirname } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { diskError } from '../../machine/disk/disk-error.ts'
import { deliveredBefore } from '../layout/delivered-before.ts'
import { setAsideAdvice } from '../layout/run-folder.ts'
import { beginCommand, isPlan } from '../layout/run-subject.ts'

export interface JournalPlace {
  readonly path: string
  /** Counted from 1; one record is one line. */
  readonly line: number
  readonly offset: number
}

const where = ({ path, line, offset }: JournalPlace): string => `${path}, line ${line} (byte ${offset})`

const outOfTheWay = (runDir: string): string =>
  isPlan(basename(dirname(runDir))) && deliveredBefore(dirname(runDir))
    ? `set the run aside, its plan is delivered: mv '${runDir}' '${runDir}.aside'`
    : setAsideAdvice(runDir)

export const journalDamaged = (place: JournalPlace, problem: string): UserError =>
  new UserError(
    'journal-damaged',
    `The journal is damaged: ${where(place)}: ${problem}. Nothing was changed.`,
    {
      next: `Put the file back from a backup. Without one: ${outOfTheWay(dirname(place.path))}`,
      exitCode: exitCode.stateDamaged,
    },
  )

export const journalNewer = (place: JournalPlace, problem: string): UserError =>
  new UserError('journal-newer', `A newer version wrote this journal: ${where(place)}: ${problem}.`, {
    next: 'Update harness to the version that began this run; nothing was changed.',
    exitCode: exitCode.stateDamaged,
  })

export const journalUnreadable = (path: string, cause: unknown): UserError =>
  new UserError('journal-unreadable', `${path} cannot be read: ${(cause as Error).message}.`, {
    next: 'Find out what keeps the file from being read; nothing was changed.',
    exitCode: exitCode.halted,
    cause,
  })

/** Nothing can be added to what is gone; what agents did is elsewhere. */
export const journalRemoved = (path: string): UserError =>
  new UserError(
    'journal-removed',
    `${path} was removed by someone else while the run worked: what the run had recorded is gone, and nothing more was done.`,
    {
      next: `What was worked out is in the run’s lane (git worktree list). Put the folder back from a backup and resume, or begin again, which keeps that work aside: ${beginCommand(basename(dirname(dirname(path))))}`,
      exitCode: exitCode.stateDamaged,
    },
  )

export function journalUnwritable(path: string, cause: unknown): UserError {
  const known = diskError(cause, path)
  if (known instanceof UserError) return known
  return new UserError('journal-unwritable', `${path} cannot be written: ${(cause as Error).message}.`, {
    next: 'Find out what keeps the file from being written, then resume the run: what was recorded before is still there.',
    exitCode: exitCode.halted,
    cause,
  })
}
