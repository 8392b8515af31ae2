import { describe, expect, it, test } from 'vitest'
import { type AutofixState, autofixStates } from './autofix.ts'
import type { AdoptedSession } from './input.ts'
import { type PhaseLabel, phaseLabels } from './input.ts'
import { type RecoveredStep, recoveryOf } from './recovery.ts'
import { patchText } from './test-support/by-itself.ts'
import { given } from './test-support/given.ts'
import { edits } from './test-support/happenings.ts'

const session = (more: Partial<AdoptedSession>): AdoptedSession => ({
  phase: 'plan_ready',
  round: 1,
  mode: 'single',
  modelConfig: null,
  conventions: 'skipped',
  layer1Result: null,
  layer1Retries: 0,
  layer2Result: null,
  layer2Retries: 0,
  autofix: 'idle',
  patch: null,
  hasSpec: true,
  ...more,
})

/** A step for each phase; in `verify_done` for each state of the auto-fix. */
const table: Readonly<Record<Exclude<PhaseLabel, 'verify_done'>, RecoveredStep>> = {
  plan_ready: 'plan',
  planning: 'plan',
  plan_done: 'spec',
  generate_ready: 'generate',
  generating: 'generate',
  generate_done: 'verify',
  verify_ready: 'verify',
  verifying: 'verify',
  evaluate_ready: 'evaluate',
  evaluating: 'evaluate',
  evaluate_done: 'verdict',
  completed: 'none',
}
const afterVerify: Readonly<Record<AutofixState, RecoveredStep>> = {
  idle: 'verify-gate',
  proposing: 'verify-gate',
  proposed: 'autofix-gate',
  applied: 'verify',
  verified: 'verify',
  stopped: 'verify-gate',
  rejected: 'verify-gate',
  declined: 'verify-gate',
  failed: 'verify-gate',
}
const rows = phaseLabels.flatMap((phase) =>
  autofixStates.map(
    (autofix) => [phase, autofix, phase === 'verify_done' ? afterVerify[autofix] : table[phase]] as const,
  ),
)

test.each(rows)(
  'WF-06 %s with an auto-fix that is %s goes to %s, and no retry is given back',
  (phase, autofix, step) => {
    const found = recoveryOf(
      session({ phase, autofix, layer1Result: 'FAIL', layer1Retries: 3, layer2Result: 'PASS', patch: 'p' }),
    )
    expect(found).toEqual({ step, layer1Retries: 3 })
  },
)

test.each([
  ['conventions that were not looked for', { conventions: null }, 'conventions'],
  ['a plan without its spec', { phase: 'plan_done', hasSpec: false }, 'plan'],
  ['a verify with retries left', { phase: 'verify_done', layer1Result: 'FAIL', layer1Retries: 2 }, 'verify'],
  ['a verify without a result', { phase: 'verify_done' }, 'verify'],
  ['a verify that passed', { phase: 'verify_done', layer1Result: 'PASS' }, 'evaluate'],
  ['a proposal whose patch is gone', { phase: 'verify_done', autofix: 'proposed' }, 'verify-gate'],
  ['an evaluation of an earlier version', { phase: 'evaluate_done' }, 'evaluate'],
] as const)('WF-06 %s', (_, more, step) => expect(recoveryOf(session(more)).step).toBe(step))

test.each([0, 1, 2, 3, 7])('WF-06 I4 %i retries are clamped at three', (layer1Retries) =>
  expect(recoveryOf(session({ layer1Retries })).layer1Retries).toBe(Math.min(3, layer1Retries)),
)

