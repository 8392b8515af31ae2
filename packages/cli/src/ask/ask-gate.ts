/** Puts a gate to the person at the terminal: what is asked, what follows from either answer, and why they answered so. */
import type { Gate, GateAnswer } from '@harness/core/gate'
import { stripControl } from '@harness/shell/redaction/strip-control'
import type { Terminal } from '../terminal/terminal.ts'
import { askText, choose } from './ask.ts'

/** Null where the person wants to decide later: the gate stays open, as it does where they pressed Ctrl-C. */
export async function askGate(
  terminal: Terminal,
  gate: Gate,
  by: string,
  signal: AbortSignal,
): Promise<GateAnswer | 'interrupted' | null> {
  const decision = await choose(
    terminal,
    stripControl(gate.question),
    [
      { value: 'granted', label: 'Grant', hint: stripControl(gate.onGrant) },
      { value: 'refused', label: 'Refuse', hint: stripControl(gate.onRefuse) },
      { value: 'later', label: 'Decide later', hint: 'the run lets go; answer with harness grant or refuse' },
    ],
    signal,
  )
  if (decision === null) return gaveUp(terminal, signal)
  if (decision === 'later') return null
  const reason = await askText(terminal, decision === 'granted' ? 'Why? (may be empty)' : 'Why?', signal)
  return reason === null ? gaveUp(terminal, signal) : { decision, reason, by }
}

/** Where plain lines are read, Ctrl-C is a signal of its own and what is over is only the input. */
const gaveUp = ({ accessible }: Terminal, signal: AbortSignal): 'interrupted' | null =>
  accessible || signal.aborted ? null : 'interrupted'
