/** Builds the real adapters of a delivery from the config, the environment and the run's place. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { machineOptions } from '@harness/agent-runner/providers/machine-options'
import type { Outcome } from '@harness/core/event'
import type { Gate, GateAnswer } from '@harness/core/gate'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { contractNamed } from '@harness/formats/contracts'
import type { Adapters } from '../adapters.ts'
import { agentOfRole } from '../agents/agent-of-role.ts'
import type { AgentPorts } from '../agents/agent-ports.ts'
import { loadScript } from '../agents/load-script.ts'
import { runAgentCommand } from '../agents/run-agent-command.ts'
import { runInLane } from '../agents/run-in-lane.ts'
import { type CheckPorts, runChecks } from '../checks/run-checks.ts'
import type { Clock } from '../clock.ts'
import { completePlan } from '../forge/complete-plan.ts'
import { mergeLane } from '../forge/local-forge.ts'
import { freezeRepository } from '../freeze.ts'
import { closeLane } from '../lanes/close-lane.ts'
import { openLane } from '../lanes/open-lane.ts'
import { syncLane } from '../lanes/sync-lane.ts'
import { endTree } from '../process/end-tree.ts'
import { knownSecrets } from '../redaction/known-secrets.ts'
import { redactOutcome } from '../redaction/redact-outcome.ts'
import { createRedactionStream, createRedactor } from '../redaction/redactor.ts'
import { stripControl } from '../redaction/strip-control.ts'
import { GateLeftOpen } from '../run-port.ts'

/** Puts a gate to the person at hand; null where they want to decide later. */
export type AskPerson = (gate: Gate, signal: AbortSignal) => Promise<GateAnswer | null>

export interface DeliveryOutside {
  readonly repoRoot: string
  readonly stateDir: string
  readonly config: HarnessConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly rolesDir: string
  readonly clock: Clock
  /** Null where nobody can be asked: gates then stay open. */
  readonly ask: AskPerson | null
}

/** By which processes of a run are found again after the harness was killed. */
export const processTagOf = (runDir: string): string =>
  `harness-${createHash('sha256').update(runDir).digest('hex').slice(0, 16)}`

export type DeliveryPorts = AgentPorts & CheckPorts

export async function deliveryPorts(outside: DeliveryOutside, runDir: string): Promise<DeliveryPorts> {
  const { config, environment, clock, repoRoot } = outside
  const rules = { secrets: knownSecrets(environment, config.redact.env) }
  const redact = createRedactor(rules)
  const { script } = config.agent
  const scripted =
    script === null ? null : { script: await loadScript(repoRoot, script), runInLane, now: () => clock.now() }
  return {
    repoRoot,
    stateDir: outside.stateDir,
    runDir,
    lanes: config.lanes,
    environment,
    clock,
    processTag: processTagOf(runDir),
    rolesDir: outside.rolesDir,
    agentEnv: config.agent.env,
    redact,
    redactionStream: () => createRedactionStream(rules),
    sanitise: (text) => stripControl(redact(text)),
    agentFor: agentOfRole(config.agent, { scripted, ...realAgents(outside) }),
    contract: contractNamed,
  }
}

/**
 * Where the SDKs of real agents may be installed: beside the program, or in a clone by `npm run agents`. Never in the
 * target repository, whose code must not run in this process.
 */
export const sdkFolders = (rolesDir: string): readonly string[] => [
  join(rolesDir, '..'),
  join(rolesDir, '../../../../tooling/agent-sdks'),
]

const sweepGraceMs = 1_000

const realAgents = ({ environment, rolesDir, clock }: DeliveryOutside) =>
  machineOptions({
    env: environment,
    folders: sdkFolders(rolesDir),
    sandbox: 'if-available',
    now: () => clock.now(),
    endTree: async ({ group, tag }) => {
      const isOurs = (other: string): boolean => other === tag || other.startsWith(`${tag}/`)
      await endTree({ group, isOurs }, sweepGraceMs)
    },
  })

export function deliveryAdapters(ports: DeliveryPorts, ask: AskPerson | null): Adapters {
  const { clock } = ports
  const redacted = async <Kind extends Outcome>(outcome: Promise<Kind>): Promise<Kind> =>
    redactOutcome(await outcome, ports.redact)
  return {
    openLane: (command, attempt) => openLane(command, attempt, ports),
    runAgent: (command, attempt) => runAgentCommand(command, attempt, ports),
    runChecks: (command, attempt) => runChecks(command, attempt, ports),
    syncLane: (command, attempt) => redacted(syncLane(command, attempt, ports)),
    mergeLane: (command, attempt) => redacted(mergeLane(command, attempt, ports)),
    completePlan: (command, attempt) => redacted(completePlan(command, attempt, ports)),
    closeLane: (command, attempt) => redacted(closeLane(command, attempt, ports)),
    freeze: (command, attempt) => freezeRepository(command, attempt, ports),
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
