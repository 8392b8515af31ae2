import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valuesWith } from '../test-support/fuzz.ts'
import { runs } from '../test-support/runs.ts'
import { configJsonSchema, configSchema } from './config-schema.ts'

const published = '../../../../docs/harness.config.schema.json'
const accepts = new Ajv2020({ strict: true }).compile(configJsonSchema())
const checks = [{ name: 'test', run: 'npm test' }]

/** Short lists on one line, as the formatter wants them. */
const printed = (schema: object): string =>
  `${JSON.stringify(schema, null, 2).replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (_, list: string) => `[${list.replace(/\n\s+/g, ' ')}]`)}\n`

describe('DL-01 the schema that editors read', () => {
  it('DL-01 is published as it is (renew it with vitest -u)', async () => {
    await expect(printed(configJsonSchema())).toMatchFileSnapshot(published)
  })

  it.each([
    { checks },
    {
      $schema: 'x',
      checks,
      planDir: 'a/b',
      agent: { provider: 'codex', models: { codex: { executor: 'm' } } },
    },
    {
      checks: [{ ...checks[0], timeoutSec: 1, claims: ['a/b'] }],
      lanes: { setup: ['npm ci'], portBase: 1024 },
    },
    { checks, fidelity: { specPath: 'docs/main.md', everyNPlans: 5, threshold: 12.5 } },
    { checks, forge: 'github' },
    { checks, forge: { kind: 'github', apiUrl: 'http://127.0.0.1:1/api/v3', patienceMinutes: 1 } },
    { checks, sandbox: 'required' },
    {
      checks,
      sandbox: {
        mode: 'auto',
        read: ['/opt/sdk', '~'],
        write: ['~/.cache/x y'],
        network: { checks: 'host-loopback' },
        registries: ['*.corp.example', 'npm.corp.example:8081'],
      },
    },
    { checks, e2e: { command: 'x', artifactDirs: ['a/b'] } },
    { checks, devServer: { command: 'x', url: 'http://[::1]:$HARNESS_PORT_3/a', routes: ['/', '/b'] } },
  ])('DL-01 accepts what the harness accepts: %j', (config) => {
    expect([configSchema.safeParse(config).success, accepts(config)]).toEqual([true, true])
  })

  it.each([
    {},
    { checks: [] },
    { checks, planDir: '../x' },
    { checks, planDir: '.git' },
    { checks, baseBranch: '-x' },
    { checks, unknown: 1 },
    { checks: [{ name: 'a' }] },
    { checks, agent: { provider: 'nobody' } },
    { checks, agent: { maxReviewPasses: 0 } },
    { checks, agent: { sandbox: 'required' } },
    { checks, sandbox: 'never' },
    { checks, sandbox: true },
    { checks, sandbox: { read: ['relative'] } },
    { checks, sandbox: { write: ['~other/x'] } },
    { checks, sandbox: { network: { checks: 'internet' } } },
    { checks, sandbox: { network: 'all' } },
    { checks, sandbox: { registries: ['https://npm.example.org'] } },
    { checks, agent: { limits: { wallMinutes: 0 } } },
    { checks, agent: { roles: { reviewer: { tear: 'advisor' } } } },
    { checks, lanes: { env: ['A-B'] } },
    { checks, budget: { ceilingTokens: 1.5 } },
    { checks, e2e: 'text' },
    { checks, forge: 'gitlab' },
    { checks, forge: { kind: 'github', apiUrl: 'http://example.org' } },
    { checks, forge: { repository: 'a/b' } },
    { checks, e2e: { command: 'x', artifactDirs: ['./.'] } },
    { checks, devServer: { command: 'x', url: 'http://example.org' } },
    { checks, devServer: { command: 'x', url: 'http://localhost', routes: ['//a'] } },
  ])('DL-01 refuses what the harness refuses: %j', (config) => {
    expect([configSchema.safeParse(config).success, accepts(config)]).toEqual([false, false])
  })

  it('DL-01 agrees with the harness on any document', () => {
    const names = [
      'checks',
      'agent',
      'planDir',
      'lanes',
      'setup',
      'env',
      'budget',
      'hard',
      'roles',
      'limits',
      'sandbox',
      'mode',
      'network',
    ]
    fc.assert(
      fc.property(valuesWith(...names), fc.boolean(), (value, proven) => {
        const config = JSON.parse(
          JSON.stringify(proven ? { ...(value as object), checks } : value),
        ) as unknown
        expect(accepts(config)).toBe(configSchema.safeParse(config).success)
      }),
      { numRuns: runs(100) },
    )
  })
})
