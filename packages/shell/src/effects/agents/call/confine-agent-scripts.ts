/** Owns the script that stands in for the shell of an agent's program, in its cell. Pure. */
import { quoted } from '../../../machine/sandbox/launcher-script.ts'

export interface ShellInCell {
  /** The paths of bubblewrap and of the real bash in the cell. */
  readonly bubblewrap: string
  readonly bash: string
  /** Folders that the shell must not see, and those in them that it sees all the same. */
  readonly hidden: readonly string[]
  readonly shown: readonly string[]
  /** Variables that reach the shell. */
  readonly names: readonly string[]
  /** With a loopback of its own and nothing else. */
  readonly ownNetwork: boolean
  /** With a `/proc` of its own. Linux mounts none in a cell of root's; there it only hides what others own. */
  readonly ownProcesses: boolean
}

/**
 * Acts like bash in namespaces of its own: without the program's processes, and without its variables. The environment
 * is cleared before the sandbox starts, so that no process inside ever had it.
 */
export function shellScript(shell: ShellInCell): string {
  const { bubblewrap, bash, hidden, shown, names, ownNetwork, ownProcesses } = shell
  const variables = names.filter((name) => isName.test(name)).map(passedOn)
  const options = [
    ['--unshare-user', '--unshare-pid', ...(ownNetwork ? ['--unshare-net'] : []), '--die-with-parent'],
    ['--cap-drop', 'ALL'],
    ['--dev-bind', '/', '/'],
    ownProcesses ? ['--proc', '/proc'] : [],
    ...hidden.map((path) => ['--tmpfs', path]),
    ...shown.map((path) => ['--bind', path, path]),
  ].flat()
  const words = [bubblewrap, ...options, '--', bash].map(quoted)
  return `#!/bin/sh\nexec env -i ${variables.join(' ')} ${words.join(' ')} "$@"\n`
}

const isName = /^[A-Za-z_]\w*$/

const passedOn = (name: string): string => `\${${name}+"${name}=$${name}"}`
