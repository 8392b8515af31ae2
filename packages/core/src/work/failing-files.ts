/** Finds the files that the output of failed checks names, and those of them that an agent may be pointed to. */
import type { ChangedFile } from '../effects/measure-change.ts'
import { validatePath } from './path-validator.ts'
import { failedSections, type VerifyReport } from './verify-report.ts'

/** A path with an extension: with a folder in it, or with a line number behind it. */
const named =
  /(?<![\w.@%+/\\:-])((?:file:\/\/)?(?:[A-Za-z]:)?[\w.@+/\\[\]-]{1,300}\.[A-Za-z]\w{0,9})(?=$|[\s:,;)("'`\]>|])(:\d+|\(\d+,|", line \d+)?/gm

/** Installed code and that of the system: no fix belongs there. */
const foreign =
  /(?:^|[\\/])(?:node_modules|site-packages|dist-packages|\.venv|\.cargo)[\\/]|^\/(?:usr|lib|opt|nix|snap)\//

/**
 * In the order of their first appearance, each once. Checks run in folders of their own and print whole paths: one that
 * ends as one of the `known` files does is that file.
 */
export function failingFilesIn(output: string, known: readonly string[] = []): readonly string[] {
  const files = [...output.matchAll(named)].flatMap(([, written = '', line]) => {
    const path = written.replace(/^file:\/\//, '').replace(/^\.\//, '')
    const isPath = /[\\/]/.test(path) || (line !== undefined && path.includes('.'))
    return isPath && !foreign.test(path) ? [inRepository(path, known)] : []
  })
  return [...new Set(files)]
}

function inRepository(path: string, known: readonly string[]): string {
  const isWhole = /^(?:\/|[A-Za-z]:)/.test(path)
  const ends = known.filter((one) => isWhole && path.replaceAll('\\', '/').endsWith(`/${one}`))
  return ends.reduce((longest, one) => (one.length > longest.length ? one : longest), ends[0] ?? path)
}

const mostFiles = 5

/** The files that an agent is pointed to who fixes what failed, and those that the path validator refuses. */
interface PointedFiles {
  readonly files: readonly string[]
  readonly excluded: readonly string[]
}

/** Those of the change come first. */
export function pointedFiles(report: VerifyReport | null, changed: readonly ChangedFile[]): PointedFiles {
  const known = changed.map(({ path }) => path)
  const outputs = failedSections(report).map(({ output }) => output)
  const named = failingFilesIn(outputs.join('\n'), known)
  const inOrder = [
    ...named.filter((path) => known.includes(path)),
    ...named.filter((path) => !known.includes(path)),
  ]
  const checked = inOrder.map((path) => ({ path, valid: validatePath(path, 'file_reference') }))
  return {
    files: checked.flatMap(({ valid }) => (valid.ok ? [valid.path] : [])).slice(0, mostFiles),
    excluded: checked.flatMap(({ path, valid }) => (valid.ok ? [] : [path])),
  }
}
