/** Asks the operator for their agreement. No answer is preselected: Enter alone decides nothing. */
import type { Terminal } from '../../terminal/terminal.ts'
import { askYesNo } from '../ask/ask-yes-no.ts'

/** False if the person says no or gives up. */
export const askTrust = async (terminal: Terminal): Promise<boolean> =>
  (await askYesNo(terminal, 'Trust what this repository brings, and run it? Type yes or no:')) === true
