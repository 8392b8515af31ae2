/** Puts a question about a session to the person, before a run starts. Without a terminal the flag `--session` answers it. */
import { exitCode } from '@harness/core/kernel/exit-code'
import type { GateWords, Words } from '@harness/core/playbooks/workflow/words'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { knownName } from '../../line/known-name.ts'
import { askGate } from '../../run/ask/ask-gate.ts'
import { operatorName } from '../../run/operator.ts'

export const sessionChoices = ['resume', 'restart', 'stop'] as const
export type SessionChoice = (typeof sessionChoices)[number]

export interface SessionQuestion<Choice extends string> {
  readonly gate: GateWords<Choice>
  readonly question: string
  /** What `--session` calls each choice. */
  readonly flags: Readonly<Record<Choice, SessionChoice>>
}

/** Null if the person decides later. */
export async function askAboutSession<Choice extends string>(
  { terminal, json, env }: CommandContext,
  given: Given,
  words: Words,
  { gate, question, flags }: SessionQuestion<Choice>,
): Promise<Choice | null> {
  const choices = Object.keys(gate.choices) as Choice[]
  const named = textOption(given, 'session')
  if (named !== null) {
    const offered = choices.map((choice) => flags[choice])
    const flag = knownName('choice', named, offered, 'harness workflow --help')
    return choices.find((choice) => flags[choice] === flag) ?? null
  }
  const asked = `${gate.header}: ${question}`
  if (!terminal.canAsk || json || flagOption(given, 'yes')) {
    terminal.note(asked)
    const flag = choices.map((choice) => flags[choice]).join('|')
    terminal.note(words.ends.nextStep(`harness workflow --session ${flag} …`))
    return null
  }
  const said = await askGate(
    terminal,
    {
      name: 'session',
      question: asked,
      detail: '',
      choices: choices.map((name) => ({ name, ...gate.choices[name], words: 'none' })),
      digest: null,
      exitCode: exitCode.waitingAtGate,
    },
    operatorName(env),
    new AbortController().signal,
  )
  return said === null || said === 'interrupted' ? null : (said.choice as Choice)
}
