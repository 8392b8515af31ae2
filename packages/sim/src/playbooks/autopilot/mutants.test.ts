/** What must be true of an autopilot is found out when it is not: each test breaks one thing on purpose. */
import type { CommandId } from '@harness/core/kernel/ids'
import type { Answer, VerificationAnswer } from '@harness/core/playbooks/autopilot/answers'
import type { Plan, SessionFile, SessionPhase } from '@harness/core/playbooks/autopilot/documents'
import type { AgentFinished, Event } from '@harness/core/playbooks/autopilot/effects'
import { autopilotPlaybook } from '@harness/core/playbooks/autopilot/playbook'
import type { PhaseWork, Place } from '@harness/core/playbooks/autopilot/state'
import { planCodec } from '@harness/formats/documents/autopilot/plan-codec'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { describe, expect, it } from 'vitest'
import type { Violation } from '../../engine/checker.ts'
import { noCrash } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { calm } from '../../world/weather.ts'
import type { AutopilotPlaybook, AutopilotRun } from './autopilot-run.ts'
import { type AutopilotStory, autopilotScenario } from './autopilot-world.ts'
import { inputOf, plainInput } from './input.ts'
import { type Moods, steady } from './moods.ts'
import { planText } from './plan-text.ts'

const agreeable = {
  'approve-plan': 'yes',
  skeleton: 'yes',
  'plan-needed': 'ready',
  'attempts-exhausted': 'continue',
  'verification-failed': 'fix',
  'review-findings': 'override',
  'final-review-findings': 'override',
  outcome: 'override',
  continue: 'yes',
  deliver: 'merge',
  'output-missing': 'retry',
}

const high = inputOf([{ name: 'Core', complexity: 'high' }])
const low = inputOf([{ name: 'Core', complexity: 'low' }])
const withoutTruths = inputOf([{ name: 'Core', complexity: 'low' }], [])

/** The session of another tool, in the only phase of which it calls the first task complete. */
const session: SessionFile = {
  schemaVersion: 5,
  specPath: low.specPath,
  startingCommit: null,
  currentState: 'EXECUTE',
  currentPhase: 0,
  rigorLevel: 'fast',
  reviewPlans: false,
  phases: [
    {
      name: 'Core',
      complexity: 'low',
      complexityOverride: null,
      planPath: 'docs/plans/other.md',
      status: 'in-progress',
    },
  ],
  decisions: [],
  history: [],
  finalReview: { status: 'pending', findings: [], retryCount: 0 },
}
const own = { files: 'own' as const, checkpoints: [] }
const otherPlan = { 'docs/plans/other.md': planText('phase-1', 'another tool', [own, own]) }
const claims: Twist = {
  input: { ...low, rigor: 'fast', adopted: session, adoptedTasks: ['1'] },
  files: otherPlan,
}
const overridden: SessionFile = {
  ...session,
  phases: session.phases.map((phase) => ({ ...phase, complexityOverride: 'high' })),
}

/** What a test changes about the story, beside the playbook. */
interface Twist
  extends Partial<
    Pick<AutopilotStory, 'input' | 'files' | 'eagerness' | 'weather' | 'codec' | 'moments' | 'answers'>
  > {
  readonly moods?: Partial<Moods>
  /** So many seeds are tried until something is found; one if absent. */
  readonly seeds?: number
}

async function violationIn(
  playbook: AutopilotPlaybook,
  { moods, answers, seeds = 1, ...more }: Twist,
): Promise<Violation | null> {
  const story = {
    name: 'a broken autopilot',
    input: plainInput,
    files: {},
    weather: calm,
    eagerness: 0,
    ...more,
    playbook,
    moods: { ...steady, ...moods },
    answers: { ...agreeable, ...answers },
  }
  for (let seed = 1; seed <= seeds; seed++) {
    const { violation } = await simulate(autopilotScenario(story), { seed, crashes: noCrash })
    if (violation !== null) return violation
  }
  return null
}

type Change = (next: AutopilotRun, event: Event, before: AutopilotRun) => AutopilotRun

/** The production evolve, with something done to what it says. */
const evolves = (change: Change): AutopilotPlaybook => ({
  ...autopilotPlaybook,
  evolve: (state, event) => change(autopilotPlaybook.evolve(state, event), event, state),
})

