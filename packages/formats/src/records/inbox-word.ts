/** Owns the words by which people reach a run from outside its process, as they stand in files of its inbox. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import type { GateAnswer } from '@harness/core/kernel/gate-answer'
import type { CommandId } from '@harness/core/kernel/ids'
import * as z from 'zod'
import { type Parsed, parsed } from '../text/format-problem.ts'
import { readJson } from '../text/json-text.ts'
import { checkAgainst } from '../text/schema-problems.ts'

export interface AnswerWord {
  readonly type: 'answer'
  /** The id of the AskHuman command that is answered. */
  readonly gate: CommandId
  /** The mark of the open gate that is answered; absent if the gate has none. */
  readonly opening?: string
  readonly answer: GateAnswer
  readonly at: number
}

export interface StopWord {
  readonly type: 'stop'
  readonly by: string
  readonly at: number
}

/** The answer to a gate that is open. */
export const answerWord = ({ id, opening }: AskHuman, answer: GateAnswer, at: number): AnswerWord => ({
  type: 'answer',
  gate: id,
  ...(opening === undefined ? {} : { opening }),
  answer,
  at,
})

export type InboxWord = AnswerWord | StopWord

const at = z.int().nonnegative()
const by = z.string().min(1).max(200)

const words = [
  z.strictObject({
    type: z.literal('answer'),
    gate: z.string().min(1).max(500),
    opening: z.string().min(1).max(200).optional(),
    answer: z.strictObject({
      choice: z.string().min(1).max(200),
      reason: z.string().max(100_000),
      by,
      digest: z.string().min(1).max(1_000).optional(),
    }),
    at,
  }),
  z.strictObject({ type: z.literal('stop'), by, at }),
] as const

const schema = z.discriminatedUnion('type', words, {
  error: (issue) => (issue.code === 'invalid_union' ? 'a word of type "answer" or "stop"' : undefined),
})

/** A word that the run refused, with the reason. */
export interface Refusal {
  readonly word: InboxWord
  readonly why: string
}

export const printInboxWord = (word: InboxWord): string => `${JSON.stringify(word)}\n`

export function parseInboxWord(text: string, file: string): Parsed<InboxWord> {
  const json = readJson(text, file)
  if (!json.ok) return json
  const word = checkAgainst(schema, json.value, file)
  return word.ok ? parsed(word.value as InboxWord) : word
}

const refusalSchema = z.strictObject({ word: schema, why: z.string() })

export const printRefusal = (refusal: Refusal): string => `${JSON.stringify(refusal)}\n`

export function parseRefusal(text: string, file: string): Parsed<Refusal> {
  const json = readJson(text, file)
  if (!json.ok) return json
  const refusal = checkAgainst(refusalSchema, json.value, file)
  return refusal.ok ? parsed(refusal.value as Refusal) : refusal
}
