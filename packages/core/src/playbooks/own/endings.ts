/** Owns how an own playbook ends its run. */
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { type Decision, end } from '../../kernel/playbook.ts'

/** `next` is what the operator can do now; `report` is Markdown. */
type More = Partial<Pick<RunEnd, 'next' | 'report'>>

export const done = (reason: string, { next = 'nothing', report = '' }: More = {}): Decision<never> =>
  end({ outcome: 'done', exitCode: exitCode.done, reason, next, report, resumable: false })

/** The run could not do what it was for. */
export const halted = (reason: string, { next = 'nothing', report = '' }: More = {}): Decision<never> =>
  end({ outcome: 'halted', exitCode: exitCode.halted, reason, next, report, resumable: false })