/** The production evolve, told something else than what happened. */
const mishears = (change: (event: Event, state: AutopilotRun) => Event): AutopilotPlaybook => ({
  ...autopilotPlaybook,
  evolve: (state, event) => autopilotPlaybook.evolve(state, change(event, state)),
})

/** One answer of people is taken for another. */
const takes = (from: string, to: string): AutopilotPlaybook =>
  mishears((event) =>
    event.type === 'GateAnswered' && event.answer.choice === from
      ? { ...event, answer: { ...event.answer, choice: to, reason: 'It is decided.' } }
      : event,
  )

/** What agents say is heard otherwise. */
const hears = <Kind extends Answer['kind']>(
  kind: Kind,
  change: (answer: Extract<Answer, { readonly kind: Kind }>) => Answer,
  more: Partial<AgentFinished> = {},
): AutopilotPlaybook =>
  mishears((event) =>
    event.type === 'AgentFinished' && event.answer.kind === kind
      ? { ...event, ...more, answer: change(event.answer as Extract<Answer, { readonly kind: Kind }>) }
      : event,
  )

/** A place is left out: another one comes at once. */
const leaves = (phase: Place['phase'], to: (state: AutopilotRun) => Place): AutopilotPlaybook =>
  evolves((next) => (next.at.phase === phase ? { ...next, at: to(next) } : next))

const believing = (input: Partial<AutopilotRun['input']>): AutopilotPlaybook =>
  evolves((next) => ({ ...next, input: { ...next.input, ...input } }))

const working = (change: (work: PhaseWork) => Partial<PhaseWork>): AutopilotPlaybook =>
  evolves((next) => ({ ...next, work: { ...next.work, ...change(next.work) } }))

it.each<Twist>([
  {},
  { moods: { checkpoints: 1, worries: 1, blocks: 0.3 } },
  { moods: { bugs: 1, finds: 1, learns: 1 } },
  {
    moods: { denies: 1, rejects: 0.5, removesTests: 1 },
    answers: { 'verification-failed': 'skip-verification' },
  },
  { moods: { swells: 1, idles: 0.3 }, input: { ...low, rigor: 'thorough' } },
])('nothing is found in what is not broken, if %j', async (twist) =>
  expect(await violationIn(autopilotPlaybook, twist)).toBeNull(),
)

type Mutant = readonly [what: string, playbook: AutopilotPlaybook, twist: Twist, found: Partial<Violation>]

const isFound = async (
  _what: string,
  playbook: AutopilotPlaybook,
  twist: Twist,
  { checker, problem }: Partial<Violation>,
) =>
  expect(await violationIn(playbook, twist)).toMatchObject({
    ...(checker === undefined ? {} : { checker }),
    ...(problem === undefined ? {} : { problem: expect.stringContaining(problem) }),
  })

