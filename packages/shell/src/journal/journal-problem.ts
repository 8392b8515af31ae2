/** Owns what is said when a journal cannot be read or written. */
import { exitCode } from '@harness/core/exit-code'
import { UserError } from '@harness/core/user-error'
import { diskError } from '../files/disk-error.ts'

export interface JournalPlace {
  readonly path: string
  /** Counted from 1; one record is one line. */
  readonly line: number
  readonly offset: number
}

const where = ({ path, line, offset }: JournalPlace): string => `${path}, line ${line} (byte ${offset})`

export const journalDamaged = (place: JournalPlace, problem: string): UserError =>
  new UserError(
    'journal-damaged',
    `The journal is damaged: ${where(place)}: ${problem}. Nothing was changed.`,
    {
      next: 'Copy the folder of this run somewhere safe, put the file back from a backup, or start a new run.',
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

export function journalUnwritable(path: string, cause: unknown): UserError {
  const known = diskError(cause, path)
  if (known instanceof UserError) return known
  return new UserError('journal-unwritable', `${path} cannot be written: ${(cause as Error).message}.`, {
    next: 'Find out what keeps the file from being written, then resume the run: what was recorded before is still there.',
    exitCode: exitCode.halted,
    cause,
  })
}
