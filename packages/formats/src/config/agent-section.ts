/** `agent`: who does the work, with which models, and within which limits. */
import { type EffortLevel, effortLevels, type ModelTier } from '@harness/core/kernel/agent'
import { type ProviderName, providerNames } from '@harness/core/kernel/provider-name'
import { auditorRole } from '@harness/core/playbooks/fidelity/input'
import { plannerRole } from '@harness/core/playbooks/planning/input'
import { analystRole } from '@harness/core/playbooks/site-reverse/input'
import * as z from 'zod'
import { insidePath } from '../text/inside-path.ts'
import { acpSection, resolveAcp } from './acp-section.ts'
import type { AgentConfig, RoleConfig } from './harness-config.ts'
import { envName, minutes, modelName, toMs } from './words.ts'

export const providerName = z.enum(providerNames)

const tierNames = ['executor', 'advisor', 'evaluator', 'verifier'] as const satisfies readonly ModelTier[]
const tier = z.enum(tierNames)
const turns = z.int().min(1).max(100_000)
export const reviewPasses = z.int().min(1).max(50)

const tierModels = z
  .strictObject({
    executor: modelName.optional(),
    advisor: modelName.optional(),
    evaluator: modelName.optional(),
    verifier: modelName.optional(),
  })
  .optional()

const extensionName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][\w.-]*$/, 'a name, without a slash: letters, digits, ., _ and -')

/** Names of tools are made of it. */
const serverName = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'the name of a server: letters, digits, _ and -')

const effort = z.enum(effortLevels)

const tierEfforts = z.strictObject({
  executor: effort.optional(),
  advisor: effort.optional(),
  evaluator: effort.optional(),
  verifier: effort.optional(),
})

const role = z.strictObject({
  provider: providerName.optional(),
  model: modelName.optional(),
  effort: effort.optional(),
  tier: tier.optional(),
  wallMinutes: minutes.optional(),
  idleMinutes: minutes.optional(),
  maxTurns: turns.optional(),
})

const limits = z.strictObject({
  wallMinutes: minutes.default(60).describe('An agent call is ended after this time.'),
  idleMinutes: minutes
    .default(10)
    .describe('An agent call is ended when nothing was heard of it for this time.'),
  maxTurns: turns.default(200),
})

export const agentSection = z
  .strictObject({
    provider: providerName.default('scripted').describe('The provider of every role that names no other.'),
    script: insidePath
      .optional()
      .describe('The scripted agent reads its rules from this .yaml, .json or .ts file.'),
    model: modelName.optional().describe('For every role of this provider that names no model of its own.'),
    maxReviewPasses: reviewPasses
      .default(5)
      .describe('Reviews without convergence before a person is asked.'),
    maxCheckFixes: z
      .int()
      .min(0)
      .max(50)
      .default(3)
      .describe('Fixes of failing checks before a person is asked.'),
    models: z
      .strictObject({
        scripted: tierModels,
        claude: tierModels,
        codex: tierModels,
        acp: tierModels,
      } satisfies Record<ProviderName, typeof tierModels>)
      .prefault({})
      .describe('Which model each tier means, per provider.'),
    effort: z
      .union([effort, tierEfforts])
      .optional()
      .describe('How hard models think: one level for all, or one for each tier.'),
    reasoningEffort: effort
      .optional()
      .describe('Another name of effort, as repositories of this kind have it. effort counts more.'),
    roles: z
      .record(z.string().max(100), role)
      .default({})
      .describe('What a role does differently, by its name.'),
    limits: limits.prefault({}),
    trust: z
      .strictObject({
        skills: z
          .array(extensionName)
          .max(50)
          .default([])
          .describe('Folders in .claude/skills or .agents/skills.'),
        commands: z
          .array(extensionName)
          .max(50)
          .default([])
          .describe('Files in .claude/commands, without .md.'),
        mcpServers: z
          .array(serverName)
          .max(20)
          .default([])
          .describe('Servers of .mcp.json, or of your own config of Claude or Codex.'),
      })
      .prefault({})
      .describe(
        'Skills, slash commands and tool servers that agents may use, by name: as committed, or from your home.',
      ),
    conventions: z
      .boolean()
      .default(true)
      .describe('Tells every agent AGENTS.md and CLAUDE.md of the repository, as committed.'),
    env: z.array(envName).default([]).describe('Environment variables that agents get to see.'),
    acp: acpSection,
    sandbox: z
      .never({ error: 'no sandbox here: it is a field of the whole config now' })
      .optional()
      .describe('Moved: set sandbox at the top of the config.'),
  })
  .prefault({})
  .describe('Who does the work.')

const modelClient = z.strictObject({ provider: providerName.optional(), model: modelName.optional() })

/** Repositories of this kind name a provider for the agents that only think. */
export const modelClientSection = modelClient
  .optional()
  .describe('The provider and model of the roles that only think; agent.roles counts more.')

const thinkingRoles = [plannerRole, auditorRole, analystRole]

export const resolveAgent = (
  section: z.output<typeof agentSection>,
  client: z.output<typeof modelClientSection>,
): AgentConfig => ({
  provider: section.provider,
  script: section.script ?? null,
  model: section.model ?? null,
  maxReviewPasses: section.maxReviewPasses,
  maxCheckFixes: section.maxCheckFixes,
  models: Object.fromEntries(
    Object.entries(section.models).map(([provider, models]) => [provider, withoutGaps(models)]),
  ),
  effort: effortOfTiers(section.effort ?? section.reasoningEffort),
  roles: Object.fromEntries(
    Object.entries(withClient(section.roles, client)).map(([name, role]) => [name, resolveRole(role)]),
  ),
  limits: {
    wallMs: toMs(section.limits.wallMinutes),
    idleMs: toMs(section.limits.idleMinutes),
    maxTurns: section.limits.maxTurns,
  },
  trust: section.trust,
  conventions: section.conventions,
  env: section.env,
  acp: resolveAcp(section.acp),
})

type Roles = Readonly<Record<string, z.output<typeof role>>>

/** Another provider would not know the model. */
function withClient(roles: Roles, client: z.output<typeof modelClientSection>): Roles {
  if (client === undefined) return roles
  const thinking = thinkingRoles.map((name) => {
    const own = Object.hasOwn(roles, name) ? (roles[name] ?? {}) : {}
    return [
      name,
      own.provider === undefined || own.provider === client.provider ? { ...client, ...own } : own,
    ]
  })
  return { ...roles, ...Object.fromEntries(thinking) }
}

const resolveRole = (section: z.output<typeof role>): RoleConfig => ({
  provider: section.provider ?? null,
  model: section.model ?? null,
  effort: section.effort ?? null,
  tier: section.tier ?? null,
  wallMs: section.wallMinutes === undefined ? null : toMs(section.wallMinutes),
  idleMs: section.idleMinutes === undefined ? null : toMs(section.idleMinutes),
  maxTurns: section.maxTurns ?? null,
})

const effortOfTiers = (
  effort: z.output<typeof agentSection>['effort'],
): Partial<Record<ModelTier, EffortLevel>> =>
  typeof effort === 'string'
    ? Object.fromEntries(tierNames.map((name) => [name, effort]))
    : withoutGaps(effort)

const withoutGaps = <Value>(
  tiers: Partial<Record<ModelTier, Value | undefined>> | undefined,
): Partial<Record<ModelTier, Value>> =>
  Object.fromEntries(Object.entries(tiers ?? {}).filter(([, value]) => value !== undefined))
