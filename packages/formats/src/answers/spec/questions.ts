/** Owns the form in which an interviewer asks: a list of questions, each with what depends on it. */
import { oneLine } from '@harness/core/kernel/one-line'
import type { Question } from '@harness/core/playbooks/spec/rounds'
import * as z from 'zod'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import { unlocated } from '../../text/located-value.ts'
import { checkAgainst } from '../../text/schema-problems.ts'

const line = z.string().max(2_000).transform(oneLine)
const sentence = line.refine((text) => text !== '', 'a text that is not empty')

const answer = z.strictObject({
  questions: z.array(
    z.strictObject({
      text: sentence.describe('One question that a person can answer in a sentence.'),
      why: line.describe('What depends on the answer; may be empty.'),
      options: z.array(sentence).max(6).describe('Likely answers; may be empty.'),
    }),
  ),
})

export const questionsJsonSchema = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' })

export function parseQuestions(value: unknown, file = 'questions'): Parsed<readonly Question[]> {
  const checked = checkAgainst(answer, unlocated(value), file)
  return checked.ok ? parsed(checked.value.questions) : checked
}

export const questionsAsked = `An example:

{"questions": [{"text": "Who may delete a note?", "why": "It decides whether notes need an owner.", "options": ["everyone", "only its author"]}]}

If nothing important is open:

{"questions": []}`