const unapproved = { checker: 'approved plans', problem: 'executes a plan that is not approved' }
describe('AP-05 AP-06 AP-07 no task without an approved plan of that hash', () => {
  it.each<Mutant>([
    [
      'a gate that takes a stop for a yes',
      takes('stop', 'yes'),
      { moods: { worries: 1 }, answers: { 'approve-plan': 'stop' } },
      unapproved,
    ],
    [
      'plans that no person sees although --review-plans is set',
      believing({ reviewPlans: false }),
      { input: { ...plainInput, reviewPlans: true } },
      unapproved,
    ],
    [
      'thorough that is taken for fast',
      believing({ rigor: 'fast' }),
      { input: { ...plainInput, rigor: 'thorough' } },
      { checker: 'approved plans' },
    ],
    [
      'concerns of the planner that are dropped',
      hears('plan', (answer) => ({ ...answer, concerns: [] })),
      { moods: { worries: 1 } },
      unapproved,
    ],
    [
      'a small phase whose large plan is no signal',
      evolves((next) => ({
        ...next,
        phases: next.phases.map((phase) => ({ ...phase, complexity: 'medium' })),
      })),
      { input: low, moods: { swells: 1 }, seeds: 10 },
      unapproved,
    ],
    [
      'a phase of high complexity that is planned without a person',
      evolves((next) => ({
        ...next,
        phases: next.phases.map((phase) => ({ ...phase, complexity: 'medium' })),
      })),
      { input: high },
      { checker: 'approved plans', problem: 'no person wants it' },
    ],
    [
      'a skeleton that no person sees',
      leaves('skeleton', () => ({ phase: 'plan', again: 0, words: null, skeleton: null })),
      { input: { ...plainInput, rigor: 'thorough' } },
      { checker: 'approved plans', problem: 'before a person approved the skeleton' },
    ],
    [
      'a revised plan that no person sees, because its planner has no concerns any more',
      working(() => ({ isRevised: false })),
      { moments: { 'plan/phase-1/1': { worries: 1 } }, answers: { 'approve-plan/1': 'revise' } },
      unapproved,
    ],
    [
      'a complexity that another tool recorded, and that is dropped',
      believing({ adopted: session }),
      { input: { ...low, adopted: overridden }, files: otherPlan, seeds: 5 },
      unapproved,
    ],
    [
      'an edited plan that counts as approved',
      mishears((event, { work }) =>
        event.type === 'DocumentsRead' && event.documents.plan?.changed != null && work.plan?.approved != null
          ? { ...event, documents: { plan: { ...event.documents.plan, digest: work.plan.approved.digest } } }
          : event,
      ),
      { eagerness: 0.05, seeds: 30 },
      unapproved,
    ],
  ])('%s', isFound)
})

describe('AP-08 every task is done, and every checkpoint passed', () => {
  const checkpoints = { moods: { checkpoints: 1 }, seeds: 5 }
  it.each<Mutant>([
    [
      'a plan of which only the first task is read',
      mishears((event) => {
        const plan = event.type === 'DocumentsRead' ? event.documents.plan : undefined
        const tasks = plan?.changed?.content?.tasks.slice(0, 1)
        return event.type !== 'DocumentsRead' || plan === undefined || tasks === undefined
          ? event
          : { ...event, documents: { plan: withContent(plan, { tasks }) } }
      }),
      { seeds: 5 },
      { checker: 'tasks done', problem: 'without task 2' },
    ],
    [
      'an executor that is blocked and believed',
      hears('task', (answer) => ({ ...answer, status: 'done' })),
      { moods: { blocks: 1 } },
      { checker: 'tasks done' },
    ],
    [
      'an executor that did nothing and is believed',
      evolves((next) =>
        next.at.phase === 'execute' ? { ...next, at: { ...next.at, from: noCommit } } : next,
      ),
      { moods: { idles: 1 } },
      { checker: 'tasks done' },
    ],
    [
      'a checkpoint that passes by itself',
      leaves('checkpoint', ({ at }) => {
        if (at.phase !== 'checkpoint') return at
        return { phase: 'mark', task: at.task, label: 'passed', executed: at.executed }
      }),
      checkpoints,
      { checker: 'decisions kept' },
    ],
    [
      'work that a person rejected, and that counts as done',
      takes('no', 'yes'),
      { ...checkpoints, answers: { checkpoint: 'no' }, seeds: 20 },
      { checker: 'tasks done' },
    ],
    [
      'tasks that another tool had done in another session',
      believing({
        adopted: { currentPhase: 0, phases: [] as readonly SessionPhase[] } as SessionFile,
        adoptedTasks: ['1'],
      }),
      {},
      { checker: 'tasks done', problem: 'without task 1' },
    ],
  ])('%s', isFound)
})

