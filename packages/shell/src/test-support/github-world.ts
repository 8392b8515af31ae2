/** A target repository whose remote is a bare repository on a fake GitHub, and what others do there. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openGithubForge } from '../effects/forge/github/open-github-forge.ts'
import type { ForgeWorld } from '../effects/forge/port/test-support/forge.contract.ts'
import type { Clock } from '../machine/clock/clock.ts'
import { type FakeGithub, fakeGithub } from './fake-github.ts'
import { type TargetRepo, targetRepo, testNow } from './target-repo.ts'

export interface GithubWorld extends ForgeWorld {
  readonly github: FakeGithub
}

/** Time that passes only while a caller waits. */
export function waitingClock(): Clock {
  let now = testNow
  return {
    now: () => now,
    async until(at, signal) {
      signal.throwIfAborted()
      now = Math.max(now, at)
    },
  }
}

export async function githubWorld(files?: Readonly<Record<string, string>>): Promise<GithubWorld> {
  const repo = targetRepo(files)
  const home = dirname(repo.root)
  const bare = join(home, 'forge.git')
  repo.gitIn(home, 'clone', '--quiet', '--bare', repo.root, bare)
  repo.git('remote', 'add', 'origin', bare)
  const github = await fakeGithub(bare)
  onTestFinished(() => github.close())
  const forge = openGithubForge({
    apiUrl: github.apiUrl,
    repository: github.repository,
    token: { variable: 'GITHUB_TOKEN', value: github.token },
    clock: waitingClock(),
    repoRoot: repo.root,
    remote: 'origin',
  })
  return {
    repo,
    forge,
    github,
    branchAt: (branch) => refAt(repo, bare, branch),
    holdMerges() {
      github.settings.allowAutoMerge = true
      github.settings.mergeableState = 'blocked'
    },
    releaseMerges: github.meetRules,
    labelsOf: (number) => github.pulls[number - 1]?.labels ?? [],
    others: {
      close: github.closePull,
      merge: github.mergePull,
      commit: (branch, changes) => commitElsewhere(repo, bare, branch, changes),
      rewind: (branch) => repo.gitIn(bare, 'update-ref', `refs/heads/${branch}`, `${branch}~1`),
    },
  }
}

export function refAt(repo: TargetRepo, cwd: string, branch: string): string | null {
  const found = repo.gitIn(cwd, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`)
  return found === '' ? null : found
}

let clones = 0

/** Others work in clones of their own. */
function commitElsewhere(
  repo: TargetRepo,
  bare: string,
  branch: string,
  changes: Readonly<Record<string, string>>,
): string {
  const clone = join(dirname(bare), `others-${++clones}`)
  repo.gitIn(dirname(bare), 'clone', '--quiet', '--branch', branch, bare, clone)
  for (const [path, text] of Object.entries(changes)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    writeFileSync(join(clone, path), text)
  }
  repo.gitIn(clone, 'add', '--all')
  const who = ['-c', 'user.name=Other', '-c', 'user.email=other@example.org']
  repo.gitIn(clone, ...who, 'commit', '--quiet', '-m', 'theirs')
  repo.gitIn(clone, 'push', '--quiet', 'origin', branch)
  return repo.gitIn(clone, 'rev-parse', 'HEAD')
}
