/** Registers the workflow of a task with the engine. */

import { invariant } from '@harness/core/kernel/invariant'
import { givenUp } from '@harness/core/playbooks/workflow/endings'
import { workflowIdentity } from '@harness/core/playbooks/workflow/identity'
import { stepNames, type WorkflowInput } from '@harness/core/playbooks/workflow/input'
import { workflowPlaybook } from '@harness/core/playbooks/workflow/playbook'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import { testRulings } from '@harness/formats/answers/test-rulings'
import { workflowContracts } from '@harness/formats/answers/workflow/contracts'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { type KnownLane, restoreLane } from '../../effects/lanes/restore-lane.ts'
import type { PreparedRun } from '../../engine/conduct/conduct-run.ts'
import { guardCheckout } from '../../engine/conduct/guard-checkout.ts'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import { startedIn } from '../../engine/conduct/started-in.ts'
import { tellFirst } from '../../engine/conduct/tell-first.ts'
import type { AttendedOptions, DrivenPlace, Registration } from '../../engine/registration.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { outsideOfRun } from './outside-in-place.ts'
import { lanesOf } from './put-lanes-away.ts'
import { sessionSidecar } from './session-sidecar.ts'
import type { WorkflowAsked } from './workflow-asked.ts'
import { workflowDocuments, workflowEffects, workflowPerformers } from './workflow-effects.ts'
import { workflowInput } from './workflow-input.ts'
import { workflowFields, workflowReport } from './workflow-report.ts'

export const workflowSubject = 'workflow'

export const workflowRegistration: Registration<WorkflowInput, WorkflowState> = {
  playbook: workflowPlaybook(workflowVoice),
  report: workflowReport,
  roles: workflowIdentity.roles,
  contracts: [...workflowContracts, testRulings],
  documents: workflowDocuments,
  effects: workflowEffects,
  pausesAfter: stepNames,
  mayLackGit: true,
  begin: (outside, asked, runId) => workflowInput(outside, asked as unknown as WorkflowAsked, runId),
  journaled: (input, redact) => ({
    ...input,
    task: redact(input.task),
    draft: input.draft === null ? null : { ...input.draft, text: redact(input.draft.text) },
  }),
  async guard({ input }, { repoRoot, runs, run }) {
    const checkout = await startedIn(runs, run, input, repoRoot)
    const giveUp = `harness refuse ${workflowSubject} -m "why"`
    guardCheckout({ what: 'workflow', goOn: 'harness resume', checkout, giveUp }, repoRoot)
  },
  prepare,
  async performersFor({ outside, runDir, identity, agentFor }, input) {
    const { baseBranch } = input
    const ports = await runPorts(await outsideOfRun(outside, runDir, input, identity), runDir, {
      identity,
      baseBranch,
    })
    return workflowPerformers({ ...ports, ...(agentFor === undefined ? {} : { agentFor }) }, input.userLang)
  },
  givenUp,
  listen: () => ({ fields: workflowFields }),
}

async function prepare(
  options: AttendedOptions<WorkflowState>,
  { runDir, stood, own, begin, notes }: DrivenPlace<WorkflowInput, WorkflowState>,
): Promise<PreparedRun<WorkflowInput, WorkflowState>> {
  const input = stood?.input ?? begin
  invariant(input !== null, 'a run is told something when it begins')
  const identity = input.author ?? (await userIdentity(options.repoRoot))
  const outside = await outsideOfRun({ ...options, own }, runDir, input, identity)
  const ports = await runPorts(outside, runDir, { identity, baseBranch: input.baseBranch })
  const restored: string[] = []
  for (const lane of stood === null ? [] : lanesInUse(stood)) {
    const note = await restoreLane(lane, ports, options.stop)
    if (note !== null) restored.push(note)
  }
  return {
    input: begin === null ? null : (workflowRegistration.journaled?.(begin, ports.redact) ?? begin),
    performers: tellFirst(workflowPerformers(ports, input.userLang), [
      ...notes.map(ports.redact),
      ...restored,
    ]),
    sidecar: await sessionSidecar({ repoRoot: options.repoRoot, stood }),
    sanitise: ports.sanitise,
  }
}

/** In place, the main lane is the checkout. A run that is over has put it away. */
const lanesInUse = (state: WorkflowState): readonly KnownLane[] =>
  state.input.inPlace || state.at.phase === 'over' ? lanesOf(state).slice(1) : lanesOf(state)
