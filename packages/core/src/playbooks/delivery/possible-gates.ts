/** Owns which questions a delivery may put to a person, and when: all of them, told before it begins. */
import { counted } from '../../kernel/counted.ts'
import type { GateChoice } from '../../kernel/gate.ts'
import { failingChoices } from '../../kernel/hurdle.ts'
import { needChoices, needKinds } from '../../kernel/need.ts'
import { baseChoices, baseGate } from '../../work/base-gate.ts'
import { weakenedGate } from '../../work/judged-tests-state.ts'
import { weakenedChoices } from '../../work/weakened-tests.ts'
import { choicesAt, type DeliveryGateName } from './choices.ts'
import type { DeliveryInput } from './input.ts'

export interface PossibleGate {
  readonly name: string
  readonly when: string
  readonly choices: readonly GateChoice[]
}

/** Null if it cannot come in a delivery of this kind. */
type When = (input: DeliveryInput) => string | null

/** With a pull request only. */
const onForge =
  (when: (patience: string) => string): When =>
  ({ forge }) =>
    forge.kind === 'local' ? null : when(counted(forge.patienceMs / 60_000, 'minute', 'minutes'))

const whens: Readonly<Record<DeliveryGateName, When>> = {
  'nothing-changed': () => 'an agent changes no file in two attempts',
  'suspicious-change': () => 'the change removes tests, or edits what judges it, and still does after a fix',
  'checks-keep-failing': ({ checks, retries }) =>
    checks.length === 0 ? null : `checks fail after ${counted(retries.checkFixes, 'fix', 'fixes')}`,
  'no-verdict': () => 'an agent that reads gives no usable answer twice',
  'reviewer-edits-files': () => 'a reviewer changes files twice',
  'review-not-converged': ({ review }) =>
    `blocking findings after ${counted(review.maxPasses, 'pass', 'passes')}`,
  'review-oscillates': () => 'a fix brings back what was fixed, twice',
  'finding-disputed': () => 'the fixer disputes a finding that the reviewer upholds',
  'ui-not-seen': ({ ui }) => (ui === null ? null : 'there is no browser here, and the plan insists on one'),
  'plan-edited': () => 'the plan is edited while the run works',
  'done-without-record': ({ baseBranch }) =>
    `the plan is completed on ${baseBranch} while an unconfined agent or check works`,
  'merge-wanted': ({ mergePolicy, baseBranch }) =>
    mergePolicy === 'ask' ? `the change has passed everything, before it is merged into ${baseBranch}` : null,
  'merge-conflict': ({ baseBranch }) => `the change conflicts with ${baseBranch} again and again`,
  'base-rewritten': ({ baseBranch }) => `commits are taken out of ${baseBranch}`,
  'push-rejected': onForge(() => 'the forge does not take the branch'),
  'ci-silent': onForge((patience) => `the forge has not reported its checks after ${patience}`),
  'pull-closed': onForge(() => 'a person closes the pull request'),
  'merge-refused': ({ baseBranch }) => `the change cannot be merged into ${baseBranch}`,
  'completion-refused': ({ baseBranch }) => `the plan’s file cannot be moved on ${baseBranch}`,
}

const ofTheBase = ({ baseCheck = 'off', baseBranch, checks }: DeliveryInput): readonly PossibleGate[] =>
  baseCheck === 'off' || checks.length === 0
    ? []
    : [{ name: baseGate, when: `checks fail on the untouched ${baseBranch}`, choices: baseChoices }]
const ofTests = ({ checks, e2e }: DeliveryInput): readonly PossibleGate[] =>
  checks.length === 0 && e2e === null
    ? []
    : [
        {
          name: weakenedGate,
          when: 'the change weakens tests, the plan does not call for that, and it still does after two fixes',
          choices: weakenedChoices,
        },
      ]

const ofEveryPlaybook: readonly PossibleGate[] = [
  {
    name: 'agent-failing',
    when: 'an agent or the forge fails twice in a way that another try may fix',
    choices: failingChoices,
  },
  ...needKinds.map((kind) => ({
    name: `need-${kind}`,
    when: `an agent needs your ${kind}`,
    choices: needChoices('agent'),
  })),
]

const names = Object.keys(whens) as readonly DeliveryGateName[]

export const possibleGates = (input: DeliveryInput): readonly PossibleGate[] => [
  ...names.flatMap((name) => {
    const when = whens[name](input)
    return when === null ? [] : [{ name, when, choices: choicesAt[name]({ baseBranch: input.baseBranch }) }]
  }),
  ...ofTheBase(input),
  ...ofTests(input),
  ...ofEveryPlaybook,
]
