/** A phase whose prompts are still being read. */
import type { HandbookSource } from './handbook-source.ts'
import type { WrittenClose, WrittenPhase, WrittenPrompt } from './written-handbook.ts'

export interface OpenPhase {
  readonly number: number
  readonly title: string
  readonly line: number
  /** The line after its heading, counted from 0. */
  readonly begun: number
  /** Where its first prompt or its close begins. */
  preambleEnd: number | null
  readonly prompts: WrittenPrompt[]
  close: WrittenClose | null
  /** Sections without a prompt. */
  readonly sections: EmptySection[]
}

export interface EmptySection {
  readonly heading: string
  readonly line: number
  /** How many prompts of the phase are before it. */
  readonly promptsBefore: number
}

export const openPhase = (number: number, title: string, line: number, begun: number): OpenPhase => ({
  number,
  title,
  line,
  begun,
  preambleEnd: null,
  prompts: [],
  close: null,
  sections: [],
})

/** `end` is the line behind its last one. */
export function writtenPhase(
  { number, title, line, begun, preambleEnd, prompts, close, sections }: OpenPhase,
  end: number,
  source: HandbookSource,
): WrittenPhase {
  const preamble = source.between(begun, preambleEnd ?? end)
  const ignored = sections
    .filter(({ promptsBefore }) => promptsBefore > 0 && promptsBefore === prompts.length)
    .map(({ heading, line }) => ({ heading, line }))
  return { number, title, line, preamble, prompts, close, ignored }
}
