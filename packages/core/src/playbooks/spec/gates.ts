/** Owns the questions that the making of a spec asks a person. */
import { exitCode } from '../../kernel/exit-code.ts'
import type { Gate, GateChoice } from '../../kernel/gate.ts'
import type { GateWords } from '../../work/voice.ts'
import { questionLines } from './qa-notes.ts'
import { questionsInRound } from './rounds.ts'
import type { Answering, Scanning } from './state.ts'
import type { SpecWords } from './words.ts'

export const conventionsGate = ({ step }: Scanning, { gates }: SpecWords): Gate =>
  step === 'missing'
    ? gate('scan-missing', gates.scanMissing, gates.scanMissing.question, [], { retry: 'none', skip: 'none' })
    : gate('conventions', gates.conventions, gates.conventions.question, [], { scan: 'none', skip: 'none' })

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
  { header, choices }: GateWords<Choice, unknown>,
  question: string,
  detail: readonly string[],
  takesWords: Readonly<Record<Choice, GateChoice['words']>>,
): Gate => ({
  name,
  question,
  detail: [`## ${header}`, ...detail].join('\n\n'),
  choices: (Object.keys(takesWords) as Choice[]).map((choice) => ({
    name: choice,
    ...choices[choice],
    words: takesWords[choice],
  })),
  digest: null,
  exitCode: exitCode.waitingAtGate,
})