describe('WF-06 a session of another program goes on', () => {
  const found = (more: Partial<AdoptedSession>, ...files: readonly (readonly [string, string])[]) =>
    given(
      { adopted: session(more) },
      ...[['docs/harness/sum/spec.md', 'the spec'] as const, ...files].map(([path, text]) =>
        edits(path, text, () => true),
      ),
    )
  const qa = (verdict: string) => ['docs/harness/sum/qa_report.md', `### Verdict: ${verdict}`] as const

  it('at the spec gate, with its spec', () => {
    const story = found({ phase: 'plan_done' }).rest()
    expect(story.wanted()[0]).toMatchObject({ gate: { name: 'spec', detail: 'the spec' } })
    expect(story.calls).toEqual([])
  })

  it('in generate, with the spec that was approved', () => {
    const story = found({ phase: 'generating' }).rest()
    expect(story.calls[0]).toMatchObject({ role: 'workflow/generator' })
    expect(story.envelope('generator')).toContain('the spec')
    expect(story.asks()).toContain('commit')
  })

  it('in plan if the spec is gone', () => {
    const story = given({ adopted: session({ phase: 'generate_ready' }) }).rest()
    expect(story.said()).toContain('specMissing')
    expect(story.asks()).toContain('spec')
  })

  it.each(['generate_done', 'verifying'] as const)(
    'in verify from %s: the checks run, and no generator',
    (phase) => {
      const story = found({ phase, layer1Retries: 1 }).rest()
      expect(story.calls.map(({ role }) => role)).toEqual(['workflow/verifier', 'workflow/evaluator'])
      expect(story.order()).toContain('RunChecks verify/build')
      expect(story.state().layer1).toEqual({ result: 'PASS', retries: 1 })
    },
  )

  it('in verify again if it failed with retries left', () => {
    const story = found({ phase: 'verify_done', layer1Result: 'FAIL', layer1Retries: 1 }).rest()
    expect(story.order()).toContain('RunChecks verify/build')
  })

  it('in evaluate, without checks', () => {
    const story = found({ phase: 'evaluating', layer1Result: 'PASS' }).rest()
    expect(story.calls.map(({ role }) => role)).toEqual(['workflow/evaluator'])
    expect(story.envelope('evaluator')).toContain('Layer 1 PASSED')
  })

  it('at the first gate after three retries, and starts no agent', () => {
    const story = found({ phase: 'verify_done', layer1Result: 'FAIL', layer1Retries: 3 }).rest()
    expect(story.asks()).toBe('verify: auto-fix, continue, stop')
    expect(story.calls).toEqual([])
  })

  it.each(['stopped', 'rejected', 'declined', 'failed'] as const)(
    'I2 at the first gate without an auto-fix that is %s',
    (autofix) => {
      const story = found({ phase: 'verify_done', autofix, layer1Result: 'FAIL', layer1Retries: 3 }).rest()
      expect(story.asks()).toBe('verify: continue, stop')
    },
  )

  it('I3 at the second gate with its patch', () => {
    const patch = ['.harness/generator/auto_fix_patch.md', patchText()] as const
    const story = found(
      { phase: 'verify_done', autofix: 'proposed', patch: patch[0], layer1Result: 'FAIL' },
      patch,
    ).rest()
    expect(story.asks()).toBe('auto-fix: apply, reject, stop')
    expect(story.wanted()[0]).toMatchObject({ gate: { detail: patchText() } })
  })

  it('at the verdict that its report gives, where the failure counts', () => {
    const passed = found({ phase: 'evaluate_done', layer2Result: 'PASS' }, qa('PASS')).rest()
    expect(passed.order()).toContain('RunChecks verify/build')
    expect(passed.calls.map(({ role }) => role)).toContain('workflow/evaluator')
    expect(found({ phase: 'evaluate_done', layer2Result: 'PASS' }, qa('FAIL')).rest().asks()).toContain(
      'qa-layer-3',
    )
    const layer2 = { phase: 'evaluate_done', layer2Result: 'FAIL', layer2Retries: 2 } as const
    expect(found(layer2, qa('FAIL')).rest().asks()).toContain('qa-layer-2')
    expect(found(layer2, qa('PASS')).rest().asks()).toContain('qa-layer-2')
    expect(found({ phase: 'evaluate_done', layer2Result: 'PASS' }).rest().calls).toHaveLength(2)
  })

  it.each([
    ['.harness/conventions.md', 'live'],
    ['rules/ours.md', 'ours'],
  ])('WF-07 with the conventions of %s', (path, text) => {
    const story = found({ phase: 'planning', conventions: `file:${path}` }, [path, text]).rest()
    expect(story.state().conventionsText).toBe(text)
    expect(story.asks()).toContain('spec')
  })

  it.each(['../secret.md', '/etc/passwd', '.git/config'])('WF-04 WF-07 %s is not read', (path) => {
    const story = given(
      { conventions: 'ask', adopted: session({ conventions: `file:${path}` }) },
      edits(path, 'secret', () => true),
    ).rest()
    expect(story.asks()).toContain('conventions')
  })

  it('WF-07 conventions whose files are gone are looked for again; a kept copy of a spec session is taken', () => {
    const gone = { phase: 'planning', conventions: 'file:.harness/conventions.md' } as const
    expect(
      given({ conventions: 'ask', adopted: session(gone) })
        .rest()
        .asks(),
    ).toContain('conventions')
    const story = found(gone, ['docs/harness/sum/conventions.md', 'kept']).rest()
    expect(story.files.get('.harness/conventions.md')).toBe('kept')
  })
})
