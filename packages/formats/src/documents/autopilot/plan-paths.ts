/** Owns the paths of plans that other tools name: one, several with commas between them, or a list. */
import { containedPath } from '@harness/core/kernel/contained-path'

export interface PlanPaths {
  /** Inside the repository, each once. */
  readonly paths: readonly string[]
  readonly refused: readonly string[]
}

export function planPathsIn(value: unknown): PlanPaths {
  const named = (Array.isArray(value) ? value : [value])
    .flatMap((one: unknown) => (typeof one === 'string' ? one.split(',') : []))
    .map((one) => one.trim().replaceAll('\\', '/'))
    .filter((one) => one !== '')
  const paths: string[] = []
  const refused: string[] = []
  for (const one of named) {
    const contained = containedPath(one)
    if (!contained.ok) refused.push(one)
    else if (!paths.includes(contained.path)) paths.push(contained.path)
  }
  return { paths, refused }
}
