/** Owns what an agent's call can end in, drawn so that every kind comes up. */
import type { AgentFailed, AgentFinished, ContractBroken, RunAgent } from '@harness/core/effects/run-agent'
import { agentErrorKinds, noUsage, type Spending } from '@harness/core/kernel/agent'
import { needKinds } from '@harness/core/kernel/need'
import type { NeedAnswer } from '@harness/core/work/answers'
import type { Random } from '../engine/random.ts'
import { freshAt, type OutcomeStart } from './twin.ts'

const spending: Spending = { usage: noUsage, usd: null, durationMs: 1, model: '' }

export function anyAgentOutcome<Answer>(
  command: RunAgent<Answer>,
  luck: Random,
  base: OutcomeStart,
  drawnAnswer: (luck: Random) => Answer,
): AgentFinished<Answer | NeedAnswer> | AgentFailed | ContractBroken {
  const { role, contract, commitMessage, startCommit } = command
  const told = { ...base, role, spending }
  const anyError = { kind: luck.pick(agentErrorKinds), message: 'it failed' }
  if (luck.chance(0.12)) return { ...told, type: 'AgentFailed', error: anyError }
  if (contract !== null && luck.chance(0.05))
    return { ...told, type: 'ContractBroken', contract, problems: ['prose'], text: '' }
  const writes = luck.chance(0.85)
  const changes = commitMessage !== null && writes
  const strays = commitMessage === null && luck.chance(0.05) && command.copy !== true
  return {
    ...told,
    type: 'AgentFinished',
    text: luck.chance(0.9) ? 'It is done.' : '',
    contract,
    answer: needOf(command, luck) ?? drawnAnswer(luck),
    providerSession: null,
    // An unchanged lane has the tree it had; nothing here looks at it then.
    ...(changes ? freshAt(base) : { commit: startCommit, tree: freshAt(base).tree }),
    changedFiles: changes ? ['src/0.1/a.js'] : [],
    violation: strays ? { files: ['a.js'], patch: 'set-aside/1.patch' } : null,
    ...(changes && luck.chance(0.1)
      ? { suspicions: [{ kind: 'rules-edited', file: 'a.test.js', detail: '' }] }
      : {}),
    ...drawnArtifacts(command, luck),
  }
}

/** Any of them may be missing. */
function drawnArtifacts(
  { mode, artifacts = [] }: RunAgent<unknown>,
  luck: Random,
): Pick<AgentFinished, 'artifacts'> {
  if (mode !== 'exec' || artifacts.length === 0) return {}
  const written = artifacts.filter(() => luck.chance(0.9))
  return { artifacts: Object.fromEntries(written.map((path) => [path, `# ${path}\n`])) }
}

/** Null if the role needs nothing, or changes nothing. */
const needOf = ({ commitMessage }: RunAgent<unknown>, luck: Random): NeedAnswer | null =>
  commitMessage !== null && luck.chance(0.05)
    ? {
        kind: 'need',
        need: { kind: luck.pick([null, ...needKinds]), what: 'a key', why: luck.pick(['', 'law']), how: '' },
      }
    : null
