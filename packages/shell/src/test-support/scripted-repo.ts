/** Test support: a small repository with plans, and scripted agents that carry them out. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { plainGit } from './sample-delivery.ts'

export const planFile = (id: string): string => `docs/exec-plans/active/${id}-work.md`

/** Its agents find it by the heading `# <id> Work`. */
export const planText = (id: string): string =>
  `---\nid: "${id}"\ntitle: Work\nphase: first\nstatus: active\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: []\n---\n# ${id} Work\n\n## Goal\nWork.\n`

export function scriptedRepo(plans: readonly string[], rules: readonly object[]): string {
  const repo = mkdtempSync(join(tmpdir(), 'harness-scripted-'))
  const files = {
    'a.txt': 'a\n',
    'script.json': JSON.stringify({ rules }),
    'harness.config.json': JSON.stringify({
      baseBranch: 'main',
      checks: [{ name: 'test', run: 'test -f a.txt' }],
      agent: { provider: 'scripted', script: 'script.json' },
      // Confined runs have tests of their own: tests/confined*.test.ts.
      sandbox: 'off',
    }),
    ...Object.fromEntries(plans.map((id) => [planFile(id), planText(id)])),
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(repo, dirname(path)), { recursive: true })
    writeFileSync(join(repo, path), text)
  }
  plainGit(repo, 'init', '-q', '-b', 'main')
  plainGit(repo, 'add', '-A')
  plainGit(repo, 'commit', '-qm', 'begin')
  return repo
}
