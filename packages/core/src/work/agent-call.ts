/** Owns the call of a role in a lane: what the role may do, within which limits, and the form of its answer. */
import type { RunAgent } from '../effects/run-agent.ts'
import type { RoleSettings } from '../kernel/agent.ts'
import { present } from '../kernel/invariant.ts'
import { type KnownRole, type PlaybookIdentity, roleOf } from '../kernel/playbook-identity.ts'
import type { LaneAt } from './lane.ts'

export interface Call extends Pick<RunAgent, 'id' | 'role' | 'slices'> {
  readonly duties: Pick<RunAgent, 'mode' | 'contract' | 'copy'>
  readonly settings: RoleSettings
  readonly lane: LaneAt
  /** What the commit of its work says; absent if nothing of its work is kept. */
  readonly commitMessage?: string | null
  /** The document that it writes. It may write nothing else if nothing else is kept. */
  readonly document?: string | null
  /** By provider; undefined leaves it to the config. */
  readonly models?: RunAgent['models'] | undefined
}

/** What a playbook knows of its role, and what the operator said of it. */
export const calledRole = (
  identity: PlaybookIdentity,
  role: string,
  roles: Readonly<Record<string, RoleSettings>>,
): Pick<Call, 'role' | 'settings'> & { readonly duties: KnownRole } => ({
  role,
  duties: roleOf(identity, role),
  settings: present(roles[role], `the role ${role} has settings`),
})

export const agentCall = <Answer>({
  id,
  role,
  duties: { mode, contract, copy },
  settings: { tier, limits },
  lane: { lane, commit, baseCommit },
  slices,
  commitMessage = null,
  document = null,
  models,
}: Call): RunAgent<Answer> => ({
  type: 'RunAgent',
  id,
  role,
  mode,
  tier,
  limits,
  contract,
  lane,
  startCommit: commit,
  ...(copy === true ? { copy } : {}),
  baseCommit,
  slices,
  commitMessage,
  ...(document === null ? {} : { artifacts: [document] }),
  ...(document === null || commitMessage !== null ? {} : { mayWrite: [] }),
  ...(models === undefined ? {} : { models }),
})
