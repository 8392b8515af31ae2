/** The tree that a commit of everything non-ignored would have; the repository does not change by a byte. */
import { gitOk } from '../git.ts'
import { withScratchIndex } from '../working-tree.ts'

export const worktreeTree = (cwd: string): Promise<string> =>
  withScratchIndex(cwd, async (env) => (await gitOk(cwd, ['write-tree'], { env })).stdout.trimEnd())
