import { unreachable } from '@harness/core/kernel/invariant'
import type { Command, Outcome } from '@harness/core/playbooks/every-effect'
import type { Attempt } from '../../effects/failure/attempt.ts'
import type { Adapters } from './adapters.ts'

/** Turns a command into the one event it ends in. Decides nothing. */
export function interpret(command: Command, adapters: Adapters, attempt: Attempt): Promise<Outcome> {
  switch (command.type) {
    case 'OpenLane':
      return adapters.openLane(command, attempt)
    case 'RunAgent':
      return adapters.runAgent(command, attempt)
    case 'RunChecks':
      return adapters.runChecks(command, attempt)
    case 'CaptureUi':
      return adapters.captureUi(command, attempt)
    case 'ReadPlan':
      return adapters.readPlan(command, attempt)
    case 'ReadHandbook':
      return adapters.readHandbook(command, attempt)
    case 'TickBox':
      return adapters.tickBox(command, attempt)
    case 'MeasureChange':
      return adapters.measureChange(command, attempt)
    case 'ReadMission':
      return adapters.readMission(command, attempt)
    case 'WriteDocuments':
      return adapters.writeDocuments(command, attempt)
    case 'SmokeTest':
      return adapters.smokeTest(command, attempt)
    case 'RunHook':
      return adapters.runHook(command, attempt)
    case 'Notify':
      return adapters.notify(command, attempt)
    case 'WriteHandbook':
      return adapters.writeHandbook(command, attempt)
    case 'OpenPull':
      return adapters.openPull(command, attempt)
    case 'AwaitCi':
      return adapters.awaitCi(command, attempt)
    case 'MergePull':
      return adapters.mergePull(command, attempt)
    case 'SyncLane':
      return adapters.syncLane(command, attempt)
    case 'MergeLane':
      return adapters.mergeLane(command, attempt)
    case 'CompletePlan':
      return adapters.completePlan(command, attempt)
    case 'CloseLane':
      return adapters.closeLane(command, attempt)
    case 'AskHuman':
      return adapters.askHuman(command, attempt)
    case 'WakeAt':
      return adapters.wakeAt(command, attempt)
    case 'Freeze':
      return adapters.freeze(command, attempt)
    default:
      return unreachable(command, 'command')
  }
}
