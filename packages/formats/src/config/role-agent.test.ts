import { expect, it } from 'vitest'
import { parseConfigValue } from './parse-config.ts'
import { roleAgent } from './role-agent.ts'

const agentOf = (agent: object, more: object = {}, env: Record<string, string> = {}) => {
  const result = parseConfigValue(
    { checks: [{ name: 'a', run: 'b' }], agent, ...more },
    'harness.config.ts',
    env,
  )
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value.agent
}
const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }

it('AG-08 maps the tier to a model of the provider', () => {
  const agent = agentOf({
    provider: 'claude',
    models: { claude: { evaluator: 'm' }, codex: { evaluator: 'n' } },
  })
  expect(roleAgent(agent, 'reviewer', 'evaluator')).toEqual({
    provider: 'claude',
    model: 'm',
    effort: null,
    tier: 'evaluator',
    limits,
  })
  expect(roleAgent(agent, 'reviewer', 'executor').model).toBe(null)
})

it('AG-08 lets a role differ in provider, model, tier and limits', () => {
  const reviewer = { provider: 'codex', tier: 'verifier', wallMinutes: 1, idleMinutes: 0.5, maxTurns: 3 }
  const agent = agentOf({
    provider: 'claude',
    model: 'opus',
    models: { codex: { verifier: 'v' } },
    roles: { reviewer },
  })
  expect(roleAgent(agent, 'reviewer', 'evaluator')).toEqual({
    provider: 'codex',
    model: 'v',
    effort: null,
    tier: 'verifier',
    limits: { wallMs: 60_000, idleMs: 30_000, maxTurns: 3 },
  })
})

it('AG-08 prefers the role’s model, then the one for all, then the tier’s', () => {
  const models = { claude: { executor: 'tier' } }
  const roles = { fixer: { model: 'own' } }
  const agent = agentOf({ provider: 'claude', model: 'all', models, roles })
  expect(roleAgent(agent, 'fixer', 'executor').model).toBe('own')
  expect(roleAgent(agent, 'implementer', 'executor').model).toBe('all')
})

it('WF-16 a call’s model for the provider counts more than the one for all, and less than the role’s own', () => {
  const roles = { fixer: { model: 'own' }, reviewer: { provider: 'codex' } }
  const agent = agentOf({ provider: 'claude', model: 'all', roles })
  const wanted = { claude: 'of the call' }
  expect(roleAgent(agent, 'implementer', 'executor', wanted).model).toBe('of the call')
  expect(roleAgent(agent, 'fixer', 'executor', wanted).model).toBe('own')
  expect(roleAgent(agent, 'reviewer', 'executor', wanted).model).toBe(null)
})

it('AG-08 takes no role for one that merely sounds like a property', () => {
  expect(roleAgent(agentOf({ provider: 'claude' }), 'constructor', 'executor').limits).toEqual(limits)
})

it('AG-15 effort is one level for all, or one for each tier, and a role may have its own', () => {
  expect(roleAgent(agentOf({ effort: 'high' }), 'reviewer', 'evaluator').effort).toBe('high')
  const agent = agentOf({
    effort: { executor: 'low', verifier: 'max' },
    roles: { fixer: { effort: 'xhigh' } },
  })
  expect(
    [
      roleAgent(agent, 'implementer', 'executor'),
      roleAgent(agent, 'fixer', 'executor'),
      roleAgent(agent, 'reviewer', 'evaluator'),
    ].map(({ effort }) => effort),
  ).toEqual(['low', 'xhigh', null])
})

it.each([[{ effort: 'hard' }], [{ effort: { worker: 'low' } }], [{ roles: { fixer: { effort: 1 } } }]])(
  'AG-15 refuses %j, and names the field and what it expects',
  (agent) => {
    expect(() => agentOf(agent)).toThrow(/effort.*(minimal|executor)/)
  },
)

it.each([
  ['skills', 'a/b'],
  ['commands', '../x'],
  ['mcpServers', 'a.b'],
])('AG-15 refuses agent.trust.%s with %j: a name has no slash', (field, name) => {
  expect(() => agentOf({ trust: { [field]: [name] } })).toThrow(
    new RegExp(`agent\\.trust\\.${field}.*letters, digits`),
  )
})

const thinking = ['planner', 'auditor', 'site-analyst']

it('DL-40 gives the provider and the model of modelClient to each role that only thinks, and to no other', () => {
  const modelClient = { provider: 'codex', model: 'thinker' }
  const agent = agentOf({ provider: 'claude', model: 'opus' }, { modelClient })
  for (const role of thinking) expect(roleAgent(agent, role, 'advisor')).toMatchObject(modelClient)
  for (const role of ['implementer', 'reviewer', 'fixer'])
    expect(roleAgent(agent, role, 'advisor')).toMatchObject({ provider: 'claude', model: 'opus' })
})

it('DL-40 the environment says modelClient, and counts more than the file', () => {
  const env = { HARNESS_MODEL_CLIENT_PROVIDER: 'codex', HARNESS_MODEL_CLIENT_MODEL: 'thinker' }
  for (const modelClient of [undefined, { provider: 'acp', model: 'other' }]) {
    const agent = agentOf({ provider: 'claude' }, modelClient === undefined ? {} : { modelClient }, env)
    for (const role of thinking)
      expect(roleAgent(agent, role, 'advisor')).toMatchObject({ provider: 'codex', model: 'thinker' })
  }
})

it('DL-40 agent.roles counts more than modelClient, field by field', () => {
  const modelClient = { provider: 'codex', model: 'thinker' }
  const roles = {
    planner: { effort: 'high' },
    auditor: { model: 'own' },
    'site-analyst': { provider: 'claude' },
  }
  const agent = agentOf({ roles }, { modelClient })
  const [planner, auditor, analyst] = thinking.map((role) => roleAgent(agent, role, 'advisor'))
  expect(planner).toMatchObject({ provider: 'codex', model: 'thinker', effort: 'high' })
  expect(auditor).toMatchObject({ provider: 'codex', model: 'own' })
  expect(analyst).toMatchObject({ provider: 'claude', model: null })
})
