/** Owns the lines in which progress is told: made of phase, text and detail, safe to show. */
import type { AgentFinished } from '@harness/core/effects/run-agent'
import type { AnyCommand } from '@harness/core/kernel/effect'
import { stripControl } from '../machine/redaction/strip-control.ts'

export interface ProgressLine {
  /** The phase it belongs to, in a column of its own. */
  readonly phase: string
  readonly text: string
  /** Printed below, indented. */
  readonly detail: readonly string[]
  readonly tone: 'plain' | 'good' | 'warn' | 'bad'
  /** Only says that something begins: left out if a live line says it anyway. */
  readonly begins: boolean
}

/** What a line may know of the run beside the command or the outcome it tells. */
export interface ProgressSight {
  /** The branch that the run merges into. */
  readonly baseBranch: string
  /** What is said of a command that starts, beside what it is; null if nothing is. */
  aside(command: AnyCommand): string | null
  /** True if a role only reads: its line then does not say that it changed nothing. */
  readsOnly?(role: string): boolean
  /** The playbook's own line for an answer; null if the answer is told by what changed. */
  answerLine?(event: AgentFinished, spent: readonly (string | null)[]): ProgressLine | null
}

/** What the line of an outcome is told with. */
export interface Told {
  readonly sight: ProgressSight
  /** How long the command took, in words; null if that is not known. */
  readonly took: string | null
}

export function line(
  phase: string,
  text: string,
  more: Partial<Pick<ProgressLine, 'detail' | 'tone' | 'begins'>> = {},
): ProgressLine {
  return { phase, text, detail: [], tone: 'plain', begins: false, ...more }
}

export const facts = (text: string, ...more: readonly (string | null)[]): string =>
  [text, ...more.filter((it) => it !== null)].join(' · ')

export const oneLine = (text: string): string => stripControl(text).replace(/\s+/g, ' ').trim()

export const linesOf = (text: string): readonly string[] => {
  const clean = stripControl(text).replace(/\n+$/, '')
  return clean === '' ? [] : clean.split('\n')
}

export const shortHash = (hash: string): string => hash.slice(0, 12)
