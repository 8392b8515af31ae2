import { readFileSync, writeFileSync } from 'node:fs'
import { githubWorld, refAt } from '../../test-support/github-world.ts'
import { targetRepo } from '../../test-support/target-repo.ts'
import { openLocalForge } from './local/open-local-forge.ts'
import { fileOfPull, type PullRecord } from './local/pull-records.ts'
import { type ForgeWorld, forgeContract } from './port/test-support/forge.contract.ts'

forgeContract('github', githubWorld)

forgeContract('local', async (): Promise<ForgeWorld> => {
  const repo = targetRepo()
  const { root, stateDir } = repo
  const read = (number: number): PullRecord =>
    JSON.parse(readFileSync(fileOfPull(stateDir, number), 'utf8')) as PullRecord
  /** A person's own checkout is on the commit from before. */
  const on = <Result>(branch: string, work: () => Result): Result => {
    repo.git('switch', '--quiet', branch)
    const result = work()
    repo.git('switch', '--quiet', 'main')
    return result
  }
  return {
    repo,
    forge: openLocalForge({ repoRoot: root, stateDir }),
    branchAt: (branch) => refAt(repo, root, branch),
    labelsOf: (number) => read(number).labels,
    holdMerges: () => {},
    releaseMerges: () => {},
    others: {
      close: (number) =>
        writeFileSync(fileOfPull(stateDir, number), JSON.stringify({ ...read(number), state: 'closed' })),
      merge(number) {
        repo.git('merge', '--quiet', '--no-ff', '-m', 'Merged by hand', read(number).branch)
        return repo.git('rev-parse', 'main')
      },
      commit: (branch, files) => on(branch, () => repo.commit(files, 'theirs')),
      rewind: (branch) => on(branch, () => repo.git('reset', '--quiet', '--hard', 'HEAD~1')),
    },
  }
})
