/** Puts the whole working tree into the index, deletions and untracked files included, whatever the index says about itself. */
import { gitOk } from './git.ts'

export async function stageAll(cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
  await gitOk(cwd, ['add', '--all', '--ignore-errors', '--', '.'], { env })
}
