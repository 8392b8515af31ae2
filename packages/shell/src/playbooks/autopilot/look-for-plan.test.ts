import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { LookForPlan } from '@harness/core/effects/look-for-plan'
import { expect, test } from 'vitest'
import { firstAttempt, idOf, repeatedAttempt, testNow } from '../../test-support/target-repo.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { lookForPlan } from './look-for-plan.ts'

const sessionDir = '.harness/sessions/changes--scanner--proposal/'
const handoff = `${sessionDir}handoff.json`
const inPlans = 'docs/plans/2026-03-19-rule-engine-plan.md'
const inTopic = 'docs/changes/scanner/plans/rule-engine.md'

/** A checkout with these files, and what is found in it. */
async function checkout(files: Readonly<Record<string, string>>) {
  const root = join(await temporaryDir(), 'repo')
  mkdirSync(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const ports = {
    repoRoot: root,
    clock: { now: () => testNow, until: () => Promise.reject(new Error('no waiting here')) },
    sanitise: (text: string) => text.replaceAll('top-secret-value', '[redacted]'),
  }
  const look = (more: Partial<LookForPlan> = {}, attempt = firstAttempt) =>
    lookForPlan(
      {
        type: 'LookForPlan',
        id: idOf('20260101-000000/look/phase-2/1'),
        recorded: null,
        phaseName: 'Rule Engine',
        specPath: 'docs/changes/scanner/proposal.md',
        sessionDir,
        ...more,
      },
      attempt,
      ports,
    )
  return { root, look }
}

const found = (paths: readonly string[], from: string | null) => ({ type: 'PlanLookedFor', paths, from })

test('AP-05 a plan that the session names counts first, and only if it is there', async () => {
  const { look } = await checkout({ 'plans/own.md': 'own', [inPlans]: 'named' })
  expect(await look({ recorded: 'plans/own.md' })).toMatchObject(found(['plans/own.md'], 'recorded'))
  expect(await look({ recorded: 'plans/gone.md' })).toMatchObject(found([inPlans], 'name'))
  expect(await look({ recorded: 'plans/gone.md', phaseName: null })).toMatchObject(found([], null))
  expect(await look({ phaseName: null })).toMatchObject(found([], null))
})

test('AP-05 several plans with commas between them are one plan, without those that are gone', async () => {
  const { look } = await checkout({ 'plans/a.md': 'a', 'plans/b.md': 'b' })
  expect(await look({ recorded: 'plans/a.md, plans/gone.md,plans/b.md' })).toMatchObject(
    found(['plans/a.md', 'plans/b.md'], 'recorded'),
  )
})

test.each([
  ['planPath', { planPath: 'notes/rule-engine-plan.md' }],
  ['artifacts', { artifacts: ['src/rules.js', 'notes/rule-engine-plan.md'] }],
  ['artifacts by name', { artifacts: { plan: { path: 'notes/rule-engine-plan.md' } } }],
])('AP-06 a handoff names the plan with %s', async (_how, fields) => {
  const text = JSON.stringify({ ...fields, concerns: ['No order is given.'] })
  const { look } = await checkout({
    [handoff]: text,
    'notes/rule-engine-plan.md': 'plan',
    [inPlans]: 'named',
  })
  expect(await look()).toEqual({
    ...found(['notes/rule-engine-plan.md'], 'handoff'),
    at: testNow,
    commandId: '20260101-000000/look/phase-2/1',
    concerns: ['No order is given.'],
  })
})

test('AP-06 the handoff of another phase does not name the plan of this one', async () => {
  const text = JSON.stringify({ planPath: 'docs/plans/core-scanner-plan.md' })
  const { look } = await checkout({ [handoff]: text, 'docs/plans/core-scanner-plan.md': 'plan' })
  expect(await look()).toMatchObject(found([], null))
})

test('AP-06 without a plan, the concerns of a handoff are about something else', async () => {
  const { look } = await checkout({ [handoff]: '{"concerns": ["No order is given."]}' })
  expect(await look()).toMatchObject({ ...found([], null), concerns: [] })
})

test.each([
  ['autopilot/task-executor', []],
  ['autopilot', []],
  ['autopilot/planner', ['No order is given.']],
  ['harness-planning', ['No order is given.']],
  ['other/autopilot', ['No order is given.']],
])('AP-06 the concerns that %s hands over count as those of a planner: %j', async (fromSkill, concerns) => {
  const text = JSON.stringify({ fromSkill, concerns: ['No order is given.'] })
  const { look } = await checkout({ [handoff]: text, [inPlans]: 'plan' })
  expect(await look()).toMatchObject({ ...found([inPlans], 'name'), concerns })
})

test('AP-05 a plan is found by its name in docs/plans, and beside the spec', async () => {
  const { look } = await checkout({ [inPlans]: 'plan', 'docs/plans/rule-engine.txt': 'no plan' })
  expect(await look()).toMatchObject(found([inPlans], 'name'))
  const beside = await checkout({ [inTopic]: 'plan' })
  expect(await beside.look()).toMatchObject(found([inTopic], 'name'))
  expect(await beside.look({ specPath: 'docs/changes/other/proposal.md' })).toMatchObject(found([], null))
  expect(await beside.look({ specPath: 'docs/scanner.md' })).toMatchObject(found([], null))
})

test('AP-05 of several plans with the name, the one that says least beside it counts', async () => {
  const wider = 'docs/plans/2026-03-20-rule-engine-cli-plan.md'
  const { look } = await checkout({ [inPlans]: 'plan', [wider]: 'plan' })
  expect(await look()).toMatchObject(found([inPlans], 'name'))
  expect(await look({ phaseName: 'Rule Engine CLI' })).toMatchObject(found([wider], 'name'))
})

test('AP-05 the plan of C++ is not the plan of C', async () => {
  const { look } = await checkout({ 'docs/plans/c++-plan.md': 'plan' })
  expect(await look({ phaseName: 'C' })).toMatchObject(found([], null))
  expect(await look({ phaseName: 'C++' })).toMatchObject(found(['docs/plans/c++-plan.md'], 'name'))
})

test('AP-05 a path or a link that leads out of the repository is no plan', async () => {
  const { root, look } = await checkout({
    '../outside/rule-engine-plan.md': 'secret',
    'docs/README.md': 'docs',
    [handoff]: JSON.stringify({ planPath: '../outside/rule-engine-plan.md' }),
  })
  symlinkSync('../../outside', join(root, 'docs/plans'))
  symlinkSync('../../outside/rule-engine-plan.md', join(root, 'docs/rule-engine-plan.md'))
  for (const recorded of [
    '../outside/rule-engine-plan.md',
    'docs/rule-engine-plan.md',
    `${root}/docs/README.md`,
  ])
    expect(await look({ recorded }), recorded).toMatchObject(found([], null))
  expect(await look()).toMatchObject({
    notes: [expect.stringContaining('"../outside/rule-engine-plan.md" is no path inside the repository')],
  })
})

test('AP-06 a handoff that cannot be read is told and ignored', async () => {
  const { root, look } = await checkout({ [handoff]: '{"summary": top-secret-value', [inPlans]: 'plan' })
  const told = await look()
  expect(told).toMatchObject({ ...found([inPlans], 'name'), concerns: [] })
  expect(told).toMatchObject({ notes: [expect.stringMatching(/^ignored: .*handoff\.json/)] })
  expect(JSON.stringify(told)).not.toContain('top-secret-value')
  const linked = await checkout({ [inPlans]: 'plan', [`${sessionDir}state.json`]: '{}' })
  symlinkSync(join(root, handoff), join(linked.root, handoff))
  expect(await linked.look()).toMatchObject({
    ...found([inPlans], 'name'),
    notes: [expect.stringContaining('is a link')],
  })
})

test('AP-05 looking again finds the same, and changes nothing', async () => {
  const { look } = await checkout({ [inPlans]: 'plan' })
  expect(await look({}, repeatedAttempt)).toEqual(await look())
})
