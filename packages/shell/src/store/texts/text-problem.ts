/** Owns the messages about a text that a journal refers to and that cannot be used. */
import { basename, dirname } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { setAsideAdvice } from '../layout/run-folder.ts'

export interface TextPlace {
  readonly runDir: string
  readonly digest: string
  readonly path: string
}

const runOf = (runDir: string): string => `${basename(dirname(runDir))}-${basename(runDir)}`

const next = ({ runDir }: TextPlace): string =>
  `Restore it from a backup. Without one: ${setAsideAdvice(runDir)}`

export const textMissing = (place: TextPlace): UserError =>
  new UserError(
    'text-missing',
    `The journal of run ${runOf(place.runDir)} refers to the text ${place.digest}, but ${place.path} does not contain it. Nothing was changed.`,
    { next: next(place), exitCode: exitCode.stateDamaged },
  )

export const textDamaged = (place: TextPlace, problem: string): UserError =>
  new UserError(
    'text-damaged',
    `The journal of run ${runOf(place.runDir)} refers to the text ${place.digest}, but ${place.path} ${problem}. Nothing was changed.`,
    { next: next(place), exitCode: exitCode.stateDamaged },
  )
