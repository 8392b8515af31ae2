/** Owns the simulated effects of a spec. */

import { answerTo } from '@harness/core/kernel/gate-answer'
import type { Command } from '@harness/core/playbooks/spec/effects'
import { askHumanTwin } from '../../world/ask-human.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import type { Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { drawnAnswer, textOf } from './spec-agents.ts'

const runAgent = runAgentTwin(drawnAnswer)

/** Documents as agents write them, in the place of the drawn ones. */
const drawnOutcome: typeof runAgent.any = (command, luck, base) => {
  const outcome = runAgent.any(command, luck, base)
  if (outcome.type !== 'AgentFinished' || outcome.artifacts === undefined) return outcome
  const written = Object.keys(outcome.artifacts).map((path) => [
    path,
    textOf(command.role, path, luck.chance(0.2)),
  ])
  return { ...outcome, artifacts: Object.fromEntries(written) }
}

export const specTwins: Twins<Command> = {
  RunAgent: { ...runAgent, any: drawnOutcome },
  OpenLane: openLaneTwin,
  CloseLane: closeLaneTwin,
  AskHuman: {
    ...askHumanTwin,
    any: ({ gate }, luck, base) => ({
      ...base,
      type: 'GateAnswered',
      answer: answerTo(gate, { choice: luck.pick(gate.choices).name, reason: '1: yes', by: 'ada' }),
    }),
  },
  WakeAt: wakeAtTwin,
  EditDocuments: editDocumentsTwin((luck) =>
    luck.chance(0.7) ? null : { reason: 'taken', detail: 'spec_draft.md', problems: [] },
  ),
}
