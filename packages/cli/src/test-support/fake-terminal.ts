import { PassThrough } from 'node:stream'
import { openTerminal, type Terminal } from '../terminal/terminal.ts'

export interface FakeTerminal {
  readonly terminal: Terminal
  readonly input: PassThrough
  /** Everything written to standard output so far, and to standard error. */
  out(): string
  err(): string
}

/** A terminal of 80 columns, or a pipe if `tty` is false. `isOutPiped`: only standard output is a pipe. */
export function fakeTerminal(
  options: { tty?: boolean; env?: Record<string, string>; columns?: number; isOutPiped?: boolean } = {},
): FakeTerminal {
  const { tty = false, env = {}, columns = 80, isOutPiped = false } = options
  const stdin = Object.assign(new PassThrough(), { isTTY: tty })
  const stdout = Object.assign(new PassThrough(), { isTTY: tty && !isOutPiped, columns })
  const stderr = Object.assign(new PassThrough(), { isTTY: tty, columns })
  const chunks = { out: '', err: '' }
  stdout.on('data', (chunk) => {
    chunks.out += String(chunk)
  })
  stderr.on('data', (chunk) => {
    chunks.err += String(chunk)
  })
  return {
    terminal: openTerminal({ stdin, stdout, stderr }, env),
    input: stdin,
    out: () => chunks.out,
    err: () => chunks.err,
  }
}
