import { isGateAnswered } from '@harness/core/effects/ask-human'
import { type AutofixState, autofixTable, isAttempted } from '@harness/core/playbooks/workflow/autofix'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import { expect, it } from 'vitest'
import { workflow } from '../playbooks/workflow/workflow-world.ts'
import { workflowSteps } from './workflow-states.ts'

const seeds = 40

const gateOf = (state: WorkflowState) => {
  const decision = workflow.decide(state)
  const [first] = decision.type === 'end' ? [] : decision.commands
  return first?.type === 'AskHuman' ? first.gate : null
}

it('WF-12 I1 to I4 and the limits hold in every state that simulated runs reach', async () => {
  const reached = new Set<AutofixState>()
  const wrong: string[] = []
  const expectThat = (holds: boolean, rule: string): void => {
    if (!holds && !wrong.includes(rule)) wrong.push(rule)
  }
  for await (const { before, event, after } of workflowSteps(seeds)) {
    reached.add(after.autofix)
    const isMove = Object.values(autofixTable[before.autofix]).includes(after.autofix)
    expectThat(
      before.autofix === after.autofix || isMove || leadsThrough(before, after),
      'the table is closed',
    )
    const decides = before.at.phase === 'autofix-gate' && isGateAnswered(event)
    if (!isAttempted(before.autofix) && isAttempted(after.autofix))
      expectThat(decides || before.at.phase === 'work', 'I1: the second gate, or a missing patch, uses it up')
    expectThat(
      !isAttempted(before.autofix) || isAttempted(after.autofix),
      'I1: an attempt is never given back',
    )
    const gate = gateOf(after)
    if (gate?.name === 'verify')
      expectThat(
        gate.choices.some(({ name }) => name === 'auto-fix') === (after.autofix === 'idle'),
        'I2: it is offered only while nothing of it has begun',
      )
    if (event.type === 'RunResumed' && before.autofix === 'proposed' && before.at.phase === 'autofix-gate')
      expectThat(gate?.name === 'auto-fix', 'I3: resuming opens the second gate')
    if (before.autofix === 'applied' && after.autofix === 'stopped')
      expectThat(after.layer1.retries === before.layer1.retries, 'I4: it counts no retry')
    expectThat(after.layer1.retries <= 3 && after.layer2.retries <= 2, 'I4: retries are limited')
    expectThat(after.round <= after.input.maxRounds, 'rounds are limited')
    expectThat(after.at.phase !== 'commit' || after.result !== null, 'completed carries a result')
  }
  expect(wrong).toEqual([])
  expect([...reached].sort()).toEqual(Object.keys(autofixTable).sort())
})

/** Two moves in one step: a patch whose path is refused is decided about and fails. */
const leadsThrough = (before: WorkflowState, after: WorkflowState): boolean =>
  before.autofix === 'proposed' && after.autofix === 'failed'
