/** Tells what of the repository works differently in a lane: hooks, submodules, Git LFS, the version of Node. */
import { type Diagnosis, ok, warn } from '../../line/diagnosis.ts'
import { hooksHere } from '../init/hooks-here.ts'
import type { RepoLook } from '../init/repo-look.ts'
import { surroundings } from '../init/surroundings.ts'

export async function surroundingsCheck(
  root: string,
  files: RepoLook,
  setup: readonly string[],
): Promise<readonly Diagnosis[]> {
  const machine = { node: process.versions.node, hooks: await hooksHere(root), setup }
  return surroundings(files, machine).map(({ id, says, fix }) =>
    fix === null ? ok(id, says) : warn(id, says, fix),
  )
}
