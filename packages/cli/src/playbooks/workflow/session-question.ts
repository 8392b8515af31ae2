/** Puts a question about a session to the person, before a run starts. Without a terminal the flag `--session` answers it. */
import { exitCode } from '@harness/core/kernel/exit-code'
import type { GateWords } from '@harness/core/work/voice'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { askGate } from '../../run/ask/ask-gate.ts'
import { operatorName } from '../../run/operator.ts'
import { oneOf } from './one-of.ts'

export const sessionChoices = ['resume', 'restart', 'stop'] as const
export type SessionChoice = (typeof sessionChoices)[number]

export interface SessionQuestion<Choice extends string> {
  readonly gate: GateWords<Choice, unknown>
  readonly question: string
  /** What `--session` calls each choice. */
  readonly flags: Readonly<Record<Choice, SessionChoice>>
}

/** Null if the person decides later. */
export async function askAboutSession<Choice extends string>(
  { terminal, json, env }: CommandContext,
  given: Given,
  words: WorkflowTexts,
  { gate, question, flags }: SessionQuestion<Choice>,
): Promise<Choice | null> {
  const choices = Object.keys(gate.choices) as Choice[]
  const named = textOption(given, 'session')
  if (named !== null) {
    const offered = choices.map((choice) => flags[choice])
    const flag = oneOf('--session', named, offered, words)
    return choices.find((choice) => flags[choice] === flag) ?? null
  }
  const asked = `${gate.header}: ${question}`
  if (!terminal.canAsk || json || flagOption(given, 'yes')) {
    const offered = choices.map((choice) => ({ name: flags[choice], ...gate.choices[choice] }))
    const next = `harness workflow --session ${offered.map(({ name }) => name).join('|')} …`
    if (json) terminal.print(JSON.stringify(waiting(asked, offered, next), null, 2))
    else for (const line of [asked, words.ends.nextStep(next)]) terminal.note(stripControl(line))
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

/** As a run tells that waits at a gate. */
const waiting = (reason: string, choices: readonly object[], next: string) => ({
  ok: false,
  outcome: 'waiting',
  exitCode: exitCode.waitingAtGate,
  reason,
  gates: [{ name: 'session', digest: null, choices }],
  next,
})
