/** Owns what a person is told who does not watch: that a run needs them, with its exact question, or that it is over. Pure. */
import type { AskHuman } from '../effects/ask-human.ts'
import type { RunEnd } from '../kernel/event.ts'
import { exitCode } from '../kernel/exit-code.ts'

export const noticeKinds = ['needs-you', 'finished'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export interface Notice {
  /** Two notices with one key are the same, and told once. */
  readonly key: string
  readonly kind: NoticeKind
  /** The name of a run, the id of a plan, or `daemon`. */
  readonly subject: string
  readonly text: string
  readonly next: string
  readonly at: number
}

/** `run` is the run's whole name. The mark of the opening tells a gate from the same one that is asked again. */
export const gateNotice = (run: string, { id, opening, gate }: AskHuman, at: number): Notice => ({
  key: `${run} ${id} ${opening ?? ''}`,
  kind: 'needs-you',
  subject: run,
  text: gate.question,
  next: `harness answer ${run} <${gate.choices.map(({ name }) => name).join('|')}>; all about it: harness show ${run}`,
  at,
})

/** Null if it only paused at a person's wish. A run that stopped and can be resumed waits for a person. */
export function endNotice(run: string, end: RunEnd, at: number): Notice | null {
  const { outcome, reason, next, resumable } = end
  if (!resumable) {
    const key = `${run} ended`
    return { key, kind: 'finished', subject: run, text: `${outcome}: ${reason}`, next, at }
  }
  if (end.exitCode === exitCode.done || end.exitCode === exitCode.frozen) return null
  return { key: `${run} stopped ${at}`, kind: 'needs-you', subject: run, text: reason, next, at }
}
