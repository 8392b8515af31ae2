/** Owns how an own playbook ends its run. */
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { type Decision, end } from '../../kernel/playbook.ts'

/** `next` is what the operator can do now; `report` is Markdown. */
type More = Partial<Pick<RunEnd, 'next' | 'report'>>

export const done = (reason: string, more?: More): Decision<never> => ended('done', reason, more)

/** The run could not do what it was for. */
export const halted = (reason: string, more?: More): Decision<never> => ended('halted', reason, more)

/** A config is a program that no compiler may have seen. */
function ended(
  outcome: 'done' | 'halted',
  reason: string,
  { next = 'nothing', report = '' }: More = {},
): Decision<never> {
  if (typeof reason !== 'string' || reason === '') throw new Error(`${outcome}(…) needs a reason, in words`)
  return end({ outcome, exitCode: exitCode[outcome], reason, next, report, resumable: false })
}
