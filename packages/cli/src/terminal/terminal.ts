/** Owns what can be said to the person at the terminal and how: plain lines, colours if the terminal shows them, one live line. */
import type { Readable, Writable } from 'node:stream'
import { type Colours, coloursFor } from './colours.ts'
import { wrapLines } from './wrap-lines.ts'

export interface Terminal {
  /** One or more lines on standard output: the answer. */
  print(text: string): void
  /** The same without breaking long lines: for diffs, scripts and what agents were told. */
  printAsIs(text: string): void
  /** One or more lines on standard error: everything about the answer. */
  note(text: string): void
  /** Rings, and has the terminal show a notice (OSC 9), if standard error is one. The text has no control characters. */
  ring(text: string): void
  readonly colours: Colours
  /** Whether a question may be asked here: both ends are a terminal, and this is no CI. */
  readonly canAsk: boolean
  /** Whether a line may be repainted: never for screen readers, files and pipes. */
  readonly canRepaint: boolean
  readonly accessible: boolean
  /** Infinite if the output is no terminal: a file or a pipe gets whole lines. */
  columns(): number
  /** The same for standard error. */
  errorColumns(): number
  /** Whether the reader of standard output is gone: then there is no point in printing on. */
  readerGone(): boolean
  readonly input: Readable
  readonly output: Writable
  /** Standard error, for a live line beside lines that another program may read. */
  readonly errors: Writable
  /** The same for standard error. */
  readonly canRepaintErrors: boolean
}

/** The streams of a process, or what replaces them. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Set and not explicitly off: `CI=false` and `ACCESSIBLE=0` mean no. */
const isOn = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false'

/** Standard input is opened only if a question may be asked: opening it takes a tenth of what Node itself takes. */
export function openTerminal(streams: Streams, env: Environment): Terminal {
  const { stdout, stderr } = streams
  const inCi = isOn(env.CI)
  const accessible = isOn(env.ACCESSIBLE)
  const isTerminal = stdout.isTTY === true && env.TERM !== 'dumb'
  const colourful = isTerminal && !inCi && (env.NO_COLOR ?? '') === ''
  const line = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)
  const widthOf = ({ isTTY, columns }: Streams['stdout']): number =>
    isTTY === true ? columns || 80 : Number.POSITIVE_INFINITY
  const columns = (): number => widthOf(stdout)
  const errorColumns = (): number => widthOf(stderr)
  return {
    print: (text) => void stdout.write(wrapLines(line(text), columns())),
    printAsIs: (text) => void stdout.write(line(text)),
    note: (text) => void stderr.write(wrapLines(line(text), errorColumns())),
    ring(text) {
      if (stderr.isTTY !== true || env.TERM === 'dumb' || inCi) return
      // A screen reader has read the line itself, and would read the sequence too.
      stderr.write(accessible ? '\x07' : `\x07\x1b]9;${text}\x1b\\`)
    },
    colours: coloursFor(colourful),
    get canAsk() {
      return stdout.isTTY === true && !inCi && streams.stdin.isTTY === true
    },
    canRepaint: isTerminal && !inCi && !accessible,
    accessible,
    columns,
    errorColumns,
    readerGone: () => stdout.destroyed || !stdout.writable,
    get input() {
      return streams.stdin
    },
    output: stdout,
    errors: stderr,
    canRepaintErrors: stderr.isTTY === true && env.TERM !== 'dumb' && !inCi && !accessible,
  }
}
