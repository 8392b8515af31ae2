/** Asks the operator for their agreement. No answer is preselected: Enter alone decides nothing. */
import type { Terminal } from '../../terminal/terminal.ts'
import { askText } from '../ask/ask.ts'
import { dropTypedKeys } from '../ask/drop-typed-keys.ts'

const question = 'Trust what this repository brings, and run it? Type yes or no:'

/** False if the person says no or gives up. */
export async function askTrust(terminal: Terminal): Promise<boolean> {
  await dropTypedKeys(terminal.input)
  for (;;) {
    const said = await askText(terminal, question)
    if (said === null || /^\s*no?\s*$/i.test(said)) return false
    if (/^\s*y(es)?\s*$/i.test(said)) return true
    terminal.print('Neither yes nor no: nothing is decided.')
  }
}
