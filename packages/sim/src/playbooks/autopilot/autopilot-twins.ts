/** Owns the simulated effects of an autopilot. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import type { RunChecks } from '@harness/core/effects/run-checks'
import { answerTo } from '@harness/core/kernel/gate-answer'
import type { QuotesHeld } from '@harness/core/kernel/quotation'
import type { Answer } from '@harness/core/playbooks/autopilot/answers'
import type { Command, Read, RunAgent } from '@harness/core/playbooks/autopilot/effects'
import type { WithBase } from '@harness/core/work/base-first'
import { autopilotContracts } from '@harness/formats/answers/autopilot/contracts'
import type { Random } from '../../engine/random.ts'
import { askHumanTwin } from '../../world/ask-human.ts'
import { checkBaseTwin } from '../../world/check-base.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { mergeLaneTwin } from '../../world/merge-lane.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { openPullTwin } from '../../world/open-pull.ts'
import { readDocumentsTwin } from '../../world/read-documents.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import { runChecksTwin } from '../../world/run-checks.ts'
import type { Twin, Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { answerOf, seen } from './autopilot-agents.ts'
import { commitLaneTwin } from './commit-lane.ts'
import { lookForPlanTwin } from './look-for-plan.ts'
import { validateSessionTwin } from './validate-session.ts'

const said: Readonly<Record<string, (luck: Random) => unknown>> = {
  'autopilot-plan': (luck) => ({
    summary: 'Planned.',
    concerns: luck.pick([[], ['It may fail.']]),
    decisions: [],
  }),
  'autopilot-task': (luck) => ({
    status: luck.pick(['done', 'done', 'blocked']),
    summary: 'It is said.',
    problem: null,
    concerns: [],
    decisions: [],
    learnings: [],
  }),
  'autopilot-verification': (luck) => ({ passed: luck.chance(0.7), truths: [], failures: [] }),
  'autopilot-review': () => ({ findings: [] }),
  'autopilot-outcome': (luck) => ({
    verdict: luck.pick(['SATISFIED', 'NOT_SATISFIED']),
    confidence: 'high',
    reasons: [],
  }),
}

const anyAgent = runAgentTwin<Answer>((command, luck) =>
  answerOf(command, said[command.contract ?? '']?.(luck)),
)

/** What an answer quotes is held against what agents see here. */
const agentTwin: Twin<RunAgent> = {
  ...anyAgent,
  async perform(ground, command, attempt) {
    const outcome = await anyAgent.perform(ground, command, attempt)
    const quoting = autopilotContracts.find(({ name }) => name === command.contract)?.quoting
    if (outcome.type !== 'AgentFinished' || quoting === undefined) return outcome
    const quoted = quoting.quotesIn(outcome.answer, [])
    const quotes: QuotesHeld = {
      quoted: quoted.length,
      outputs: 1,
      missing: quoted.filter((quote) => quote !== seen),
    }
    return { ...outcome, quotes }
  },
}

/** What is not committed in the lane is kept elsewhere first: an agent that failed may have left it. */
const checksTwin: Twin<RunChecks> = {
  ...runChecksTwin,
  async perform(ground, command, attempt) {
    const { lanes } = ground.site
    const lane = lanes.find(command.lane)
    if (lane !== null && lane.edited !== null && lanes.headOf(lane) === command.commit)
      await ground.process.effect('putting the lane back', () =>
        lanes.putBack(lane, command.commit, command.id),
      )
    return runChecksTwin.perform(ground, command, attempt)
  },
}

/** Every choice of a gate comes up. */
const peopleTwin: Twin<AskHuman> = {
  ...askHumanTwin,
  any({ gate }, luck, base) {
    const { name, words } = luck.pick(gate.choices)
    const reason = words === 'required' || (words === 'optional' && luck.chance(0.5)) ? 'Because.' : ''
    return { ...base, type: 'GateAnswered', answer: answerTo(gate, { choice: name, reason, by: 'ada' }) }
  },
}

export const autopilotTwins: Twins<WithBase<Command>> = {
  RunAgent: agentTwin,
  OpenLane: openLaneTwin,
  CloseLane: closeLaneTwin,
  AskHuman: peopleTwin,
  WakeAt: wakeAtTwin,
  ReadDocuments: readDocumentsTwin<Read>(() => ({})),
  EditDocuments: editDocumentsTwin((luck) =>
    luck.chance(0.9) ? null : { reason: 'edited', detail: 'it was edited', problems: [] },
  ) as Twin<Extract<Command, { readonly type: 'EditDocuments' }>>,
  LookForPlan: lookForPlanTwin,
  ValidateSession: validateSessionTwin,
  CommitLane: commitLaneTwin,
  CheckBase: checkBaseTwin,
  RunChecks: checksTwin,
  MergeLane: mergeLaneTwin,
  OpenPull: openPullTwin,
}
