/** A sample repository whose forge is a GitHub on loopback, and what an operator needs to deliver to it. */
import { join } from 'node:path'
import { type FakeGithub, fakeGithub } from '@harness/shell/test-support/fake-github'
import { onTestFinished } from 'vitest'
import { commit, config, git, type Rule, sampleRepo, script, temporaryFolder, write } from './sample-repo.ts'

export interface GithubRepo {
  readonly root: string
  readonly github: FakeGithub
  /** For the harness: the token, and nothing else. */
  readonly env: Readonly<Record<string, string>>
}

export const writesPull: Rule = {
  role: 'pr-writer',
  reply: '## Summary\n\nSays hello.\n\n## Risks\n\nNone.\n',
}
export const readyToMerge: Rule = { role: 'merge-checker', reply: 'No findings. Ready to enable auto-merge.' }

export async function githubRepo(
  rules: readonly Rule[],
  settings: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
): Promise<GithubRepo> {
  const root = sampleRepo({ 'script.json': script(...rules, writesPull, readyToMerge) })
  const bare = join(temporaryFolder(), 'name.git')
  const github = await fakeGithub(bare)
  onTestFinished(() => github.close())
  const { repository, apiUrl, token } = github
  const forge = { kind: 'github', repository, apiUrl, ciGraceSec: 0, ...settings }
  write(root, { 'harness.config.json': config({ ...more, forge }) })
  commit(root, 'Go by pull requests')
  git(root, 'clone', '--quiet', '--bare', root, bare)
  git(root, 'remote', 'add', 'origin', bare)
  return { root, github, env: { GITHUB_TOKEN: token } }
}
