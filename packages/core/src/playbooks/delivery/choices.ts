/** Owns what a person can choose at each gate of a delivery, and what each choice leads to. */
import type { GateChoice } from '../../kernel/gate.ts'
import { grantOrRefuse, withLetStand } from '../../kernel/gate-choices.ts'
import { byHandChoices } from '../../work/by-hand.ts'

/** The names of a delivery's own gates. */
export type DeliveryGateName =
  | 'review-not-converged'
  | 'review-oscillates'
  | 'finding-disputed'
  | 'checks-keep-failing'
  | 'nothing-changed'
  | 'no-verdict'
  | 'reviewer-edits-files'
  | 'suspicious-change'
  | 'plan-edited'
  | 'done-without-record'
  | 'ui-not-seen'
  | 'merge-wanted'
  | 'merge-conflict'
  | 'base-rewritten'
  | 'ci-silent'
  | 'pull-closed'
  | 'push-rejected'
  | 'merge-refused'
  | 'completion-refused'

/** What the words of the choices depend on. */
export interface ChoiceFacts {
  /** The role that the gate is about. */
  readonly role?: string
  readonly baseBranch?: string
  /** One line for each finding that can be let stand by itself. */
  readonly findings?: readonly string[]
}

/** The checks run again on the change as it is, such as after a disk was full. */
export const checkAgain = 'check-again'
/** The reviewer rules again on what the fixer disputes. */
export const askReviewer = 'ask-reviewer'

type Choices = (facts: ChoiceFacts) => readonly GateChoice[]

const refuseBlocks = 'the run ends as blocked; its lane and findings are kept'

const onGrant =
  (granted: (facts: ChoiceFacts) => string, onRefuse = refuseBlocks): Choices =>
  (facts) =>
    grantOrRefuse({ onGrant: granted(facts), onRefuse })

const orLetStand =
  (choices: Choices, onLetStand: string): Choices =>
  (facts) =>
    withLetStand(choices(facts), { onLetStand, findings: facts.findings ?? [] })

/** Adds a choice behind the first one. */
const orElse =
  (choices: Choices, other: GateChoice): Choices =>
  (facts) => {
    const [first, ...rest] = choices(facts)
    return first === undefined ? [other] : [first, other, ...rest]
  }

const askedAgain = onGrant(({ role = 'agent' }) => `the ${role} is asked again`)
const morePasses = onGrant(
  ({ role = 'fixer' }) => `the ${role} continues with a fresh budget of review passes`,
)
const forgiven = onGrant(() => 'the fixer goes on; earlier regressions are forgiven')
const waived = 'these findings are waived with your reason; report and pull request list them'

export const choicesAt: Readonly<Record<DeliveryGateName, Choices>> = {
  'review-not-converged': orLetStand(morePasses, waived),
  'review-oscillates': orLetStand(forgiven, waived),
  'finding-disputed': orLetStand(
    orElse(
      onGrant(() => 'the fixer is told to fix it, and what you say (-m)'),
      {
        name: askReviewer,
        label: 'Ask the reviewer',
        leadsTo: 'the reviewer rules again on the dispute, and is told what you say (-m)',
        words: 'optional',
      },
    ),
    waived,
  ),
  'checks-keep-failing': orElse(
    onGrant(() => 'the fixer continues with a fresh budget'),
    {
      name: checkAgain,
      label: 'Check again',
      leadsTo: 'the checks run again on the change as it is, without an agent',
      words: 'none',
    },
  ),
  'nothing-changed': askedAgain,
  'no-verdict': askedAgain,
  'reviewer-edits-files': askedAgain,
  'suspicious-change': orLetStand(
    onGrant(() => 'the fixer is asked again, and told what you say (-m)'),
    'the change goes on to its checks as it is; report and pull request list what stands, with your reason',
  ),
  'plan-edited': onGrant(
    () => 'the change is reviewed against that plan and goes on; the file is left as it is',
  ),
  'done-without-record': ({ baseBranch = 'base' }) =>
    byHandChoices({
      onByHand:
        'the run ends as done and merges nothing; its last line and report say by hand, with your reason',
      onPutBack: `the run delivers the plan as it was. If it must not be among the completed plans before that, revert the commit on ${baseBranch} first`,
    }),
  'ui-not-seen': orLetStand(
    onGrant(() => 'the harness tries again to take the pictures'),
    'the run goes on without a look; report and pull request say so, with your reason',
  ),
  'merge-wanted': onGrant(({ baseBranch = 'base' }) => `exactly this tree becomes ${baseBranch}`),
  'merge-conflict': onGrant(() => 'the implementer resolves the conflicts, which are marked in the lane'),
  'base-rewritten': onGrant(
    ({ baseBranch = 'base' }) =>
      `the new ${baseBranch} is merged into the lane and everything is checked again`,
    'the run ends as blocked; its lane is kept, and a new run starts from the new base',
  ),
  'ci-silent': onGrant(() => 'the run waits for them again'),
  'pull-closed': onGrant(() => 'a pull request is opened for the branch again'),
  'push-rejected': onGrant(
    () => 'the branch is pushed again, never by force; if its pull request is merged by then, that counts',
  ),
  'merge-refused': onGrant(() => 'preflight and merge are tried again'),
  'completion-refused': onGrant(
    () => 'the plan is moved to the completed ones',
    'the run ends as done; move the plan yourself',
  ),
}

/** A failing check cannot be let stand: then the gate is two-way. */
export const withoutLetStand = (choices: readonly GateChoice[]): readonly GateChoice[] =>
  choices.filter(({ waives }) => waives === undefined)

/** A fix that no reviewer has seen: letting it stand waives that it was not reviewed. */
export const unreviewedChoices: readonly GateChoice[] = withLetStand(morePasses({ role: 'reviewer' }), {
  onLetStand: 'the fix goes on without a review; report and pull request say so, with your reason',
})
