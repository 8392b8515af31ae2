/** Owns the questions that the making of a spec asks a person. */
import type { Gate, GateChoice } from '../../kernel/gate.ts'
import type { GateWords } from '../../work/voice.ts'
import { wordedGate } from '../../work/worded-gate.ts'
import { questionLines } from './qa-notes.ts'
import { questionsInRound } from './rounds.ts'
import type { Answering, Scanning } from './state.ts'
import type { SpecWords } from './words.ts'

export const conventionsGate = ({ step }: Scanning, { gates }: SpecWords): Gate =>
  step === 'missing'
    ? gate('scan-missing', gates.scanMissing, gates.scanMissing.question, [])
    : gate('conventions', gates.conventions, gates.conventions.question, [])

export function questionsGate({ questions, rounds }: Answering, { gates, notes }: SpecWords): Gate {
  const said = gates.questions
  const round = rounds.length + 1
  return gate(
    `questions-${round}`,
    said,
    said.question(questions.length, round, questionsInRound.length),
    [...questions.map((one, nth) => questionLines(one, nth + 1, notes).join('\n')), said.how],
    { answer: 'required', enough: 'optional', stop: 'optional' },
  )
}

const gate = <Choice extends string>(
  name: string,
  words: GateWords<Choice, unknown>,
  question: string,
  detail: readonly string[],
  takesWords: Partial<Readonly<Record<Choice, GateChoice['words']>>> = {},
): Gate =>
  wordedGate(name, words, {
    question,
    detail: [`## ${words.header}`, ...detail].join('\n\n'),
    takesWords,
  })
