/** Asks a question that is answered by yes or no, in words: an answer is what was typed, never what a list pointed at. */
import type { Terminal } from '../../terminal/terminal.ts'
import { askText } from './ask.ts'
import { dropTypedKeys } from './drop-typed-keys.ts'

/** `onEnter` is the answer of an empty line; without it, Enter alone decides nothing. Null if the person gives up. */
export async function askYesNo(
  terminal: Pick<Terminal, 'accessible' | 'columns' | 'input' | 'output' | 'print'>,
  question: string,
  { onEnter }: { readonly onEnter?: 'yes' } = {},
): Promise<boolean | null> {
  await dropTypedKeys(terminal.input)
  for (;;) {
    const said = await askText(terminal, question)
    if (said === null) return null
    if (/^\s*no?\s*$/i.test(said)) return false
    if (/^\s*y(es)?\s*$/i.test(said) || (onEnter === 'yes' && said.trim() === '')) return true
    terminal.print('Neither yes nor no: nothing is decided.')
  }
}
