import { expect, it, test } from 'vitest'
import { presets } from '../../work/model-presets.ts'
import { workflowIdentity } from './identity.ts'
import { given } from './test-support/given.ts'
import { answers, checks, evaluates } from './test-support/happenings.ts'

const approve = answers('spec', 'proceed')
const commit = answers('commit', 'code')

const beginning = ['OpenLane open/main', 'ReadDocuments read/conventions']
const gate = [
  'EditDocuments publish/spec',
  'ReadDocuments read/spec',
  'AskHuman ask/spec',
  'ReadDocuments read/spec',
]
const verifying = [
  'MeasureChange measure/change',
  'EditDocuments publish/generate-done',
  'RunChecks verify/build',
  'RunChecks verify/rest',
  'ScanFiles verify/scan',
  'verifier word/verifier',
  'EditDocuments publish/verify-done',
]
const evaluating = ['evaluator evaluate/evaluator', 'EditDocuments publish/evaluate-done']
const ending = [
  'AskHuman ask/commit',
  'CommitChange finish/commit',
  'CleanUp finish/clean',
  'CloseLane finish/close',
]

it('WF-08 WF-10 WF-11 WF-13 single goes from one planner to the commit', () => {
  const story = given({}, approve, commit).rest()
  expect(story.order()).toEqual([
    ...beginning,
    'planner plan/planner',
    ...gate,
    'generator implement/generator',
    ...verifying,
    ...evaluating,
    ...ending,
  ])
  expect(story.ends()).toMatchObject({ outcome: 'done', exitCode: 0, reason: 'passed', resumable: false })
})

it('WF-08 WF-10 standard has two proposals side by side, one synthesis, one review of the plan', () => {
  const story = given({ mode: 'standard' }, approve, commit).rest()
  expect(story.order()).toEqual([
    ...beginning,
    'OpenLane open/architect',
    'OpenLane open/senior-developer',
    'architect proposals/architect',
    'CloseLane close/architect',
    'senior-developer proposals/senior-developer',
    'CloseLane close/senior-developer',
    'EditDocuments publish/synthesis',
    'synthesizer-standard synthesis/synthesizer-standard',
    ...gate,
    'lead-developer lead/lead-developer',
    'EditDocuments publish/reviews',
    'combined-advisor reviews/combined-advisor',
    'EditDocuments publish/implement',
    'implementer-standard implement/implementer-standard',
    ...verifying,
    ...evaluating,
    ...ending,
  ])
  expect(story.ends().exitCode).toBe(0)
})

it('WF-08 WF-10 multi has three proposals, three critiques, two reviews, each in a lane of its own', () => {
  const story = given({ mode: 'multi' }, approve, commit).rest()
  const calls = story.calls.map(({ role, lane }) => `${role.replace('workflow/', '')} ${lane}`)
  expect(calls).toEqual([
    ...['architect', 'senior-developer', 'qa-specialist'].map((who) => `${who} workflow-sum-${who}`),
    ...['architect', 'senior-developer', 'qa-specialist'].map((who) => `cross-critic workflow-sum-${who}`),
    'synthesizer workflow-sum',
    'lead-developer workflow-sum',
    ...['code-quality-advisor', 'test-stability-advisor'].map((who) => `${who} workflow-sum-${who}`),
    'implementer workflow-sum',
    'verifier workflow-sum',
    'evaluator workflow-sum',
  ])
  const often = (type: string) => story.order().filter((line) => line.startsWith(type)).length
  expect([often('OpenLane'), often('CloseLane')]).toEqual([9, 9])
  expect(story.ends().exitCode).toBe(0)
})

test.each(['single', 'standard', 'multi'] as const)(
  'WF-10 in %s mode only the implementation may change files, and every document is an artifact',
  (mode) => {
    for (const call of given({ mode }, approve, commit).rest().calls) {
      const duties = workflowIdentity.roles.find(({ role }) => role === call.role)
      const isWriter = /implementer|generator/.test(call.role)
      expect(call.mode).toBe(duties?.mode)
      expect(call.contract).toBe(duties?.contract)
      expect(call.commitMessage).toBe(isWriter ? 'Implement round 1' : null)
      expect(call.mayWrite).toEqual(isWriter || call.mode === 'complete' ? undefined : [])
      expect(call.artifacts?.length ?? 0).toBe(call.mode === 'complete' ? 0 : 1)
    }
  },
)

