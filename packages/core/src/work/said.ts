/** Owns what people are told while a run works: messages, which each language words. */

/** The lines of a catalogue: texts, or functions that make one. */
type ArgumentsOf<Line> = Line extends (...args: infer Given) => string ? Given : readonly []

/** A line of progress, before a language words it. Programs read `text`, which is never translated. */
export type Message<Lines> =
  | { [Key in keyof Lines]: { readonly key: Key; readonly args: ArgumentsOf<Lines[Key]> } }[keyof Lines]
  | { readonly text: string }

interface Telling<Lines> {
  /** What people were told, in order. */
  readonly said: readonly Message<Lines>[]
}

export const teller = <Lines>() => ({
  /** Adds a line that each language words. */
  say: <State extends Telling<Lines>, Key extends keyof Lines>(
    state: State,
    key: Key,
    ...args: ArgumentsOf<Lines[Key]>
  ): State => ({ ...state, said: [...state.said, { key, args }] }),

  /** Adds an agent's first line, as it is. */
  quote: <State extends Telling<Lines>>(state: State, mark: '✓' | '✗', line: string): State =>
    line === '' ? state : { ...state, said: [...state.said, { text: `${mark} ${line}` }] },
})

/** A line as a person reads it. */
export function wordOf<Lines>(lines: Lines, message: Message<Lines>): string {
  if ('text' in message) return `  ${message.text}`
  const line = lines[message.key] as string | ((...args: readonly unknown[]) => string)
  return `[harness] ${typeof line === 'string' ? line : line(...message.args)}`
}
