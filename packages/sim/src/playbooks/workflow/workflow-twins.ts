/** Owns the simulated effects of a workflow. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import { answerTo } from '@harness/core/kernel/gate-answer'
import type { Command, RunAgent } from '@harness/core/playbooks/workflow/effects'
import type { WithBase } from '@harness/core/work/base-first'
import type { LineAnswer } from '@harness/core/work/first-line'
import { testJudge } from '@harness/core/work/test-judge'
import { askHumanTwin } from '../../world/ask-human.ts'
import { checkBaseTwin } from '../../world/check-base.ts'
import { closeLaneTwin } from '../../world/close-lane.ts'
import { editDocumentsTwin } from '../../world/edit-documents.ts'
import { measureChangeTwin } from '../../world/measure-change.ts'
import { mergeLaneTwin } from '../../world/merge-lane.ts'
import { openLaneTwin } from '../../world/open-lane.ts'
import { readDocumentsTwin } from '../../world/read-documents.ts'
import { runAgentTwin } from '../../world/run-agent.ts'
import { runChecksTwin } from '../../world/run-checks.ts'
import type { Twin, Twins } from '../../world/twin.ts'
import { wakeAtTwin } from '../../world/wake-at.ts'
import { applyPatchTwin } from './apply-patch.ts'
import { cleanUpTwin } from './clean-up.ts'
import { commitChangeTwin } from './commit-change.ts'
import { documentNames } from './input.ts'
import { scanFilesTwin } from './scan-files.ts'
import { answerOf, patchedBy } from './workflow-agents.ts'

const lines = [
  'PASS — all good',
  'FAIL L2 — 1 items failed: AC1',
  'FAIL L3 — a bug',
  'FAIL — a bug',
  'auto_fix_patch written — confidence: Low — maybe',
  'Well.',
]

/** Any line: a contract that knows another form reads it as one that says nothing. */
const anyAgent = runAgentTwin<LineAnswer>(
  (command, luck) => answerOf(command, luck.pick(lines)) as LineAnswer,
)

const patch = '```diff\n--- a/src/sum.js\n+++ b/src/sum.js\n@@ -1 +1 @@\n-a\n+b\n```\n'
const texts = ['### Verdict: PASS\n', '### Verdict: PASS\n', '### Verdict: FAIL\n', patch]

/** Documents say something that a step can depend on. */
const agentTwin: Twin<RunAgent> = {
  ...anyAgent,
  any(command, luck, base) {
    const drawn = anyAgent.any(command, luck, base)
    if (drawn.type !== 'AgentFinished' || command.role === testJudge) return drawn
    const line =
      command.role === 'workflow/evaluator' && luck.chance(0.5) ? 'PASS — all good' : luck.pick(lines)
    const written = Object.keys(drawn.artifacts ?? {}).map((path) => [path, luck.pick(texts)] as const)
    return { ...drawn, answer: answerOf(command, line) as LineAnswer, artifacts: Object.fromEntries(written) }
  },
}

/** Every choice of a gate comes up. */
const peopleTwin: Twin<AskHuman> = {
  ...askHumanTwin,
  any({ gate }, luck, base) {
    const { name, words } = luck.pick(gate.choices)
    const reason = words === 'required' ? luck.pick(['balanced', 'no model']) : ''
    const said = words === 'optional' && luck.chance(0.5) ? 'Say more.' : reason
    return {
      ...base,
      type: 'GateAnswered',
      answer: answerTo(gate, { choice: name, reason: said, by: 'ada' }),
    }
  },
}

export const workflowTwins: Twins<WithBase<Command>> = {
  RunAgent: agentTwin,
  OpenLane: openLaneTwin,
  CloseLane: closeLaneTwin,
  AskHuman: peopleTwin,
  WakeAt: wakeAtTwin,
  ReadDocuments: readDocumentsTwin<Readonly<Record<string, string>>>(
    (luck) =>
      Object.fromEntries(
        documentNames.map((name) => [name, luck.chance(0.5) ? `text ${luck.int(1, 9)}` : null]),
      ) as never,
  ),
  EditDocuments: editDocumentsTwin((luck) =>
    luck.chance(0.95) ? null : { reason: 'edited', detail: 'it was edited', problems: [] },
  ),
  MeasureChange: measureChangeTwin,
  CheckBase: checkBaseTwin,
  RunChecks: runChecksTwin,
  ScanFiles: scanFilesTwin,
  ApplyPatch: applyPatchTwin(patchedBy),
  CommitChange: commitChangeTwin,
  MergeLane: mergeLaneTwin,
  CleanUp: cleanUpTwin,
}
