/** Validates a path from outside with all links followed: its spelling first, then the place that it leads to. */
import {
  type PathKind,
  refusedPath,
  type ValidatedPath,
  validatePath,
} from '@harness/core/work/path-validator'
import { resolveInside } from '../../machine/disk/resolve-inside.ts'

/** A link to another place inside `root` is fine. Nothing needs to be there. */
export async function validatePathIn(
  root: string,
  path: string,
  kind: PathKind,
  options: { readonly scope?: (path: string) => boolean } = {},
): Promise<ValidatedPath> {
  const valid = validatePath(path, kind, options)
  if (!valid.ok) return valid
  // Of a path, only the folders above it are followed: so a name in it is asked for.
  const resolved = await resolveInside(root, `${valid.path}/any`)
  return resolved.ok ? valid : refusedPath('link', kind)
}
