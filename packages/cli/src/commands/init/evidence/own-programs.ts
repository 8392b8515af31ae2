/**
 * Finds programs in a command line that only the repository knows: files of its own, containers, and scripts of Composer. What
 * they prove cannot be told from outside, so each is a proof of its own, unless its name says that it is none. Pure.
 */
import type { Proof } from './proof.ts'

const interpreters = /^(?:bash|sh|zsh|node|python3?|ruby|perl|php|tsx|ts-node|bun|pwsh)$/

const otherPurpose =
  /publish|release|deploy|install|prepare|bootstrap|clean|set-?up|upload|download|login|notif|comment|changelog|start|wait/i

const container = /^docker(?:-compose| compose)?(?: -\S+(?:=\S+)?)* (?:run|exec) /
const composer =
  /^composer (?:run(?:-script)? )?(?!install|update|require|config|global|validate|self-update|dump)[\w:-]+/

export function ownProgramIn(part: string, paths: ReadonlySet<string>): Proof | null {
  const command = part.replace(/^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, '')
  const isDetached = /\s(?:-d|--detach)(?=\s)/.test(command)
  if ((container.test(command) && !isDetached) || composer.test(command))
    return otherPurpose.test(command) ? null : { what: command, options: [] }
  const [program = '', ...words] = command.split(/\s+/)
  const file = interpreters.test(program) ? words.find((word) => !word.startsWith('-')) : program
  const path = (file ?? '').replace(/^\.\//, '')
  return paths.has(path) && !otherPurpose.test(path) ? { what: `file:${path}`, options: [] } : null
}
