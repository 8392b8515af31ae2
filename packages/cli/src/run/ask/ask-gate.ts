/** Puts a gate to the person at the terminal: the question, what each choice leads to, and why they chose it. */
import { choicesOf, type Gate, type GateAnswer } from '@harness/core/kernel/gate'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { Terminal } from '../../terminal/terminal.ts'
import { askText, choose } from './ask.ts'

/**
 * Null if the person wants to decide later: the gate stays open, as it does after Ctrl-C. No choice of the gate is
 * preselected, because Enter alone must let nothing pass.
 */
export async function askGate(
  terminal: Terminal,
  gate: Gate,
  by: string,
  signal: AbortSignal,
): Promise<GateAnswer | 'interrupted' | null> {
  const choices = choicesOf(gate)
  const chosen = await choose(
    terminal,
    stripControl(gate.question),
    [
      ...choices.map(({ name, label, leadsTo }) => ({
        value: name,
        label: stripControl(label),
        hint: stripControl(leadsTo),
      })),
      later,
    ],
    { signal, initial: later.value },
  )
  if (chosen === null) return gaveUp(terminal, signal)
  const choice = choices.find(({ name }) => name === chosen)
  if (choice === undefined) return null
  const { decision, only, words } = choice
  for (;;) {
    const reason = await askText(terminal, words === 'optional' ? 'Why? (may be empty)' : 'Why?', signal)
    if (reason === null) return gaveUp(terminal, signal)
    if (words === 'optional' || reason.trim() !== '')
      return { decision, reason, by, ...(only === undefined ? {} : { only }) }
  }
}

const later = {
  value: 'later',
  label: 'Decide later',
  hint: 'the run stops here; answer with harness answer',
} as const

/** Where plain lines are read, Ctrl-C is a signal of its own and what is over is only the input. */
const gaveUp = ({ accessible }: Terminal, signal: AbortSignal): 'interrupted' | null =>
  accessible || signal.aborted ? null : 'interrupted'
