/** A target repository with an open lane, and agents in it that do what a script says. */

import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptedProvider } from '@harness/agent-runner/providers/scripted/scripted-provider'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import { isLaneOpened } from '@harness/core/effects/open-lane'
import type { AgentFailed, AgentFinished, ContractBroken, RunAgent } from '@harness/core/effects/run-agent'
import { noUsage } from '@harness/core/kernel/agent'
import type { AnyOutcome } from '@harness/core/kernel/effect'
import { asCommitHash, asLaneName, type CommitHash } from '@harness/core/kernel/ids'
import type { ScriptAnswer, ScriptRule, ScriptStep } from '@harness/core/kernel/script'
import { runAgentCommand } from '../effects/agents/call/run-agent-command.ts'
import { runInLane } from '../effects/agents/call/run-in-lane.ts'
import type { AgentPorts } from '../effects/agents/port/agent-ports.ts'
import type { Attempt } from '../effects/failure/attempt.ts'
import type { RunSandbox } from '../effects/lanes/lane-cell.ts'
import { openLane } from '../effects/lanes/open-lane.ts'
import { firstAttempt, idOf, openLaneCommand, type TargetRepo, targetRepo, testNow } from './target-repo.ts'
import { unconfined } from './unconfined.ts'

export const secret = 'top-secret-value'

export interface AgentWorld {
  readonly repo: TargetRepo
  /** The lane's folder. */
  readonly lane: string
  readonly start: CommitHash
  readonly ports: AgentPorts
  run(
    changes?: Partial<RunAgent>,
    attempt?: Attempt,
  ): Promise<AgentFinished | AgentFailed | ContractBroken | CommandFailed>
  inLane(...args: readonly string[]): string
  /** A file of a call's recording. */
  recorded(file: string, command?: string): string
  setAside(): readonly string[]
}

export const command = (start: CommitHash, changes: Partial<RunAgent> = {}): RunAgent => ({
  type: 'RunAgent',
  id: idOf('20260101-000000/implement/0001/1'),
  role: 'worker',
  mode: 'exec',
  tier: 'executor',
  lane: asLaneName('0001-search'),
  startCommit: start,
  slices: [{ label: 'Plan 0001', stability: 'run', text: 'Add search.' }],
  contract: null,
  commitMessage: 'Add search',
  limits: { wallMs: 20_000, idleMs: 20_000, maxTurns: 10 },
  ...changes,
})

export async function agentWorld(
  rules: readonly ScriptRule[],
  files: Readonly<Record<string, string>> = { 'a.txt': 'a\n', '.gitignore': 'node_modules\n' },
  { setup = [], sandbox = unconfined }: { setup?: readonly string[]; sandbox?: RunSandbox } = {},
): Promise<AgentWorld> {
  const repo = targetRepo(files)
  const lanePorts = { ...repo.ports({ setup }), sandbox }
  const opened: AnyOutcome = await openLane(openLaneCommand(), firstAttempt, lanePorts)
  if (!isLaneOpened(opened)) throw new Error(`no lane: ${JSON.stringify(opened)}`)
  const rolesDir = join(repo.root, '../roles')
  mkdirSync(rolesDir)
  writeFileSync(join(rolesDir, 'worker.md'), 'You are the worker.\n')
  writeFileSync(join(rolesDir, 'reviewer.md'), 'You are the reviewer.\n')
  const redact = (text: string): string => text.replaceAll(secret, '[redacted]')
  const ports: AgentPorts = {
    ...lanePorts,
    // Tests run side by side, and an agent's call ends what carries its tag.
    processTag: `harness-test-${randomUUID()}`,
    rolesDir,
    baseBranch: 'main',
    planDir: 'plans',
    contextDir: 'docs/context',
    rules: { checks: [], governed: ['harness.config.json'], largestFileBytes: 5_000_000 },
    agentEnv: ['CHOSEN'],
    redact,
    secrets: [{ name: 'API_TOKEN', value: 'top-secret-value' }],
    agentFor: () => ({
      provider: scriptedProvider({ script: { rules }, runInLane: runInLane(lanePorts), now: () => testNow }),
      model: null,
    }),
    contract: () => ({
      name: 'text',
      jsonSchema: null,
      form: '',
      parse: (_structured, text) =>
        text.startsWith('bad')
          ? { ok: false, problems: [`not good: ${text}`] }
          : { ok: true, output: { kind: 'text' } },
    }),
  }
  const start = asCommitHash(opened.commit)
  return {
    repo,
    lane: opened.path,
    start,
    ports,
    run: (changes = {}, attempt = firstAttempt) => runAgentCommand(command(start, changes), attempt, ports),
    inLane: (...args) => repo.gitIn(opened.path, ...args),
    recorded: (file, name = '20260101-000000-implement-0001-1') =>
      readFileSync(join(ports.runDir, 'calls', name, file), 'utf8'),
    setAside: () => {
      const folder = join(ports.runDir, 'set-aside')
      return existsSync(folder)
        ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
        : []
    },
  }
}

export const rule = (steps: readonly ScriptStep[] = [], more: Partial<ScriptRule> = {}): ScriptRule => ({
  role: '*',
  match: null,
  call: null,
  times: null,
  steps,
  answer: reply('Done.'),
  usage: noUsage,
  usd: null,
  ...more,
})
export const reply = (text: string): ScriptAnswer => ({ type: 'reply', text })
export const write = (path: string, text: string): ScriptStep => ({ type: 'write', path, text })
export const shell = (line: string): ScriptStep => ({ type: 'run', command: line })
