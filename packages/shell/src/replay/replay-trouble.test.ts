import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { deliveryReplay } from '../delivery/delivery-replay.ts'
import { deliver, plainGit, sampleOutside } from '../test-support/sample-delivery.ts'
import { replayRun } from './replay-run.ts'

const planFile = 'docs/exec-plans/active/0001-one.md'
const plan =
  '---\nid: "0001"\ntitle: One\nphase: first\nstatus: active\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: []\n---\n# 0001 One\n\n## Goal\nOne.\n'
const rules = [
  { role: 'implementer', do: [{ write: { path: 'a.txt', text: 'lane\n' } }], reply: 'Done.' },
  { role: 'reviewer', reply: 'No findings.' },
]

function repository(): string {
  const repo = mkdtempSync(join(tmpdir(), 'harness-replayed-'))
  const files = {
    'a.txt': 'a\n',
    [planFile]: plan,
    'script.json': JSON.stringify({ rules }),
    'harness.config.json': JSON.stringify({
      baseBranch: 'main',
      checks: [{ name: 'test', run: 'test -f a.txt' }],
      agent: { provider: 'scripted', script: 'script.json' },
    }),
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

it('AG-10 DL-32 a run whose base moved, with a conflict and an edited plan, is played again to the same', async () => {
  const repo = repository()
  const types: string[] = []
  const { rest, runDir } = await deliver(repo, '0001', {
    ask: async () => ({ decision: 'granted', reason: '', by: 'ada' }),
    onEvent(event) {
      types.push(event.type)
      if (event.type !== 'AgentFinished' || types.filter((type) => type === event.type).length > 1) return
      writeFileSync(join(repo, 'a.txt'), 'theirs\n')
      writeFileSync(join(repo, planFile), `${plan}\nAnd quickly.\n`)
      plainGit(repo, 'commit', '-qam', 'Others')
    },
  })
  expect(rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
  expect(types).toEqual(expect.arrayContaining(['SyncConflicted', 'GateAnswered', 'PlanCompleted']))
  const result = await replayRun(
    {
      ...(await sampleOutside(repo)),
      runDir,
      subject: '0001',
      until: null,
      keep: false,
      onEvent: () => {},
      stop: new AbortController().signal,
    },
    deliveryReplay,
  )
  expect(result).toMatchObject({ same: true, difference: null, diverged: null })
})
