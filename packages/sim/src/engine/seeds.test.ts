import { agentErrorKinds } from '@harness/core/kernel/agent'
import { deliveryPhases } from '@harness/core/playbooks/delivery/input'
import { isSoak } from '@harness/formats/test-support/runs'
import { beforeAll, describe, expect, it } from 'vitest'
import { runSeed } from '../playbooks/run-seed.ts'
import { faults } from '../world/weather.ts'
import { describeFailure } from './report.ts'
import { openTally } from './tally.ts'

const seeds = isSoak ? 1500 : 100
const tally = openTally()
const failures: string[] = []
let crashes = 0

beforeAll(async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const { scenario, result } = await runSeed(seed)
    tally.add(result.tally)
    crashes += result.crashes
    if (result.violation !== null) failures.push(describeFailure(seed, scenario, result))
  }
})

describe(`QA-02 ${seeds} seeded worlds`, () => {
  it('break no rule', () => expect(failures.join('\n\n')).toBe(''))

  it('are no walk in the park', () => {
    expect(crashes).toBeGreaterThan(seeds)
    expect(tally.count('torn record')).toBeGreaterThan(seeds / 50)
  })

  it('are the same when they are run again', async () => {
    for (const seed of [3, 70, 211]) {
      const [first, second] = [await runSeed(seed), await runSeed(seed)]
      expect(second.result.events).toEqual(first.result.events)
      expect(second.result.tally.entries()).toEqual(first.result.tally.entries())
    }
  })
})

function exercised(): void {
  it.each(faults)('the fault “%s”', (fault) => expect(tally.count(`fault: ${fault}`)).toBeGreaterThan(0))

  it.each(agentErrorKinds)('the agent error %s', (kind) =>
    expect(tally.entries().some(([what]) => what.startsWith(`agent error: ${kind} `))).toBe(true),
  )

  it.each([
    'open',
    'implement',
    'checks',
    'read-plan',
    'review',
    'capture-ui',
    'review-ui',
    'e2e',
    'fix',
    'preflight',
    'prepare-pr',
    'open-pr',
    'await-ci',
    'merge-check',
    'merge',
    'complete',
    'close',
    'delivered',
    'blocked',
  ])('the phase %s', (phase) => expect(tally.count(`phase: ${phase}`)).toBeGreaterThan(0))

  it.each([
    'agent-failing',
    'base-rewritten',
    'checks-keep-failing',
    'ci-silent',
    'completion-refused',
    'merge-refused',
    'need-credential',
    'need-judgment',
    'no-verdict',
    'nothing-changed',
    'plan-edited',
    'done-without-record',
    'finding-disputed',
    'pull-closed',
    'review-not-converged',
    'review-oscillates',
    'reviewer-edits-files',
    'suspicious-change',
    'ui-not-seen',
  ])('the gate %s', (gate) => expect(tally.count(`gate: ${gate}`)).toBeGreaterThan(0))

  it.each([
    'done (0)',
    'blocked (1)',
    'paused (0)',
    'paused (1)',
    'paused (6)',
    'paused (75)',
    'waiting (3)',
    'interrupted (frozen)',
    'interrupted (signal)',
    'interrupted (stopped)',
  ])('the end %s', (rest) => expect(tally.count(`rest: ${rest}`)).toBeGreaterThan(0))

  it.each([
    'merge refused: checkout in the way',
    'person never answers',
    'person answers twice',
    'person answers grant at the inbox',
    'person answers grant at the terminal',
    'person answers let-stand at the inbox',
    'person answers let-stand at the terminal',
    'person answers refuse at the inbox',
    'person answers refuse at the terminal',
    'person answers later at the terminal',
    'person unfreezes the repository',
    'answer taken',
    'answer forged',
    'answer not taken',
    'disk full at the journal',
    'ending: waits at its terminal',
    ...deliveryPhases.map((phase) => `person resumes with --phase ${phase}`),
  ])('%s', (what) => expect(tally.count(what)).toBeGreaterThan(0))
}

// Fewer seeds do not meet all of it.
if (isSoak) describe(`QA-02 what ${seeds} seeds exercise`, exercised)
