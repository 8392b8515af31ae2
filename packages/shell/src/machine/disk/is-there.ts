/** Owns the question whether something stands at a path; what cannot be looked at is not there. */
import { access } from 'node:fs/promises'

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
