/** Writes the script that stands in for a confined program, for those who can only be told a file to start. */
import { existsSync } from 'node:fs'

export interface Launched {
  readonly file: string
  readonly args: readonly string[]
  /** Open files of the harness that the program must not inherit. */
  readonly sealed: readonly number[]
}

/** Starts the program with the arguments of the launcher behind its own. */
export const launcherScript = ({ file, args, sealed }: Launched): string =>
  `#!${interpreter()}\nexec ${[file, ...args].map(quoted).join(' ')} "$@"${sealed.map((it) => ` ${it}<&-`).join('')}\n`

/** Undefined if the machine has none. */
export const bash = (): string | undefined => ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path))

/** Only bash can close a descriptor whose number has two digits. */
const interpreter = (): string => bash() ?? '/bin/sh'

/** As one word of a shell. */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
