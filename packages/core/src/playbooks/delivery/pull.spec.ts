import { describe, expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import { changed, pullWritten, pullWrittenAs, reviewed } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import {
  checksPassed,
  ciReported,
  forgeFailed,
  granted,
  laneClosed,
  laneOpened,
  merged,
  mergedByOthers,
  mergeRefused,
  planCompleted,
  pullClosed,
  pullOpened,
  refused,
  resumed,
  synced,
} from './test-support/happenings.ts'
import { github } from './test-support/sample-input.ts'

const ready = [laneOpened, changed('v1'), checksPassed, reviewed(finding('Low', 'Odd name')), synced('v1')]
const opened = [...ready, pullWritten, pullOpened]
const checked = [...opened, ciReported('passed')]
const onGithub = { forge: github }
const hour = 3_600_000

describe('DL-03 with a forge the change becomes a pull request', () => {
  it('DL-09 is described by a writer that only reads', () => {
    const writing = given(ready, onGithub)
    writing.wants('pr-writer 20261116-120000/prepare-pr/0001/1')
    expect(writing.command()).toMatchObject({ mode: 'review', contract: 'pull-text' })
  })
  it('DL-09 has a body of facts beside what the writer said', () => {
    const command = given([...ready, pullWritten], onGithub).command()
    if (command.type !== 'OpenPull') throw new Error(`wants ${command.type}`)
    expect(command.title).toBe('0001 Add sum')
    expect(command.body.match(/^## .+/gm)).toEqual([
      '## Summary',
      '## Plan',
      '## Validation',
      '## Risks',
      '## Follow-Ups',
    ])
    for (const fact of ['Adds sum.', 'plans/0001-sum.md', 'passed: test', 'Overflow.', 'Odd name'])
      expect(command.body).toContain(fact)
  })
  it('DL-09 lets an agent’s words call nobody and close nothing', () => {
    const summary =
      'For @octocat and @org/team, me@x.org: fixes #12, Closes o/n#3, resolves: https://f/o/n/issues/4, GH-5, .@hubot, &#x40;ghost, &commat;ghost.'
    const command = given([...ready, pullWrittenAs(summary)], onGithub).command()
    if (command.type !== 'OpenPull') throw new Error(`wants ${command.type}`)
    expect(command.body).not.toMatch(/(?<!\w)@\w|#\d|&#?\w+;|GH-\d|(?:fix|clos|resolv)es:? http/i)
    expect(command.body.replaceAll('\u200b', '')).toContain(summary)
    expect(command.body).toContain('me@x.org')
  })
  it('waits for the forge’s checks, then for the merge-checker, then merges', () => {
    expect(given(opened, onGithub).command()).toMatchObject({
      type: 'AwaitCi',
      pull: 7,
      commit: 'commit-v1',
      deadline: opened.length * 1000 + hour,
    })
    given(checked, onGithub).wants('merge-checker 20261116-120000/merge-check/0001/1')
    expect(given([...checked, reviewed()], onGithub).command()).toMatchObject({
      type: 'MergePull',
      pull: 7,
      tree: 'tree-v1',
      label: 'agent/automerge',
      how: 'direct',
    })
    expect(given([...checked, reviewed(), merged, planCompleted, laneClosed], onGithub).ends()).toMatchObject(
      {
        outcome: 'done',
        exitCode: 0,
      },
    )
  })
  it('DL-10 what the merge-checker finds goes to the fixer, and the same pull request is brought up to date', () => {
    const found = [...checked, reviewed(finding('High', 'Not ready'))]
    given(found, onGithub).wants('fixer 20261116-120000/fix/0001/1')
    const again = [...found, changed('v2'), checksPassed, reviewed(), synced('v2')]
    given(again, onGithub).wants('OpenPull 20261116-120000/open-pr/0001/2')
    expect(given(again, onGithub).command()).toMatchObject({ pull: 7 })
  })
  it('a check that fails on the forge goes to the fixer', () => {
    const fixing = given([...opened, ciReported('failed')], onGithub)
    fixing.wants('fixer 20261116-120000/fix/0001/1')
    expect(fixing.envelope()).toContain('build fails on the forge')
  })
  it('a forge without checks of its own is no obstacle, and is told', () => {
    const absent = given([...opened, ciReported('absent')], onGithub)
    absent.wants('merge-checker 20261116-120000/merge-check/0001/1')
    expect(absent.state.notes).toEqual(['The forge ran no checks of its own.'])
  })
  it('a forge that never reports is a person’s decision, and is waited for anew', () => {
    const silent = [...opened, ciReported('silent')]
    expect(given(silent, onGithub).asks()).toMatchObject({ name: 'ci-silent', exitCode: 3 })
    expect(given([...silent, granted], onGithub).command()).toMatchObject({
      type: 'AwaitCi',
      deadline: (silent.length + 1) * 1000 + hour,
    })
  })
})

describe('people act on the pull request too', () => {
  it('closed, it is opened again only when told so', () => {
    const closed = [...opened, pullClosed]
    expect(given(closed, onGithub).asks().name).toBe('pull-closed')
    given([...closed, granted], onGithub).wants('OpenPull 20261116-120000/open-pr/0001/2')
    expect(given([...closed, granted], onGithub).command()).toMatchObject({ pull: null })
    expect(given([...closed, refused('not now')], onGithub).ends().outcome).toBe('blocked')
  })
  it('found closed by a run that opened none itself, it is opened again only when told so', () => {
    const found = [...ready, pullWritten, pullClosed]
    expect(given([...ready, pullWritten], onGithub).command()).not.toHaveProperty('mayReopen')
    expect(given(found, onGithub).asks().name).toBe('pull-closed')
    expect(given([...found, granted], onGithub).command()).toMatchObject({ pull: null, mayReopen: true })
  })
  it.each([
    ['while it is opened', [...ready, pullWritten]],
    ['while the checks run', opened],
    ['before we do', [...checked, reviewed()]],
  ])('merged by somebody %s, the plan is completed and that is told', (_, past) => {
    const done = given([...past, mergedByOthers], onGithub)
    done.wants('CompletePlan 20261116-120000/complete/0001/1')
    expect(done.state.notes).toContain('Another person merged the pull request.')
  })
  it('a rejected push asks a person', () =>
    expect(given([...ready, pullWritten, mergeRefused('push-rejected')], onGithub).asks().name).toBe(
      'push-rejected',
    ))
  it('a base that moved before the merge is brought in and shown again', () =>
    given([...checked, reviewed(), mergeRefused('base-moved')], onGithub).wants(
      'SyncLane 20261116-120000/preflight/0001/2',
    ))
})

describe('DL-11 a forge that fails', () => {
  it('rate limited is waited for', () =>
    expect(given([...opened, forgeFailed('rate_limit', 90_000)], onGithub).command()).toMatchObject({
      type: 'WakeAt',
      at: 94_874,
    }))
  it('unreachable is tried again', () =>
    expect(given([...opened, forgeFailed('network')], onGithub).command().type).toBe('WakeAt'))
  it('that does not let us in stops with what to do', () =>
    expect(given([...opened, forgeFailed('auth')], onGithub).ends()).toMatchObject({
      exitCode: 1,
      resumable: true,
    }))
  it.each([
    ['auth', 401, 'GITHUB_TOKEN'],
    ['auth', 403, 'missing permission'],
    ['invalid', 404, 'forge.repository'],
    ['invalid', 422, 'a rule of the repository'],
    ['auth', undefined, 'GITHUB_TOKEN'],
    ['invalid', undefined, 'repository, remote, apiUrl'],
  ] as const)('advises about the forge, not about an agent: %s %s', (kind, status, expected) => {
    const { next } = given([...opened, forgeFailed(kind, undefined, status)], onGithub).ends()
    expect(next).toContain(expected)
    expect(next).toMatch(/then: harness resume$/)
    expect(next).not.toMatch(/provider|model/)
  })
})

describe('--local-only', () => {
  const until = 'local'
  it('stops before anything leaves the machine, and goes on when told so', () => {
    expect(given(ready, { ...onGithub, until }).ends()).toMatchObject({
      outcome: 'paused',
      exitCode: 0,
      next: 'harness run 0001 --phase prepare-pr',
    })
    given([...ready, resumed()], { ...onGithub, until }).wants('pr-writer 20261116-120000/prepare-pr/0001/1')
  })
  it('changes nothing where everything is local', () =>
    given(ready, { until }).wants('MergeLane 20261116-120000/merge/0001/1'))
})
