/** Owns what people are told of a workflow as it goes on. */
import type { WorkflowState } from './state.ts'
import type { Lines, Message, Words } from './words.ts'

type Given<Key extends keyof Lines> = Extract<Message, { readonly key: Key }>['args']

/** Adds a line that each language words. */
export const say = <Key extends keyof Lines>(
  state: WorkflowState,
  key: Key,
  ...args: Given<Key>
): WorkflowState => ({ ...state, said: [...state.said, { key, args } as Message] })

/** Adds an agent's first line, as it is. */
export const quote = (state: WorkflowState, mark: '✓' | '✗', line: string): WorkflowState =>
  line === '' ? state : { ...state, said: [...state.said, { text: `${mark} ${line}` }] }

/** A line as a person reads it. */
export function wordOf(words: Words, message: Message): string {
  if ('text' in message) return `  ${message.text}`
  const line = words.lines[message.key] as string | ((...args: readonly unknown[]) => string)
  return `[harness] ${typeof line === 'string' ? line : line(...message.args)}`
}
