/** Owns how the commands of an autopilot refuse what they are given, and how a spec is named. */
import { relative, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { CommandContext } from '../../line/command.ts'

export const usage = (message: string, next = 'harness autopilot --help'): UserError =>
  new UserError('usage', message, { next })

/** Named from the operator's folder, or from the top of the repository if --repo says which one. */
export function pathIn({ cwd, repoOption }: CommandContext, root: string, named: string): string {
  const path = relative(root, resolve(repoOption === null ? cwd : root, named)).replaceAll('\\', '/')
  if (path !== '' && !path.startsWith('../')) return path
  throw usage(`${named} is not a file in ${root}.`, 'Name a spec inside the repository.')
}
