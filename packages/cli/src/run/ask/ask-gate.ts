/** Puts a gate to the person at the terminal: the question, what each choice leads to, and the words of their choice. */
import { choiceOf, type Gate, type GateChoice } from '@harness/core/kernel/gate'
import { answerTo, type GateAnswer } from '@harness/core/kernel/gate-answer'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { Terminal } from '../../terminal/terminal.ts'
import { askText, choose } from './ask.ts'

/**
 * Null if the person wants to decide later: the gate stays open, as it does after Ctrl-C. No choice of the gate is
 * preselected: Enter alone decides nothing. Keys that were typed before the question appeared do not count.
 */
export async function askGate(
  terminal: Terminal,
  gate: Gate,
  by: string,
  signal: AbortSignal,
): Promise<GateAnswer | 'interrupted' | null> {
  const chosen = await choose(
    terminal,
    stripControl(gate.question),
    [
      ...gate.choices.map(({ name, label, leadsTo }) => ({
        value: name,
        label: stripControl(label),
        hint: stripControl(leadsTo),
      })),
      later,
    ],
    { signal, initial: later.value },
  )
  if (chosen === null) return gaveUp(terminal, signal)
  const choice = choiceOf(gate, chosen)
  if (choice === undefined) return null
  const reason = await askWords(terminal, choice, signal)
  return reason === null ? gaveUp(terminal, signal) : answerTo(gate, { choice: choice.name, reason, by })
}

/** Asks again until a choice that needs words has some; null if the person gave up. */
async function askWords(
  terminal: Terminal,
  { words }: GateChoice,
  signal: AbortSignal,
): Promise<string | null> {
  if (words === 'none') return ''
  const prompt = words === 'optional' ? 'Your answer: (may be empty)' : 'Your answer:'
  for (;;) {
    const said = await askText(terminal, prompt, signal)
    if (said === null || words === 'optional' || said.trim() !== '') return said
  }
}

/** No choice of a gate has an empty name. */
const later = {
  value: '',
  label: 'Decide later',
  hint: 'the run stops here; answer with harness answer',
} as const

/** Where plain lines are read, Ctrl-C is a signal of its own and what is over is only the input. */
const gaveUp = ({ accessible }: Terminal, signal: AbortSignal): 'interrupted' | null =>
  accessible || signal.aborted ? null : 'interrupted'
