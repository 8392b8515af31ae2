/**
 * Finds programs in a command line that only the repository knows: files of its own, and containers. What they
 * prove cannot be told from outside, so each is a proof of its own, unless its name says that it is none. Pure.
 */
import { folderFrom } from '@harness/formats/documents/ci/command-lines'
import type { Proof } from './proof.ts'

const interpreters = /^(?:bash|sh|zsh|node|(?:\S*\/)?python3?(?:\.\d+)?|ruby|perl|php|tsx|ts-node|bun|pwsh)$/

const otherPurpose =
  /publish|release|deploy|install|prepare|bootstrap|clean|set-?up|upload|download|login|notif|comment|changelog|start|wait|codecov|coverage|serve|\block\b|\bsync\b|\bexport\b/i

export const isOtherPurpose = (command: string): boolean => otherPurpose.test(command)

const container = /^docker(?:-compose| compose)?(?: -\S+(?:=\S+)?)* (?:run|exec) /

/** Of these it is known what they do. */
const isKnown = (path: string): boolean =>
  /(?:^|\/)(?:gradlew|mvnw|rake|rails|rspec|bundle|bazel|bazelisk|sbt|nx|turbo)$/.test(path)

/** `folder` is where the line runs. */
export function ownProgramIn(part: string, paths: ReadonlySet<string>, folder = ''): Proof | null {
  const command = part
    .replace(/^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, '')
    .replace(
      /^(?:uv run(?: --\S+)*|poetry run|pdm run|hatch run|npx|time|xvfb-run) (?=\S*(?:python|tsx|\/))/,
      '',
    )
  const isDetached = /\s(?:-d|--detach)(?=\s)/.test(command)
  if (container.test(command) && !isDetached)
    return isOtherPurpose(command) ? null : { what: command, options: [] }
  const [program = '', ...words] = command.split(/\s+/)
  const file = interpreters.test(program) ? words.find((word) => !word.startsWith('-')) : program
  const path = folderFrom(folder, file ?? '')
  return paths.has(path) && !isKnown(path) && !isOtherPurpose(path)
    ? { what: `file:${path}`, options: [] }
    : null
}
