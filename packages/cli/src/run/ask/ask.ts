/**
 * Owns every question to the person at the terminal. Callers ask only where `terminal.canAsk`; with ACCESSIBLE set a
 * question is plain numbered text, answered by a line, and nothing is ever repainted.
 */
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import type { Terminal } from '../../terminal/terminal.ts'
import { wrapLines } from '../../terminal/wrap-lines.ts'
import { dropTypedKeys } from './drop-typed-keys.ts'

export interface Choice<Value> {
  readonly value: Value
  readonly label: string
  readonly hint: string
}

type Asking = Pick<Terminal, 'accessible' | 'columns' | 'input' | 'output'>

/**
 * Null if the person gave up (Ctrl-C, end of input) or the signal was aborted. Keys that were typed before the question
 * appeared do not count.
 */
export async function choose<Value extends string>(
  terminal: Asking,
  question: string,
  choices: readonly Choice<Value>[],
  { signal, initial }: { readonly signal?: AbortSignal; readonly initial?: Value } = {},
): Promise<Value | null> {
  if (terminal.accessible) return chooseByNumber(terminal, question, choices, signal)
  const { select, isCancel } = await import('@clack/prompts')
  await dropTypedKeys(terminal.input)
  const answer = await select<string>({
    message: question,
    options: choices.map(({ value, label, hint }) => ({ value: value as string, label, hint })),
    ...(initial === undefined ? {} : { initialValue: initial as string }),
    ...streams(terminal, signal),
  })
  return isCancel(answer) ? null : (answer as Value)
}

/** Null if the person gave up or the signal was aborted; an empty text is an answer. */
export async function askText(
  terminal: Asking,
  question: string,
  signal?: AbortSignal,
): Promise<string | null> {
  if (terminal.accessible) return askLine(terminal, `${question} `, signal)
  const { text, isCancel } = await import('@clack/prompts')
  const answer = await text({ message: question, ...streams(terminal, signal) })
  return isCancel(answer) ? null : (answer ?? '')
}

const streams = ({ input, output }: Asking, signal: AbortSignal | undefined) => ({
  input: input as Readable,
  output: output as Writable,
  ...(signal === undefined ? {} : { signal }),
})

async function chooseByNumber<Value extends string>(
  terminal: Asking,
  question: string,
  choices: readonly Choice<Value>[],
  signal: AbortSignal | undefined,
): Promise<Value | null> {
  await dropTypedKeys(terminal.input)
  const lines = choices.map(({ label, hint }, index) => `  ${index + 1}. ${label}: ${hint}`)
  terminal.output.write(wrapLines(`${[question, ...lines].join('\n')}\n`, terminal.columns()))
  for (;;) {
    const answer = await askLine(terminal, `Number (1 to ${choices.length}): `, signal)
    if (answer === null) return null
    const choice = choices[Number(answer.trim()) - 1]
    if (choice !== undefined && /^\d+$/.test(answer.trim())) return choice.value
    terminal.output.write(`Please answer with a number from 1 to ${choices.length}.\n`)
  }
}

async function askLine(
  { input, output }: Asking,
  prompt: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  // A terminal of its own would repaint the line at every key.
  const lines = createInterface({ input, output, terminal: false })
  const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)))
  try {
    const answer = signal === undefined ? lines.question(prompt) : lines.question(prompt, { signal })
    return await Promise.race([answer, ended])
  } catch (error) {
    if (signal?.aborted === true) return null
    throw error
  } finally {
    lines.close()
  }
}
