/** Builds what the adapters of any playbook may touch, from the config, the environment and the run's place. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { machineOptions } from '@harness/agent-runner/providers/machine-options'
import type { Rules } from '@harness/core/work/suspicions'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { agentSandbox } from '../../effects/agents/call/confine-agent.ts'
import { endAgentTree } from '../../effects/agents/call/end-agent-tree.ts'
import { runInLane } from '../../effects/agents/call/run-in-lane.ts'
import type { AgentPorts } from '../../effects/agents/port/agent-ports.ts'
import { agentOfRole } from '../../effects/agents/roles/agent-of-role.ts'
import { loadScript } from '../../effects/agents/roles/load-script.ts'
import { sharedWindow } from '../../effects/agents/windows/shared-window.ts'
import type { CheckPorts } from '../../effects/checks/check-ports.ts'
import type { RunSandbox } from '../../effects/lanes/lane-cell.ts'
import type { AskPorts } from '../../effects/people/ask-human.effect.ts'
import { userDataDir } from '../../machine/disk/user-data-dir.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { cleaning } from '../../machine/redaction/cleaning.ts'
import {
  createRedactionStreams,
  createRedactor,
  createValueStages,
} from '../../machine/redaction/redactor.ts'
import { knownContract } from './known-contract.ts'
import { processTagOf } from './process-tag.ts'
import type { RunOutside } from './run-outside.ts'
import { runSandbox } from './run-sandbox.ts'
import { secretsOf } from './secrets-of.ts'

export type RunPorts = AgentPorts & CheckPorts & AskPorts

/** `baseBranch` is what the run merges into. */
export async function runPorts(
  outside: RunOutside,
  runDir: string,
  { identity, baseBranch }: { readonly identity?: Identity | undefined; readonly baseBranch: string },
): Promise<RunPorts> {
  const { config, environment, clock, repoRoot } = outside
  const rules = { secrets: await secretsOf(outside) }
  const redact = createRedactor(rules)
  const { script } = config.agent
  const sandbox = await runSandbox(outside)
  const scripted =
    script === null
      ? null
      : {
          script: await loadScript(repoRoot, script, outside.trusted),
          runInLane: runInLane({ repoRoot, sandbox }),
          now: () => clock.now(),
        }
  return {
    repoRoot,
    identity,
    stateDir: outside.stateDir,
    runDir,
    lanes: config.lanes,
    sandbox,
    environment,
    clock,
    ask: outside.ask,
    processTag: processTagOf(runDir),
    rolesDir: outside.rolesDir,
    ...(outside.own === undefined ? {} : { own: outside.own }),
    baseBranch,
    planDir: config.planDir,
    contextDir: config.contextDir,
    rules: rulesOf(config),
    trust: config.agent.trust,
    conventions: config.agent.conventions,
    agentEnv: config.agent.env,
    redact,
    secrets: rules.secrets,
    fixtures: config.redact.fixtures,
    redactionStream: createRedactionStreams(rules),
    values: createValueStages(rules),
    sanitise: cleaning(redact),
    agentFor: inSharedWindow(
      agentOfRole(config.agent, { scripted, ...realAgents(outside, sandbox, runDir) }),
      outside,
    ),
    playbookVersion: outside.playbookVersion,
    ...(outside.onAgent === undefined ? {} : { onEvent: outside.onAgent }),
    contract: (name) => knownContract(name, outside.contracts),
  }
}

const inSharedWindow =
  (agentFor: AgentPorts['agentFor'], { stateDir, clock }: RunOutside): AgentPorts['agentFor'] =>
  (command) => {
    const agent = agentFor(command)
    return { ...agent, provider: sharedWindow(agent.provider, stateDir, () => clock.now()) }
  }

const rulesOf = ({ checks, e2e, planDir, completedDir, agent, review }: HarnessConfig): Rules => ({
  checks: e2e === null ? checks : [...checks, e2e.check],
  governed: [
    'harness.config.json',
    'harness.config.ts',
    '.harness',
    planDir,
    completedDir,
    ...(agent.script === null ? [] : [agent.script]),
  ],
  largestFileBytes: review.largestFileBytes,
})

/**
 * Where the SDKs of real agents may be installed: in a clone by `npm run agents`, in the user's data folder by
 * `harness agents install`, or beside the program: in the project or globally, as the program itself is. Never in a target
 * repository that does not bring the program: its code must not run in this process.
 */
export function sdkFolders(rolesDir: string, env: RunOutside['environment']): readonly string[] {
  const inClone = join(rolesDir, '../../../../tooling/agent-sdks')
  return [...(existsSync(inClone) ? [inClone] : []), agentsFolder(env), join(rolesDir, '..')]
}

/** Where `harness agents install` installs. */
export const agentsFolder = (env: RunOutside['environment']): string => join(userDataDir(env), 'agents')

export const realAgents = (
  { environment, rolesDir, clock, repoRoot, config }: RunOutside,
  sandbox: RunSandbox,
  runDir: string,
) =>
  machineOptions({
    env: environment,
    folders: sdkFolders(rolesDir, environment),
    acp: config.agent.acp,
    sandbox: agentSandbox({ sandbox, repoRoot, runDir }),
    now: () => clock.now(),
    endTree: endAgentTree,
  })
