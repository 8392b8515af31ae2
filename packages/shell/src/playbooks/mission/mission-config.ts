/** Owns what the config means for a mission: who answers for each role, and what its decisions depend on. */
import type { ModelTier, RoleSettings } from '@harness/core/kernel/agent'
import type { RunId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import {
  type MissionInput,
  type MissionRole,
  missionDuties,
  missionRoles,
} from '@harness/core/playbooks/mission/state/input'
import { testJudge, testJudgeDuties } from '@harness/core/work/test-judge'
import type { AgentConfig, HarnessConfig } from '@harness/formats/config/harness-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import { findBrowser } from '../../effects/ui/find-browser.ts'

export const defaultSpec = 'SPEC.md'

/** The config with the models that `mission.models` names for its roles. */
export function withMissionModels(config: HarnessConfig): HarnessConfig {
  const { agent, mission } = config
  const roles = { ...agent.roles }
  for (const role of missionRoles) {
    const model = mission.models[role]
    if (model !== undefined) roles[role] = { ...noSettings, ...roles[role], model }
  }
  return { ...config, agent: { ...agent, roles } }
}

const noSettings: AgentConfig['roles'][string] = {
  provider: null,
  model: null,
  effort: null,
  tier: null,
  wallMs: null,
  idleMs: null,
  maxTurns: null,
}

/** Of the roles that this mission may send. */
export function missionTiers({ mission }: HarnessConfig): Readonly<Record<string, ModelTier>> {
  const unused = new Set<MissionRole>([
    ...(mission.planReviewer ? [] : (['plan-reviewer'] as const)),
    ...(mission.documenter === 'off' ? (['documenter'] as const) : []),
    ...(mission.crosscheck ? [] : (['crosscheck'] as const)),
    ...(mission.uiQa === null ? (['ui-qa'] as const) : []),
    ...(mission.orchestrator === 'agent' ? [] : (['orchestrator'] as const)),
  ])
  const used = missionRoles.filter((role) => !unused.has(role))
  const tiers = used.map((role) => [role, missionDuties[role].tier] as const)
  return Object.fromEntries([...tiers, [testJudge, testJudgeDuties.tier]])
}

/** A second opinion of the same model is the first one again. `config` has the mission's models. */
export function guardCrosscheck({ agent, mission }: HarnessConfig): void {
  if (!mission.crosscheck) return
  const answering = (role: MissionRole) => roleAgent(agent, role, missionDuties[role].tier)
  const [validator, crosscheck] = [answering('validator'), answering('crosscheck')]
  if (validator.provider !== crosscheck.provider || validator.model !== crosscheck.model) return
  const who = validator.model === null ? validator.provider : `${validator.provider}, ${validator.model}`
  throw new UserError(
    'crosscheck-same-model',
    `The crosscheck would be answered by the same model as the validation (${who}).`,
    {
      next: 'Name another one in mission.models.crosscheck or agent.roles.crosscheck, or set mission.crosscheck.enabled to false.',
    },
  )
}

export interface MissionRequest {
  readonly runId: RunId
  readonly config: HarnessConfig
  readonly specPath: string
}

/** The part of the config that a mission's decisions depend on, frozen at its start. */
export function missionInput({ runId, config, specPath }: MissionRequest): MissionInput {
  const { mission } = config
  return {
    runId,
    specPath,
    baseBranch: mission.baseBranch,
    baseCheck: config.baseCheck,
    checks: config.checks,
    roles: Object.fromEntries(
      [...missionRoles, testJudge].map((role) => [role, settingsOf(config, role)]),
    ) as MissionInput['roles'],
    promptOverrides: mission.promptOverrides,
    orchestrator: mission.orchestrator,
    maxIterations: mission.maxIterations,
    attempts: mission.attempts,
    caps: mission.caps,
    isolation: mission.isolation,
    ...(config.forge.kind === 'local' ? {} : { ciPatienceMs: config.forge.patienceMs }),
    planReviewer: mission.planReviewer,
    documenter: mission.documenter,
    curateEvery: mission.curateEvery,
    crosscheck: mission.crosscheck,
    uiQa: uiSettings(config),
    smoke: mission.smoke,
    checkpoints: mission.checkpoints,
    hooks: mission.hooks,
    notify: mission.notify !== null,
    retention: mission.retention,
  }
}

const followed = {
  checks: 'checks',
  maxIterations: 'maxIterations',
  attempts: 'maxAttempts',
  caps: 'the caps',
  isolation: 'branchIsolation and parallelWorkers',
  smoke: 'smokeTest',
  uiQa: 'uiQa',
  checkpoints: 'checkpoints',
  crosscheck: 'crosscheck',
  hooks: 'hooks',
} as const satisfies Partial<Record<keyof MissionInput, string>>

/** What a person hears who fixed the config and continues with a mission that began before that; null if nothing differs. */
export function changedConfigNote(begun: MissionInput, config: HarnessConfig): string | null {
  const now = missionInput({ ...begun, config })
  const names = Object.keys(followed) as (keyof typeof followed)[]
  const changed = names.filter((name) => JSON.stringify(begun[name]) !== JSON.stringify(now[name]))
  if (changed.length === 0) return null
  return [
    `the config is another one than this mission began with (${changed.map((name) => followed[name]).join(', ')}); it keeps its own`,
    'to follow the config, give the mission up and start again, on the same plan: harness refuse mission --give-up -m "why", then harness mission',
  ].join('; ')
}

/** Said before anything is paid for; null if whatever is wanted can be looked at. */
export function blindNote(
  { mission }: HarnessConfig,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const browser = mission.uiQa === null ? null : findBrowser(environment)
  return browser === null || browser.path !== null
    ? null
    : `mission.uiQa is enabled, but features will pass without a look in a browser: ${browser.why} ${browser.next}`
}

function uiSettings({ mission, devServer }: HarnessConfig): MissionInput['uiQa'] {
  // The config is refused if it asks for a look without a start command.
  if (mission.uiQa === null || devServer === null) return null
  const { routes, ...server } = devServer
  return { server: { ...server, url: mission.uiQa.url ?? server.url }, routes }
}

function settingsOf({ agent, mission }: HarnessConfig, role: MissionRole | typeof testJudge): RoleSettings {
  if (role === testJudge) {
    const { tier, limits } = roleAgent(agent, role, testJudgeDuties.tier)
    return { tier, limits }
  }
  const { tier, limits } = roleAgent(agent, role, missionDuties[role].tier)
  return { tier, limits: { ...limits, wallMs: mission.wallMs[role] ?? limits.wallMs } }
}
