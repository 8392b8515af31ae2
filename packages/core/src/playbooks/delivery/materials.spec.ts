import { describe, expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import { changed, changedNothing, pullWritten, reviewed } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import { commit, outcome } from './test-support/happening.ts'
import {
  checksFailed,
  checksPassed,
  ciReported,
  laneOpened,
  pullOpened,
  synced,
  uiCaptured,
} from './test-support/happenings.ts'
import { e2e, github, input, ui } from './test-support/sample-input.ts'

const proven = [laneOpened, changed('v1'), checksPassed]
const shown = (...story: Parameters<typeof given>) => {
  const command = given(...story).command()
  if (command.type !== 'RunAgent') throw new Error(`wants ${command.type}`)
  return command
}
describe('AG-14 who judges a change is shown it', () => {
  const whole = { from: commit('base'), to: commit('v1') }
  it('the reviewer with what the checks showed and what the implementer said', () => {
    expect(shown(proven).shows).toEqual({ change: whole })
    const envelope = given(proven).envelope()
    expect(envelope).toContain('What the implementer says about its work\nA claim, and no proof')
    expect(envelope).toContain('```text\ndone\n```')
    expect(envelope).toContain('What the harness ran itself\n- passed: test (`npm test`')
    expect(envelope).toContain('0.0 s')
  })
  it('the reviewer of a fix first what came since its last look', () => {
    const again = [...proven, reviewed(finding('High', 'Sum is wrong')), changed('v2'), checksPassed]
    expect(shown(again).shows).toEqual({
      change: { from: commit('base'), to: commit('v2'), since: commit('v1') },
    })
  })
  it('the writer of the pull request and the merge checker', () => {
    const written = [...proven, reviewed(), synced('v1')]
    expect(shown(written, { forge: github })).toMatchObject({ role: 'pr-writer', shows: { change: whole } })
    const open = [...written, pullWritten, pullOpened, ciReported('passed')]
    expect(shown(open, { forge: github })).toMatchObject({ role: 'merge-checker', shows: { change: whole } })
  })
  it('every role gets the acceptance tags of the plan', () => {
    const plan = { ...input.plan, acceptanceTags: ['sum/adds'] }
    expect(shown([laneOpened], { plan }).shows).toEqual({ acceptance: ['sum/adds'] })
    expect(shown(proven, { plan }).shows).toMatchObject({ acceptance: ['sum/adds'] })
  })
  it('the implementer of a plan without tags nothing', () =>
    expect(shown([laneOpened])).not.toHaveProperty('shows'))
})

describe('AG-14 a fixer is given what it needs to fix', () => {
  it('the base, the diff and what was tried', () => {
    const envelope = given([laneOpened, changed('v1'), checksFailed]).envelope()
    expect(envelope).toContain('Base commit-base: git diff commit-base...commit-v1')
    expect(envelope).toContain('implementer (implement/0001/1):\ndone')
    const again = [laneOpened, changed('v1'), checksFailed, changedNothing]
    expect(given(again).envelope()).toContain('fixer (fix/0001/1):\nall done!')
  })
  it('the log of each failed check', () =>
    expect(shown([laneOpened, changed('v1'), checksFailed]).shows).toEqual({
      logs: [{ title: 'the check test', log: 'checks/checks-0001-1/1-test.log', quoted: false }],
    }))
  it('the log of failed end-to-end tests', () =>
    expect(shown([...proven, reviewed(), checksFailed], { e2e }).shows?.logs).toMatchObject([
      { log: 'checks/e2e-verify-0001-1/1-e2e.log' },
    ]))
  it('annotations and log of a job of the forge, and why one could not be read', () => {
    const failed = outcome((commandId, at) => ({
      type: 'CiReported',
      at,
      commandId,
      state: 'failed',
      jobs: [
        {
          ...{ name: 'build', state: 'failed', url: 'https://ci/1', summary: 'failure' },
          annotations: ['failure: src/sum.js:3: expected 3, got 2'],
          log: 'ci/1.log',
          unread: 'Its steps could not be read.',
        },
        { name: 'lint', state: 'passed', url: 'https://ci/2', summary: '' },
      ],
    }))
    const story = [...proven, reviewed(), synced('v1'), pullWritten, pullOpened, failed]
    const fixing = shown(story, { forge: github })
    expect(fixing.shows?.logs).toEqual([
      { title: 'the job build of the forge', log: 'ci/1.log', quoted: true },
    ])
    const envelope = given(story, { forge: github }).envelope()
    for (const part of ['src/sum.js:3: expected 3, got 2', 'Its steps could not be read.', 'https://ci/1'])
      expect(envelope).toContain(part)
  })
  it('the pictures that a finding about the user interface is about', () => {
    const found = [...proven, reviewed(), uiCaptured, reviewed(finding('High', 'Button off screen', null))]
    expect(shown(found, { ui })).toMatchObject({ role: 'fixer', images: ['/run/ui/1.png'] })
    expect(given(found, { ui }).envelope()).toContain('- / at 390x844: /run/ui/1.png')
    expect(shown([...proven, reviewed(finding('High', 'Wrong'))], { ui })).not.toHaveProperty('images')
  })
})

describe('AG-14 what agents said is kept in a small form', () => {
  const says = (text: string) => {
    const change = changed('v1')
    return (...at: Parameters<typeof change>) => ({ ...change(...at), text })
  }
  it('shortened in its middle', () => {
    const { said = [] } = given([laneOpened, says(`begin ${'x'.repeat(50_000)} end`)]).state
    expect(said[0]?.text.length).toBeLessThan(3_100)
    expect(said[0]?.text).toMatch(/^begin [\s\S]*characters left out[\s\S]* end$/)
  })
  it('only the newest', () => {
    const pass = [checksPassed, reviewed(finding('High', 'Sum is wrong')), changed('v2')]
    const story = [
      laneOpened,
      says('first'),
      checksFailed,
      says('second'),
      ...pass,
      ...pass,
      ...pass,
      ...pass,
    ]
    expect(given(story).state.said?.map(({ text }) => text)).toEqual([
      'second',
      'done',
      'done',
      'done',
      'done',
    ])
  })
  it('and nothing of an agent that said nothing', () =>
    expect(given([laneOpened, says('  \n')]).state).not.toHaveProperty('said'))
})
