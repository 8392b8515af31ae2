/** Builds the real adapters of a delivery from the config, the environment and the run's place. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { machineOptions } from '@harness/agent-runner/providers/machine-options'
import type { Command } from '@harness/core/command'
import type { Outcome } from '@harness/core/event'
import type { Gate, GateAnswer } from '@harness/core/gate'
import { InvariantError } from '@harness/core/invariant'
import type { Rules } from '@harness/core/suspicions'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { contractNamed } from '@harness/formats/contracts'
import type { Adapters } from '../adapters.ts'
import { agentOfRole } from '../agents/agent-of-role.ts'
import type { AgentPorts } from '../agents/agent-ports.ts'
import { endAgentTree } from '../agents/end-agent-tree.ts'
import { loadScript } from '../agents/load-script.ts'
import { runAgentCommand } from '../agents/run-agent-command.ts'
import { runInLane } from '../agents/run-in-lane.ts'
import { type CheckPorts, runChecks } from '../checks/run-checks.ts'
import type { Clock } from '../clock.ts'
import { awaitCi } from '../forge/await-ci.ts'
import { completePlan } from '../forge/complete-plan.ts'
import type { Forge } from '../forge/forge.ts'
import { tokenVariables } from '../forge/github/github-token.ts'
import { mergePull } from '../forge/merge-pull.ts'
import { openForge } from '../forge/open-forge.ts'
import { openPull } from '../forge/open-pull.ts'
import { readPlan } from '../forge/read-plan.ts'
import { freezeRepository } from '../freeze.ts'
import type { Identity } from '../git/identity.ts'
import { closeLane } from '../lanes/close-lane.ts'
import { measureChange } from '../lanes/measure-change.ts'
import { openLane } from '../lanes/open-lane.ts'
import { syncLane } from '../lanes/sync-lane.ts'
import { mergeLane } from '../merge-queue/merge-lane.ts'
import { cleaning } from '../redaction/cleaning.ts'
import { knownSecrets } from '../redaction/known-secrets.ts'
import { redactOutcome } from '../redaction/redact-outcome.ts'
import { createRedactionStream, createRedactor, createValueStages } from '../redaction/redactor.ts'
import { GateLeftOpen } from '../run-port.ts'
import { captureUi } from '../ui/capture-ui.ts'
import { withConfigNote } from './config-note.ts'

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

export type DeliveryPorts = AgentPorts &
  CheckPorts & {
    readonly forge: Forge
    /** When no check of the forge has begun by then, it is taken to have none. */
    readonly ciGraceMs: number
  }

const rulesOf = ({ checks, planDir, completedDir }: HarnessConfig): Rules => ({
  checks,
  governed: ['harness.config.json', 'harness.config.ts', '.harness', planDir, completedDir],
})

export async function deliveryPorts(
  outside: DeliveryOutside,
  runDir: string,
  identity?: Identity,
): Promise<DeliveryPorts> {
  const { config, environment, clock, repoRoot } = outside
  const rules = { secrets: knownSecrets(environment, secretNames(config)) }
  const redact = createRedactor(rules)
  const { script } = config.agent
  const scripted =
    script === null ? null : { script: await loadScript(repoRoot, script), runInLane, now: () => clock.now() }
  const forge = await openForge(config.forge, { ...outside, identity })
  return {
    forge,
    base: forge,
    ciGraceMs: config.forge.kind === 'local' ? 0 : config.forge.ciGraceMs,
    repoRoot,
    identity,
    stateDir: outside.stateDir,
    runDir,
    lanes: config.lanes,
    environment,
    clock,
    processTag: processTagOf(runDir),
    rolesDir: outside.rolesDir,
    baseBranch: config.baseBranch,
    planDir: config.planDir,
    contextDir: config.contextDir,
    rules: rulesOf(config),
    agentEnv: config.agent.env,
    redact,
    secrets: rules.secrets,
    redactionStream: () => createRedactionStream(rules),
    values: createValueStages(rules),
    sanitise: cleaning(redact),
    agentFor: agentOfRole(config.agent, { scripted, ...realAgents(outside) }),
    contract: contractNamed,
  }
}

const secretNames = ({ redact, forge }: HarnessConfig): readonly string[] =>
  forge.kind === 'local' ? redact.env : [...redact.env, ...tokenVariables(forge.tokenEnv)]

/**
 * Where the SDKs of real agents may be installed: in a clone by `npm run agents`, else beside the program. Never in the
 * target repository, whose code must not run in this process. The first is where a missing one is to be installed.
 */
export function sdkFolders(rolesDir: string): readonly string[] {
  const inClone = join(rolesDir, '../../../../tooling/agent-sdks')
  return [...(existsSync(inClone) ? [inClone] : []), join(rolesDir, '..')]
}

const realAgents = ({ environment, rolesDir, clock, config }: DeliveryOutside) =>
  machineOptions({
    env: environment,
    folders: sdkFolders(rolesDir),
    sandbox: config.agent.sandbox,
    now: () => clock.now(),
    endTree: endAgentTree,
  })

const notOfADelivery = ({ type }: Command): Promise<never> =>
  Promise.reject(new InvariantError(`a delivery does not want ${type}`))

export function deliveryAdapters(ports: DeliveryPorts, ask: AskPerson | null): Adapters {
  const { clock } = ports
  const redacted = async <Kind extends Outcome>(outcome: Promise<Kind>): Promise<Kind> =>
    redactOutcome(await outcome, ports.redact)
  return {
    openLane: (command, attempt) => openLane(command, attempt, ports),
    runAgent: (command, attempt) => runAgentCommand(command, attempt, ports),
    runChecks: (command, attempt) => runChecks(command, attempt, ports),
    captureUi: (command, attempt) => captureUi(command, attempt, ports),
    readPlan: (command, attempt) => redacted(readPlan(command, attempt, ports)),
    readHandbook: notOfADelivery,
    tickBox: notOfADelivery,
    measureChange: (command, attempt) => measureChange(command, attempt, ports),
    openPull: (command, attempt) => redacted(openPull(command, attempt, ports, ports.forge)),
    awaitCi: (command, attempt) => redacted(awaitCi(command, attempt, ports, ports.forge)),
    mergePull: (command, attempt) => redacted(mergePull(command, attempt, ports, ports.forge)),
    syncLane: async (command, attempt) =>
      redacted(withConfigNote(await syncLane(command, attempt, ports), command, ports.repoRoot)),
    mergeLane: (command, attempt) => redacted(mergeLane(command, attempt, ports)),
    completePlan: (command, attempt) => redacted(completePlan(command, attempt, ports, ports.forge)),
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
