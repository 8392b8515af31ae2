/** Owns which files an auto-fix proposer is pointed to: paths that failing outputs name, held to the path validator. */
import { validatePath } from './path-validator.ts'
import type { VerifyReport } from './verify-report.ts'

const mostFiles = 5

export interface FailingFiles {
  readonly files: readonly string[]
  readonly excluded: readonly string[]
}

/** `known` are files of the change: they count first if an output names them. */
export function failingFiles({ sections }: VerifyReport, known: readonly string[]): FailingFiles {
  const output = sections.filter(({ result }) => result === 'FAIL').map((one) => one.output)
  const named = new Set(output.flatMap(pathsIn))
  const inOrder = [
    ...known.filter((path) => named.has(path)),
    ...[...named].filter((path) => !known.includes(path)),
  ]
  const files: string[] = []
  const excluded: string[] = []
  for (const path of inOrder) {
    const checked = validatePath(path, 'file_reference')
    if (checked.ok) files.push(checked.path)
    else excluded.push(path)
  }
  return { files: [...new Set(files)].slice(0, mostFiles), excluded }
}

/** A path has a slash or a file's ending. A place such as `:12:3` is not part of it. */
const pathsIn = (output: string): readonly string[] =>
  [
    ...output.matchAll(
      /(?:^|[\s"'`(<[])((?:[\w.@~\\/-]+[\\/])?[\w.@-]+\.[A-Za-z]\w{0,9})(?=$|[\s"'`)>\]:,;])/gm,
    ),
  ].map(([, path = '']) => path.replace(/^\.\//, ''))
