import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setUpLog } from '@harness/core/work/log-names'
import { sampleRepo } from '@harness/shell/test-support/sample-delivery'
import { expect, test } from 'vitest'
import type { Chapter } from '../run-story.ts'
import { filesOfRun } from './files-of-run.ts'

const chapters = (...events: readonly object[]): readonly Chapter[] =>
  events.map((event) => ({ event, state: {} })) as unknown as readonly Chapter[]

const captured = (file: string) => ({
  type: 'UiCaptured',
  screens: [
    { route: '/', viewport: '1440x1000', file, complaints: [] },
    { route: '/gone', viewport: '390x844', file: '.harness/run/runs/gone.png', complaints: [] },
  ],
})
const finished = (patch: string | null) => ({
  type: 'AgentFinished',
  role: 'reviewer',
  violation: patch === null ? null : { files: ['a.txt'], patch },
})

test('QA-23 the log of a failed set-up is named, and no other failure without one', () => {
  const root = sampleRepo()
  const failed = chapters({ type: 'CommandFailed', code: 'lane-setup-failed' })
  expect(filesOfRun(failed, { root, runDir: root })).toEqual([])
  mkdirSync(join(root, 'checks'))
  writeFileSync(join(root, setUpLog), 'x')
  const named = [{ what: 'log of the set-up', path: join(root, setUpLog) }]
  expect(filesOfRun(failed, { root, runDir: root })).toEqual(named)
  const unchecked = { check: 'test', exitCode: null, problem: 'lanes.setup failed' }
  const checks = { type: 'ChecksFinished', commandId: 'r/check/0001/1', evidence: [unchecked] }
  expect(filesOfRun(chapters(checks), { root, runDir: root })).toEqual(named)
})

test('QA-23 pictures and patches are named as paths that can be opened, the newest picture of a page only', () => {
  const root = sampleRepo()
  mkdirSync(join(root, '.harness/run/runs'), { recursive: true })
  const names = ['old.png', 'new.png', 'first.patch', 'second.patch'].map(
    (name) => `.harness/run/runs/${name}`,
  )
  const [old = '', latest = '', first = '', second = ''] = names
  for (const name of names) writeFileSync(join(root, name), 'x')
  const events = [
    captured(old),
    captured(latest),
    finished(first),
    finished(null),
    finished(''),
    finished(second),
  ]
  expect(filesOfRun(chapters(...events), { root, runDir: join(root, '.harness/run/runs') })).toEqual([
    { what: 'picture of / (1440x1000)', path: join(root, latest) },
    { what: 'set aside from the reviewer', path: join(root, first) },
    { what: 'set aside from the reviewer', path: join(root, second) },
  ])
})
