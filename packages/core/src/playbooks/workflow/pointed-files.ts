/** Owns which files an auto-fix proposer is pointed to: those that failing outputs name and the path validator allows. */
import { failingFilesIn } from '../../work/failing-files.ts'
import { validatePath } from '../../work/path-validator.ts'
import type { WorkflowState } from './state.ts'

const mostFiles = 5

export interface PointedFiles {
  readonly files: readonly string[]
  readonly excluded: readonly string[]
}

/** Files of the change come first. */
export function pointedFiles({ report, changed }: Pick<WorkflowState, 'report' | 'changed'>): PointedFiles {
  const known = changed.map(({ path }) => path)
  const failing = report?.sections.filter(({ result }) => result === 'FAIL') ?? []
  const named = failingFilesIn(failing.map(({ output }) => output).join('\n'), known)
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
