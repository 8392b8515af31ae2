/** Registers the delivery of a plan with the engine. */
import { isLaneMerged, type LaneMerged } from '@harness/core/effects/merge-lane'
import { isRunEvent } from '@harness/core/kernel/event'
import { UserError } from '@harness/core/kernel/user-error'
import type { Command } from '@harness/core/playbooks/delivery/effects'
import { givenUp } from '@harness/core/playbooks/delivery/given-up'
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import {
  type DeliveryInput,
  type DeliveryPhase,
  deliveryPhases,
} from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import { type DeliveryState, phaseGroup } from '@harness/core/playbooks/delivery/state'
import { deliveryContracts } from '@harness/formats/answers/delivery/contracts'
import { testRulings } from '@harness/formats/answers/test-rulings'
import { restoreLane } from '../../effects/lanes/restore-lane.ts'
import type { PreparedRun } from '../../engine/conduct/conduct-run.ts'
import { tellFirst } from '../../engine/conduct/tell-first.ts'
import type { AttendedOptions, DrivenPlace, Listener, Registration } from '../../engine/registration.ts'
import { readStateFile } from '../../store/sidecars/state-file.ts'
import { changedChecksNote } from './config-note.ts'
import { deliveryDocuments, deliveryEffects, deliveryPerformers, deliveryPorts } from './delivery-effects.ts'
import { deliveryReport } from './delivery-report.ts'
import { deliverySidecar } from './delivery-sidecar.ts'
import { guardForge, guardSameForge } from './guard-forge.ts'
import { journaledInput } from './journaled-input.ts'
import { isWorkOfPhase } from './phase-work.ts'

export const deliveryRegistration: Registration<DeliveryInput, DeliveryState> = {
  playbook: delivery,
  report: deliveryReport,
  roles: deliveryIdentity.roles,
  contracts: [...deliveryContracts, testRulings],
  documents: deliveryDocuments,
  effects: deliveryEffects,
  pausesAfter: [...deliveryPhases, 'local'],
  ready,
  prepare,
  performersFor: async ({ outside, runDir, identity, agentFor }) => {
    const ports = await deliveryPorts(outside, runDir, identity)
    return deliveryPerformers({ ...ports, ...(agentFor === undefined ? {} : { agentFor }) })
  },
  givenUp,
  sidecarOf: (stood, { stateDir, run: { subject, runId } }, sanitise) =>
    deliverySidecar({ stateDir, planId: subject, runId, stood, sanitise }),
  listen: listenToDelivery,
}

export interface DeliveryListener extends Listener<DeliveryState> {
  /** The phases whose own work started while this process drove the run, in order. */
  phasesRun(): readonly string[]
  /** Who merged the change while this process drove the run; null if it was not merged meanwhile. */
  mergedBy(): LaneMerged['by'] | null
}

export function listenToDelivery(): DeliveryListener {
  const phases = new Set<string>()
  let by: LaneMerged['by'] | null = null
  return {
    hear(event, state) {
      if (isRunEvent(event, 'CommandIssued') && isWorkOfPhase(event.command as Command))
        phases.add(phaseGroup(state))
      if (isLaneMerged(event)) by = event.by
    },
    phasesRun: () => [...phases],
    mergedBy: () => by,
    fields: ({ input }) => ({ planId: input.plan.id, phasesRun: [...phases], mergedBy: by }),
  }
}

async function ready(options: AttendedOptions<DeliveryState>, stood: DeliveryState | null): Promise<void> {
  await readStateFile(options.stateDir)
  const until = options.until as DeliveryPhase | 'local' | null
  if (stood !== null) {
    const { id } = stood.input.plan
    if (until !== null && until !== 'local' && phaseGroup(stood) !== until)
      throw notThere(id, until, phaseGroup(stood))
    guardSameForge(id, stood.input.forge.kind, options.config)
  }
  await guardForge({ ...options, until })
}

async function prepare(
  options: AttendedOptions<DeliveryState>,
  { runDir, stood, own, begin, told }: DrivenPlace<DeliveryInput, DeliveryState>,
): Promise<PreparedRun<DeliveryInput, DeliveryState>> {
  const { stateDir, config } = options
  const { author, plan, runId } = stood?.input ?? begin ?? (told as DeliveryInput)
  const ports = await deliveryPorts({ ...options, own }, runDir, author)
  const restored =
    stood === null || !needsLane.has(stood.phase) || !('lane' in stood)
      ? null
      : await restoreLane({ ...stood.lane, baseBranch: stood.input.baseBranch }, ports, options.stop)
  const { sanitise, redact } = ports
  const checks = config.checks.map(({ name, run }) => ({ name, run: redact(run) }))
  const changed = stood === null ? null : changedChecksNote(plan.id, stood.input.checks, checks)
  if (changed !== null) options.onNote?.(changed)
  return {
    input: begin === null ? null : journaledInput(begin, redact),
    performers: tellFirst(
      deliveryPerformers(ports),
      [restored, changed].filter((note) => note !== null),
    ),
    sidecar: await deliverySidecar({ stateDir, planId: plan.id, runId, stood, sanitise }),
    sanitise,
  }
}

const needsLane: ReadonlySet<DeliveryState['phase']> = new Set([
  'implement',
  'checks',
  'read-plan',
  'review',
  'capture-ui',
  'review-ui',
  'e2e',
  'fix',
  'preflight',
  'prepare-pr',
  'open-pr',
  'await-ci',
  'merge-check',
  'merge',
])

export const notThere = (planId: string, wanted: DeliveryPhase, stands: DeliveryPhase): UserError =>
  new UserError(
    'phase-not-reached',
    `Plan ${planId} does not stand at ${wanted}: its next phase is ${stands}.`,
    {
      next: `Run that first: harness run ${planId} --phase ${stands}`,
    },
  )