describe('AP-10 AP-11 AP-16 no phase without VERIFY and REVIEW', () => {
  const judged = (problem: string) => ({ checker: 'judged', problem })
  /** Every truth counts as shown, whatever the verifier says. */
  const showsAll = mishears((event, state) =>
    event.type === 'AgentFinished' && event.answer.kind === 'verification'
      ? { ...event, quotes: { quoted: 1, outputs: 1, missing: [] }, answer: allShown(event.answer, state) }
      : event,
  )
  it.each<Mutant>([
    [
      'checks that are left out',
      leaves('checks', () => ({ phase: 'review', again: 0 })),
      {},
      judged('its checks did not pass'),
    ],
    [
      'failing checks that are taken for passing ones',
      mishears((event) =>
        event.type === 'ChecksFinished'
          ? { ...event, evidence: event.evidence.map((one) => ({ ...one, exitCode: 0, problem: null })) }
          : event,
      ),
      { moods: { bugs: 1 } },
      judged('its checks did not pass'),
    ],
    [
      'checks of another tree that count',
      evolves((next, event) =>
        event.type === 'AgentFinished' && next.at.phase === 'checks' && next.work.evidence.length > 0
          ? { ...next, at: { phase: 'review', again: 0 } }
          : next,
      ),
      { moods: { finds: 1 }, answers: { 'review-findings/1': 'fix' } },
      judged('its checks did not pass'),
    ],
    [
      'a session that is not valid and passes',
      mishears((event) => (event.type === 'SessionValidated' ? { ...event, problems: [] } : event)),
      { weather: { strikes: (fault) => fault === 'sidecar disk is full' } },
      judged('the session is not valid'),
    ],
    [
      'a verifier that is left out',
      leaves('verifier', () => ({ phase: 'review', again: 0 })),
      {},
      judged('no verifier passed it'),
    ],
    [
      'a verifier that is not heard',
      hears('verification', (answer) => ({
        ...answer,
        passed: true,
        failures: [],
        truths: answer.truths.map((one) => ({ ...one, holds: true })),
      })),
      { moods: { rejects: 1 } },
      judged('no verifier passed it'),
    ],
    [
      'quotations that are not held against what was seen',
      hears('verification', (answer) => answer, { quotes: { quoted: 0, outputs: 0, missing: [] } }),
      { moods: { invents: 1 } },
      judged('no verifier passed it'),
    ],
    [
      'a verifier that judges none of the truths, or one of them twice',
      showsAll,
      { moods: { skimps: 1 } },
      judged('no verifier passed it'),
    ],
    [
      'a plan without truths, of which nothing must be shown',
      showsAll,
      { moods: { skimps: 1, omits: 1 } },
      judged('no verifier passed it'),
    ],
    [
      'a plan without truths, of which nothing must be shown if the spec has none either',
      showsAll,
      { input: withoutTruths, moods: { skimps: 1, omits: 1 } },
      judged('no verifier passed it'),
    ],
    [
      'tasks that another tool calls complete, and that are believed at fast rigor',
      leaves('verifier', () => ({ phase: 'review', again: 0 })),
      claims,
      judged('no verifier passed it'),
    ],
    [
      'tests that are removed without a word',
      mishears((event) => (event.type === 'AgentFinished' ? { ...event, suspicions: [] } : event)),
      { moods: { removesTests: 1 } },
      judged('it is suspicious'),
    ],
    [
      'a phase that changed nothing',
      working(({ start }) => ({ start: start === null ? null : { ...start, tree: noTree } })),
      { input: low, moods: { idles: 1 }, seeds: 10 },
      judged('it changed nothing'),
    ],
    [
      'a review that is left out',
      evolves((next) =>
        next.at.phase === 'review' ? autopilotPlaybook.evolve(next, noFindings(next)) : next,
      ),
      {},
      judged('no review came after the last change'),
    ],
    [
      'a finding that blocks and is dropped',
      hears('findings', (answer) => ({ ...answer, findings: [] })),
      { moods: { finds: 1 } },
      judged('a finding blocks it'),
    ],
    [
      'a record that calls verified what was skipped',
      working(() => ({ verified: true })),
      { moods: { rejects: 1 }, answers: { 'verification-failed': 'skip-verification' } },
      judged('its record says that it was verified'),
    ],
  ])('%s', isFound)
})

describe('AP-09 AP-13 limits', () => {
  const limits = (problem: string) => ({ checker: 'limits hold', problem })
  it.each<Mutant>([
    [
      'attempts that are not counted',
      evolves((next) => (next.at.phase === 'execute' ? { ...next, at: { ...next.at, attempt: 0 } } : next)),
      { moods: { blocks: 1 } },
      limits('5 calls for phase-1-task-1'),
    ],
    [
      'final fixes that are not counted',
      evolves((next) => ({ ...next, finalReview: { ...next.finalReview, retryCount: 0 } })),
      { moods: { finds: 1 }, answers: { 'final-review-findings': 'fix' } },
      limits('fix cycle 4'),
    ],
    [
      'fixes of an outcome that are not counted',
      evolves((next) => ({ ...next, finalReview: { ...next.finalReview, retryCount: 0 } })),
      { moods: { denies: 1 }, answers: { outcome: 'fix' } },
      limits('fix cycle 4'),
    ],
  ])('%s', isFound)
})

