import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deliver, plainGit, sampleRepo } from '../../test-support/sample-delivery.ts'
import { recordedScript } from './recorded-script.ts'

function scriptedRepo(make: readonly string[]): string {
  const repo = mkdtempSync(join(tmpdir(), 'harness-scripted-'))
  const rules = [{ role: 'implementer', do: make.map((run) => ({ run })), reply: 'Done.' }]
  const files = {
    'docs/exec-plans/active/0001-one.md':
      '---\nid: "0001"\ntitle: One\nphase: first\nstatus: active\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: []\n---\n# 0001 One\n\n## Goal\nOne.\n',
    'script.yaml': JSON.stringify({ rules }),
    'harness.config.json': JSON.stringify({
      baseBranch: 'main',
      checks: [{ name: 'test', run: 'true' }],
      agent: { provider: 'scripted', script: 'script.yaml' },
    }),
    'folder/a.txt': 'a\n',
    'src/a.txt': 'a\n',
    tool: 'echo\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(repo, dirname(path)), { recursive: true })
    writeFileSync(join(repo, path), text)
  }
  chmodSync(join(repo, 'tool'), 0o755)
  symlinkSync('src', join(repo, 'link'))
  plainGit(repo, 'init', '-q', '-b', 'main')
  plainGit(repo, 'add', '-A')
  plainGit(repo, 'commit', '-qm', 'begin')
  return repo
}

describe('AG-10 a recording can be cut into a script', () => {
  it('plays the same agents to the same tree', async () => {
    const repo = sampleRepo()
    const { runId } = await deliver(repo, '0002')
    const script = await recordedScript(repo, join(repo, '.harness/run'), { subject: '0002', runId })

    const again = sampleRepo()
    writeFileSync(join(again, 'harness.script.yaml'), script)
    plainGit(again, 'commit', '-qam', 'Play the recording')
    const result = await deliver(again, '0002')
    expect(result.rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
    expect(plainGit(again, 'rev-parse', 'main:src', 'main:test')).toBe(
      plainGit(repo, 'rev-parse', 'main:src', 'main:test'),
    )
  })

  it('with links, programs, bytes in new folders, and what took the place of something else', async () => {
    const make = [
      'mkdir -p "it\'s new" && ln -s ../src "it\'s new/link" && ln -s nowhere dangling',
      'printf "\\377\\000" > "it\'s new.bin" && mkdir -p deep/er && printf "\\377" > deep/er/logo.png',
      'echo "echo hi" > run.sh && chmod +x run.sh',
      'rm link && echo text > link && rm -r folder && echo text > folder && chmod -x tool && echo more >> tool',
    ]
    const repo = scriptedRepo(make)
    const { runId } = await deliver(repo, '0001', { until: 'implement' })
    const again = scriptedRepo([])
    writeFileSync(
      join(again, 'script.yaml'),
      await recordedScript(repo, join(repo, '.harness/run'), { subject: '0001', runId }),
    )
    plainGit(again, 'commit', '-qam', 'Play the recording')
    await deliver(again, '0001', { until: 'implement' })
    const listed = (root: string): string =>
      plainGit(root, 'ls-tree', '-r', 'task/0001-one')
        .split('\n')
        .filter((line) => !line.endsWith('script.yaml'))
        .join('\n')
    expect(listed(again)).toBe(listed(repo))
    expect(listed(again)).toMatch(/^120000 .*dangling$/m)
  })
})