it('WF-08 WF-10 WF-13 the documents are where the roles are told to write them', () => {
  const story = given({ mode: 'multi' }, approve, commit).rest()
  expect(story.calls.flatMap(({ artifacts = [] }) => artifacts)).toEqual([
    '.harness/planner/proposal_architect.md',
    '.harness/planner/proposal_senior_developer.md',
    '.harness/planner/proposal_qa_specialist.md',
    '.harness/planner/critique_architect.md',
    '.harness/planner/critique_senior_developer.md',
    '.harness/planner/critique_qa_specialist.md',
    'docs/harness/sum/spec.md',
    '.harness/generator/plan.md',
    '.harness/generator/review_code_quality.md',
    '.harness/generator/review_test_stability.md',
    'docs/harness/sum/changes.md',
    'docs/harness/sum/qa_report.md',
  ])
  for (const { artifacts = [], slices } of story.calls)
    for (const path of artifacts) expect(slices.map(({ text }) => text).join('\n')).toContain(path)
})

test.each([
  ['default', undefined, undefined, undefined],
  ['all-opus', 'big', 'big', 'big'],
  ['balanced', 'middle', 'big', 'big'],
  ['economy', 'small', 'middle', 'middle'],
] as const)('WF-16 the preset %s names the models', (preset, executor, advisor, evaluator) => {
  const story = given({ modelConfig: presets[preset] }, approve, commit).rest()
  const modelOf = (role: string) => story.call(role).models?.claude
  expect([modelOf('generator'), modelOf('planner'), modelOf('evaluator'), modelOf('verifier')]).toEqual([
    executor,
    advisor,
    evaluator,
    'small',
  ])
})

it('WF-16 the scanner of an economy run gets the smallest model', () => {
  const story = given({ conventions: 'scan', modelConfig: presets.economy }).rest()
  expect(story.call('convention-scanner').models).toEqual({ claude: 'small' })
})

it('WF-15 a commit of the code alone removes the documents, a commit of all keeps and adds them', () => {
  const added = (choice: string) => {
    const story = given({}, approve, answers('commit', choice))
    const [commitChange] = story.wanted()
    story.rest()
    return { add: commitChange?.type === 'CommitChange' ? commitChange.add : null, ...story }
  }
  const persisted = ['qa_notes', 'critic_findings', 'conventions'].map(
    (name) => `docs/harness/sum/${name}.md`,
  )
  const documents = ['spec', 'changes', 'verify_report', 'qa_report'].map(
    (name) => `docs/harness/sum/${name}.md`,
  )
  expect(added('code').add).toEqual(persisted)
  expect(added('all').add).toEqual([...persisted, ...documents])
  const none = given({}, approve, answers('commit', 'none')).rest()
  expect(none.order().slice(-2)).toEqual(['AskHuman ask/commit', 'CleanUp finish/clean'])
  expect(none.ends()).toMatchObject({ exitCode: 0, next: 'notCommitted harness/sum' })
})

it('WF-14 WF-15 a change that failed to the last round is not merged, whatever --merge says', () => {
  const fails = evaluates('FAIL L3 — 1 items failed: AC1')
  const story = given({ merge: true, maxRounds: 1 }, approve, fails, commit).rest()
  expect(story.order().filter((line) => /Commit|Merge/.test(line))).toEqual(['CommitChange finish/commit'])
  expect(story.ends()).toMatchObject({ outcome: 'halted', exitCode: 1 })
})

it('WF-15 with --merge the commit is merged with all checks before anything is cleaned up', () => {
  const story = given({ merge: true }, approve, commit).rest()
  expect(story.order().slice(-5)).toEqual([
    'CommitChange finish/commit',
    'RunChecks finish/checks',
    'MergeLane finish/merge',
    'CleanUp finish/clean',
    'CloseLane finish/close',
  ])
})

it('WF-15 what fails its checks is not merged, and what a person let pass is not merged either', () => {
  const red = given({ merge: true }, approve, commit, checks('Test')).rest()
  expect(red.order().at(-1)).not.toContain('CleanUp')
  const failing = ['Test', 'Test', 'Test', 'Test'].map((name) => checks(name))
  const story = given({ merge: true }, approve, ...failing, answers('verify', 'continue'), commit).rest()
  expect(story.state().result).toBe('accepted-with-failures')
  expect(story.order().join()).not.toContain('MergeLane')
  expect(story.ends().exitCode).toBe(0)
})

it('WF-15 in place the end says where the commit is, and tells nobody to switch: the files have the change already', () => {
  const end = given({ inPlace: true }, approve, commit).rest().ends()
  expect(end).toMatchObject({ exitCode: 0, next: 'committed harness/sum' })
})

it('WF-15 without git nothing is asked or committed, and only the working files go', () => {
  const story = given({ hasGit: false, inPlace: true, branch: null }, approve).rest()
  expect(story.order().slice(-2)).toEqual(['EditDocuments publish/evaluate-done', 'CleanUp finish/clean'])
  expect(story.ends()).toMatchObject({ exitCode: 0, next: 'notCommitted /repo' })
})