describe('AP-12 AP-15 what is over never runs again, and is not rewritten', () => {
  const again = (next: AutopilotRun): AutopilotRun['phases'] =>
    next.phases.map((phase) => ({ ...phase, status: 'pending' }))
  it.each<Mutant>([
    [
      'a complete phase that is pending again',
      evolves((next) => (next.at.phase === 'assess' ? { ...next, phases: again(next) } : next)),
      {},
      { checker: 'never again', problem: 'works on a phase that is over' },
    ],
    [
      'a skipped phase that is pending again',
      evolves((next) => (next.at.phase === 'assess' ? { ...next, phases: again(next) } : next)),
      { input: { ...plainInput, reviewPlans: true }, answers: { 'approve-plan/1': 'skip-phase' } },
      { checker: 'never again', problem: 'works on a phase that is over' },
    ],
    [
      'a history that keeps only the latest record',
      evolves((next) => ({ ...next, history: next.history.slice(-1) })),
      {},
      { checker: 'never again', problem: 'an entry of history was changed' },
    ],
  ])('%s', isFound)
})

describe('AP-07 AP-17 every decision is recorded', () => {
  const kept = { checker: 'decisions kept' }
  it.each<Mutant>([
    [
      'an answer that is not recorded',
      evolves((next, event, before) =>
        event.type === 'GateAnswered' ? { ...next, decisions: before.decisions } : next,
      ),
      {},
      kept,
    ],
    [
      'an answer that is recorded twice',
      evolves((next, event) =>
        event.type === 'GateAnswered'
          ? { ...next, decisions: [...next.decisions, ...next.decisions.slice(-1)] }
          : next,
      ),
      {},
      kept,
    ],
    [
      'an automatic approval that is not recorded',
      evolves((next, event, before) =>
        event.type === 'DocumentsRead' ? { ...next, decisions: before.decisions } : next,
      ),
      {},
      kept,
    ],
    [
      'an approval without its signals',
      evolves((next) => ({
        ...next,
        decisions: next.decisions.map(({ signals: _, ...decision }) => decision),
      })),
      { moods: { worries: 1 } },
      kept,
    ],
  ])('%s', isFound)
})

describe('AP-13 AP-14 the branch goes only where a person wants it, with evidence', () => {
  const provenAlways = evolves((next) => ({ ...next, proven: next.lane?.tree ?? null }))
  const unverified = { moods: { bugs: 1 }, answers: { 'verification-failed': 'skip-verification' } }
  const delivered = (problem: string) => ({ checker: 'delivered', problem })
  it.each<Mutant>([
    ['a merge of what fails its checks', provenAlways, unverified, delivered('its checks did not pass on')],
    [
      'a pull request of what fails its checks',
      provenAlways,
      { ...unverified, answers: { ...unverified.answers, deliver: 'pull-request' } },
      delivered('its checks did not pass on'),
    ],
    [
      'checks before the merge that are left out',
      leaves('prove', () => ({ phase: 'merge', how: 'merge' })),
      unverified,
      delivered('its checks did not pass on'),
    ],
    [
      'a merge that no person wants',
      takes('leave', 'merge'),
      { answers: { deliver: 'leave' } },
      delivered('no person chose merge'),
    ],
    [
      'a final review that is left out',
      leaves('final-review', () => ({ phase: 'outcome', again: 0 })),
      {},
      delivered('without a final review'),
    ],
    [
      'an outcome whose reasons are invented, and that counts',
      hears('outcome', (answer) => answer, { quotes: { quoted: 1, outputs: 1, missing: [] } }),
      { moments: { 'outcome/final/1': { invents: 1 } } },
      delivered('without an evaluation'),
    ],
    [
      'a branch that is left, and whose failing checks do not count',
      provenAlways,
      { ...unverified, answers: { ...unverified.answers, deliver: 'leave' } },
      delivered('counts as done, and its checks did not pass'),
    ],
    [
      'a branch that is left at fast rigor, and whose failing checks do not count',
      provenAlways,
      { ...unverified, input: { ...low, rigor: 'fast' } },
      delivered('counts as done, and its checks did not pass'),
    ],
    [
      'an outcome that is left out',
      leaves('outcome', () => ({ phase: 'deliver', refused: null })),
      {},
      delivered('without an evaluation'),
    ],
    [
      'an outcome that blocks and is dropped',
      hears('outcome', (answer) => ({ ...answer, confidence: 'low' })),
      { moods: { denies: 1 } },
      delivered('the outcome blocks it'),
    ],
    [
      'a branch that is removed, and not merged',
      evolves((next) =>
        next.at.phase === 'close'
          ? { ...next, at: { phase: 'close', result: { how: 'merged', commit: noCommit } } }
          : next,
      ),
      { answers: { deliver: 'leave' } },
      delivered('a branch that is not merged is removed'),
    ],
  ])('%s', isFound)
})

