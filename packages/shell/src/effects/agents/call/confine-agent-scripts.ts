/** Owns the script that stands in for the shell of an agent's program, in its cell. Pure. */
import { quoted } from '../../../machine/sandbox/launcher-script.ts'

export interface ShellInCell {
  /** The paths in the cell of bubblewrap, and of a real shell that runs this script. */
  readonly bubblewrap: string
  readonly interpreter: string
  /** What it acts like, by its path; null for the shell as which it is started. */
  readonly acts: string | null
  /** Folders that the shell must not see, and those in them that it sees all the same. */
  readonly hidden: readonly string[]
  readonly shown: readonly string[]
  /** Files that the shell sees at another path. */
  readonly restored: readonly { readonly at: string; readonly real: string }[]
  /** Variables that reach the shell. */
  readonly names: readonly string[]
  /** With a loopback of its own and nothing else. */
  readonly ownNetwork: boolean
  /** With a `/proc` of its own. Linux mounts none in a cell of root's; there it only hides what others own. */
  readonly ownProcesses: boolean
}

/**
 * Acts like a shell in namespaces of its own: without the program's processes, and without its variables. The environment
 * is cleared before the sandbox starts, so that no process inside ever had it.
 */
export function shellScript(shell: ShellInCell): string {
  const { bubblewrap, interpreter, acts, hidden, shown, restored, names, ownNetwork, ownProcesses } = shell
  const variables = names.filter((name) => isName.test(name)).map(passedOn)
  const options = [
    ['--unshare-user', '--unshare-pid', ...(ownNetwork ? ['--unshare-net'] : []), '--die-with-parent'],
    ['--cap-drop', 'ALL'],
    ['--dev-bind', '/', '/'],
    ownProcesses ? ['--proc', '/proc'] : [],
    ...hidden.map((path) => ['--tmpfs', path]),
    ...shown.map((path) => ['--bind', path, path]),
    ...restored.map(({ at, real }) => ['--ro-bind', real, at]),
  ].flat()
  const words = [...[bubblewrap, ...options, '--'].map(quoted), acts === null ? '"$0"' : quoted(acts), '"$@"']
  return `#!${interpreter}\nexec env -i ${variables.join(' ')} ${words.join(' ')}\n`
}

const isName = /^[A-Za-z_]\w*$/

const passedOn = (name: string): string => `\${${name}+"${name}=$${name}"}`
