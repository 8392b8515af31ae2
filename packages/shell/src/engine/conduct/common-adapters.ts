/** The adapters that serve every playbook. What only one of them wants is refused here, and added by that one. */

import { InvariantError } from '@harness/core/kernel/invariant'
import type { Command, Outcome } from '@harness/core/playbooks/every-effect'
import { runAgentCommand } from '../../effects/agents/call/run-agent-command.ts'
import { runChecks } from '../../effects/checks/run-checks.ts'
import { freezeRepository } from '../../effects/freeze/freeze.ts'
import { mergeLane } from '../../effects/landing/merge-lane.ts'
import { closeLane } from '../../effects/lanes/close-lane.ts'
import { measureChange } from '../../effects/lanes/measure-change.ts'
import { openLane } from '../../effects/lanes/open-lane.ts'
import { syncLane } from '../../effects/lanes/sync-lane.ts'
import { redactOutcome } from '../../machine/redaction/redact-outcome.ts'
import type { Adapters } from '../loop/adapters.ts'
import { GateLeftOpen } from '../loop/run-port.ts'
import type { AskPerson } from './run-outside.ts'
import type { RunPorts } from './run-ports.ts'

export function commonAdapters(ports: RunPorts, ask: AskPerson | null): Adapters {
  const { clock } = ports
  const redacted = redacting(ports)
  return {
    openLane: (command, attempt) => openLane(command, attempt, ports),
    runAgent: (command, attempt) => runAgentCommand(command, attempt, ports),
    runChecks: (command, attempt) => runChecks(command, attempt, ports),
    measureChange: (command, attempt) => measureChange(command, attempt, ports),
    syncLane: (command, attempt) => redacted(syncLane(command, attempt, ports)),
    mergeLane: (command, attempt) => redacted(mergeLane(command, attempt, ports)),
    closeLane: (command, attempt) => redacted(closeLane(command, attempt, ports)),
    freeze: (command, attempt) => freezeRepository(command, attempt, ports),
    captureUi: unwanted,
    readPlan: unwanted,
    readHandbook: unwanted,
    tickBox: unwanted,
    writeHandbook: unwanted,
    readMission: unwanted,
    writeDocuments: unwanted,
    smokeTest: unwanted,
    runHook: unwanted,
    notify: unwanted,
    openPull: unwanted,
    awaitCi: unwanted,
    mergePull: unwanted,
    completePlan: unwanted,
    async askHuman(command, { signal }) {
      const answer = ask === null ? null : await ask(command.gate, signal)
      if (answer === null) throw new GateLeftOpen()
      return redactOutcome(
        { type: 'GateAnswered', at: clock.now(), commandId: command.id, answer },
        ports.redact,
      )
    },
    async wakeAt(command, { signal }) {
      await clock.until(command.at, signal)
      return { type: 'TimerFired', at: clock.now(), commandId: command.id }
    },
  }
}

const unwanted = ({ type }: Command): Promise<never> =>
  Promise.reject(new InvariantError(`this playbook does not want ${type}`))

/** Keeps secrets out of what an adapter answers. */
export const redacting =
  ({ redact }: RunPorts) =>
  async <Kind extends Outcome>(outcome: Promise<Kind>): Promise<Kind> =>
    redactOutcome(await outcome, redact)