describe('AP-06 people keep what they wrote', () => {
  it('a plan of a person that is overwritten', async () => {
    const codec: AnyCodec = {
      ...(planCodec as AnyCodec),
      rewrite: ([there = null], edits, world) =>
        (planCodec as AnyCodec).rewrite?.(
          [there],
          edits.map((edit) => ({ ...(edit as object), replaces: there })),
          world,
        ) ?? { texts: [], refused: [] },
    }
    const twist = { codec, eagerness: 0.1, seeds: 20 }
    expect(await violationIn(autopilotPlaybook, twist)).toMatchObject({ checker: 'people keep theirs' })
  })
})

describe('AP-06 AP-08 what people write is neither replaced nor lost', () => {
  it.each<Mutant>([
    [
      'a plan of a person that a revision replaces',
      working(({ plan }) => ({ written: plan?.plan.text ?? null })),
      { input: high, answers: { 'approve-plan/1': 'revise' }, seeds: 5 },
      { checker: 'people keep theirs' },
    ],
    [
      'work of a person that is put back at a checkpoint',
      {
        ...autopilotPlaybook,
        decide(state) {
          const decision = autopilotPlaybook.decide(state)
          if (decision.type === 'end') return decision
          const commands = decision.commands.map((command) =>
            command.type === 'CommitLane' ? { ...command, takesFiles: false } : command,
          )
          return { ...decision, commands }
        },
      },
      { moods: { checkpoints: 1 }, seeds: 5 },
      { checker: 'checkpoints take theirs', problem: 'what a person did in the lane is lost' },
    ],
  ])('%s', isFound)
})

const noCommit = 'none' as Extract<Place, { readonly phase: 'execute' }>['from']
const noTree = 'none' as NonNullable<PhaseWork['start']>['tree']

type ReadPlan = NonNullable<Extract<Event, { readonly type: 'DocumentsRead' }>['documents']['plan']>

/** What a verifier says that shows every truth which can be wanted. */
function allShown(answer: VerificationAnswer, { work, spec }: AutopilotRun): VerificationAnswer {
  const { truths = [], tasks = [] } = work.plan?.plan ?? {}
  const all = [...truths, ...spec.truths, ...tasks.map(({ title }) => `Done: ${title}`)]
  return {
    ...answer,
    truths: all.map((truth) => ({ truth, holds: true, evidence: 'It printed "ok".' })),
  }
}

/** The plan as it was read, with something changed. */
function withContent(plan: ReadPlan, change: Partial<Plan>): ReadPlan {
  const content = plan.changed?.content ?? null
  return content === null ? plan : { ...plan, changed: { content: { ...content, ...change } } }
}

/** What a run hears of a reviewer that was never called. */
const noFindings = ({ input }: AutopilotRun): Event => ({
  type: 'AgentFinished',
  at: 0,
  commandId: `${input.runId}/none/none/1` as CommandId,
  role: 'autopilot/code-reviewer',
  text: '',
  contract: 'autopilot-review',
  answer: { kind: 'findings', findings: [], notes: [] },
  spending: {
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    usd: null,
    durationMs: 0,
    model: '',
  },
  providerSession: null,
  commit: noCommit,
  tree: noTree,
  changedFiles: [],
  violation: null,
})
