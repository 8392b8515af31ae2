/** Owns the two scripts that stand in for programs: the launcher of an agent's program, and the shell in its cell. Pure. */

export interface Launched {
  readonly file: string
  readonly args: readonly string[]
  /** Open files of the harness that the program must not inherit. */
  readonly sealed: readonly number[]
}

/** Starts the program with the arguments of the launcher behind its own. `interpreter` must know long descriptor numbers. */
export const launcherScript = ({ file, args, sealed }: Launched, interpreter: string): string =>
  `#!${interpreter}\nexec ${[file, ...args].map(quoted).join(' ')} "$@"${sealed.map((it) => ` ${it}<&-`).join('')}\n`

export interface ShellInCell {
  /** The paths of bubblewrap and of the real bash in the cell. */
  readonly bubblewrap: string
  readonly bash: string
  /** Folders that the shell must not see, and those in them that it sees all the same. */
  readonly hidden: readonly string[]
  readonly shown: readonly string[]
  /** Variables that reach the shell. */
  readonly names: readonly string[]
  /** Linux lets nobody mount another list of processes in a cell of root's. There it hides what belongs to others. */
  readonly ownProcesses: boolean
}

/**
 * Acts like bash, in namespaces of its own: no network but a loopback, no process of the program, and none of its
 * variables. The first word clears the environment, so that no process inside ever had it.
 */
export const shellScript = ({ bubblewrap, bash, hidden, shown, names, ownProcesses }: ShellInCell): string =>
  [
    '#!/bin/sh',
    `exec env -i ${names
      .filter((name) => isName.test(name))
      .map(passedOn)
      .join(' ')} \\`,
    `  ${quoted(bubblewrap)} --unshare-user --unshare-pid --unshare-net --cap-drop ALL --die-with-parent \\`,
    `  --dev-bind / / ${ownProcesses ? '--proc /proc ' : ''}\\`,
    `  ${hidden.map((path) => `--tmpfs ${quoted(path)}`).join(' ')} \\`,
    `  ${shown.map((path) => `--bind ${quoted(path)} ${quoted(path)}`).join(' ')} \\`,
    `  -- ${quoted(bash)} "$@"`,
    '',
  ].join('\n')

const isName = /^[A-Za-z_]\w*$/

const passedOn = (name: string): string => `\${${name}+"${name}=$${name}"}`

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
