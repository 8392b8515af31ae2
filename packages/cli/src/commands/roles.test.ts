import { targetRepo } from '@harness/shell/test-support/target-repo'
import { expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.ts'

const config = JSON.stringify({
  checks: [{ name: 'a', run: 'true' }],
  agent: {
    provider: 'claude',
    models: { claude: { evaluator: 'careful' } },
    effort: { evaluator: 'high' },
    roles: { fixer: { provider: 'codex' } },
  },
})

test('harness roles says where each role’s text comes from and who answers for it', async () => {
  const repo = targetRepo({ 'harness.config.json': config, '.harness/roles/reviewer.md': 'You are kind.\n' })
  const listed = await runHere(repo.root, ['roles', '--json'])
  expect(JSON.parse(listed.out)).toEqual({
    ok: true,
    roles: [
      ['autopilot/planner', 'built in', 'exec', 'autopilot-plan', 'advisor', 'claude', null],
      ['autopilot/task-executor', 'built in', 'exec', 'autopilot-task', 'executor', 'claude', null],
      ['autopilot/verifier', 'built in', 'review', 'autopilot-verification', 'verifier', 'claude', null],
      ['autopilot/code-reviewer', 'built in', 'review', 'autopilot-review', 'evaluator', 'claude', 'careful'],
      [
        'autopilot/outcome-evaluator',
        'built in',
        'review',
        'autopilot-outcome',
        'evaluator',
        'claude',
        'careful',
      ],
      ['test-judge', 'built in', 'review', 'test-rulings', 'verifier', 'claude', null],
      ['implementer', 'built in', 'exec', 'work', 'executor', 'claude', null],
      ['reviewer', '.harness/roles/reviewer.md', 'review', 'review', 'evaluator', 'claude', 'careful'],
      ['ui-reviewer', 'built in', 'review', 'review', 'evaluator', 'claude', 'careful'],
      ['fixer', 'built in', 'exec', 'work', 'executor', 'codex', null],
      ['pr-writer', 'built in', 'review', 'pull-text', 'advisor', 'claude', null],
      ['merge-checker', 'built in', 'review', 'merge-check', 'verifier', 'claude', null],
      ['auditor', 'built in', 'review', 'fidelity-audit', 'advisor', 'claude', null],
      ['prompt-worker', 'built in', 'exec', null, 'executor', 'claude', null],
      ['prompt-reader', 'built in', 'review', 'review', 'evaluator', 'claude', 'careful'],
      ['shaper', 'built in', 'review', null, 'advisor', 'claude', null],
      ['brief-critic', 'built in', 'review', 'verdict', 'evaluator', 'claude', 'careful'],
      ['phase-closer', 'built in', 'review', 'verdict', 'verifier', 'claude', null],
      ['handbook-planner', 'built in', 'review', 'handbook-plan', 'advisor', 'claude', null],
      ['mission-planner', 'built in', 'review', 'mission-plan', 'advisor', 'claude', null],
      ['plan-reviewer', 'built in', 'review', 'plan-review', 'evaluator', 'claude', 'careful'],
      ['worker', 'built in', 'exec', 'mission-work', 'executor', 'claude', null],
      ['validator', 'built in', 'review', 'validation', 'verifier', 'claude', null],
      ['architect', 'built in', 'review', 'ruling', 'advisor', 'claude', null],
      ['debugger', 'built in', 'review', null, 'advisor', 'claude', null],
      ['ui-qa', 'built in', 'review', 'validation', 'evaluator', 'claude', 'careful'],
      ['crosscheck', 'built in', 'review', 'validation', 'verifier', 'claude', null],
      ['curator', 'built in', 'complete', 'curation', 'advisor', 'claude', null],
      ['documenter', 'built in', 'exec', null, 'executor', 'claude', null],
      ['orchestrator', 'built in', 'complete', 'decision', 'advisor', 'claude', null],
      ['planner', 'built in', 'review', 'plan-proposals', 'advisor', 'claude', null],
      ['site-analyst', 'built in', 'complete', 'site-analysis', 'advisor', 'claude', null],
      ['spec/interviewer', 'built in', 'review', 'spec-questions', 'advisor', 'claude', null],
      ['spec/analyst', 'built in', 'exec', 'spec-line', 'advisor', 'claude', null],
      ['spec/product-analyst', 'built in', 'exec', 'spec-line', 'advisor', 'claude', null],
      ['spec/technical-analyst', 'built in', 'exec', 'spec-line', 'advisor', 'claude', null],
      ['spec/risk-analyst', 'built in', 'exec', 'spec-line', 'advisor', 'claude', null],
      ['spec/test-analyst', 'built in', 'exec', 'spec-line', 'advisor', 'claude', null],
      ['spec/synthesizer', 'built in', 'exec', 'spec-line', 'advisor', 'claude', null],
      ['spec/critic', 'built in', 'exec', 'workflow-critic-findings', 'evaluator', 'claude', 'careful'],
      ['spec/reviser', 'built in', 'exec', 'spec-line', 'advisor', 'claude', null],
      ['workflow/convention-scanner', 'built in', 'exec', 'workflow-conventions', 'advisor', 'claude', null],
      ['workflow/architect', 'built in', 'exec', 'workflow-proposal', 'advisor', 'claude', null],
      ['workflow/senior-developer', 'built in', 'exec', 'workflow-proposal', 'advisor', 'claude', null],
      ['workflow/qa-specialist', 'built in', 'exec', 'workflow-proposal', 'advisor', 'claude', null],
      ['workflow/planner', 'built in', 'exec', 'workflow-spec', 'advisor', 'claude', null],
      ['workflow/cross-critic', 'built in', 'exec', 'workflow-critique', 'advisor', 'claude', null],
      ['workflow/synthesizer-standard', 'built in', 'exec', 'workflow-spec', 'advisor', 'claude', null],
      ['workflow/synthesizer', 'built in', 'exec', 'workflow-spec', 'advisor', 'claude', null],
      ['workflow/lead-developer', 'built in', 'exec', 'workflow-plan', 'executor', 'claude', null],
      ['workflow/combined-advisor', 'built in', 'exec', 'workflow-review', 'advisor', 'claude', null],
      ['workflow/code-quality-advisor', 'built in', 'exec', 'workflow-review', 'advisor', 'claude', null],
      [
        'workflow/test-stability-advisor',
        'built in',
        'exec',
        'workflow-test-review',
        'advisor',
        'claude',
        null,
      ],
      ['workflow/implementer-standard', 'built in', 'exec', 'workflow-changes', 'executor', 'claude', null],
      ['workflow/implementer', 'built in', 'exec', 'workflow-changes', 'executor', 'claude', null],
      ['workflow/generator', 'built in', 'exec', 'workflow-changes', 'executor', 'claude', null],
      ['workflow/verifier', 'built in', 'complete', 'workflow-verify', 'verifier', 'claude', null],
      ['workflow/evaluator', 'built in', 'exec', 'workflow-verdict', 'evaluator', 'claude', 'careful'],
      ['workflow/auto-fix-proposer', 'built in', 'exec', 'workflow-patch', 'advisor', 'claude', null],
    ].map(([role, from, mode, contract, tier, provider, model]) => ({
      role,
      from,
      mode,
      contract,
      tier,
      provider,
      model,
      effort: tier === 'evaluator' ? 'high' : null,
    })),
    problems: [],
  })
  const { out } = await runHere(repo.root, ['roles'])
  expect(out).toMatch(
    /^reviewer +review +review +evaluator +claude +careful, high +\.harness\/roles\/reviewer\.md$/m,
  )
})

test('harness roles <role> prints the text in use', async () => {
  const repo = targetRepo({ 'harness.config.json': config, '.harness/roles/reviewer.md': 'You are kind.\n' })
  expect((await runHere(repo.root, ['roles', 'reviewer'])).out).toBe('You are kind.\n')
  expect((await runHere(repo.root, ['roles', 'fixer'])).out).toMatch(/^You are the fixer\. /)
  expect(await runHere(repo.root, ['roles', 'reveiwer'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no role "reveiwer". Did you mean reviewer?'),
  })
})

test('harness roles and validate name a role text that is misspelled or empty', async () => {
  const repo = targetRepo({
    'harness.config.json': config,
    '.harness/roles/fixer.md': ' \n',
    '.harness/roles/implementer.md': 'You build.\n',
    '.harness/roles/reveiwer.md': 'You are kind.\n',
  })
  const misspelled = '.harness/roles/reveiwer.md is the text of no role. Did you mean reviewer?'
  const empty = '.harness/roles/fixer.md is empty'
  for (const args of [['roles'], ['roles', '--json'], ['validate'], ['validate', '--json']]) {
    const { out } = await runHere(repo.root, args)
    expect(out).toContain(misspelled)
    expect(out).toContain(empty)
    expect(out).not.toMatch(/implementer\.md is/)
  }
  expect((await runHere(repo.root, ['validate'])).code).toBe(2)
})
