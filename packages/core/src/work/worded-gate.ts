/** Owns gates in the words of a person's language. No choice is preselected. */
import { exitCode } from '../kernel/exit-code.ts'
import type { Gate, GateChoice } from '../kernel/gate.ts'
import type { GateWords } from './voice.ts'

interface Asked<Choice extends string> {
  readonly question: string
  readonly detail?: string
  readonly digest?: string | null
  readonly hidden?: readonly Choice[]
  /** The choices that take words. */
  readonly takesWords?: Partial<Readonly<Record<Choice, GateChoice['words']>>>
}

export function wordedGate<Choice extends string>(
  name: string,
  words: Pick<GateWords<Choice, unknown>, 'choices'>,
  { question, detail = '', digest = null, hidden = [], takesWords = {} }: Asked<Choice>,
): Gate {
  const offered = (Object.keys(words.choices) as Choice[]).filter((choice) => !hidden.includes(choice))
  const wordsOf: Partial<Record<Choice, GateChoice['words']>> = takesWords
  return {
    name,
    question,
    detail,
    choices: offered.map((choice) => ({
      name: choice,
      ...words.choices[choice],
      words: wordsOf[choice] ?? 'none',
    })),
    digest,
    exitCode: exitCode.waitingAtGate,
  }
}
