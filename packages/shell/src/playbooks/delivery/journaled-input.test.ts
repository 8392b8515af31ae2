import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../machine/redaction/redactor.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { deliver, sampleOutside, sampleRepo } from '../../test-support/sample-delivery.ts'
import { journaledInput } from './journaled-input.ts'

const secret = 'correct-horse-battery-staple'
const redact = createRedactor({ secrets: [{ name: 'DB', value: secret }] })
const input = (run: string) =>
  ({
    plan: { title: `Use ${secret}`, text: `It is ${secret}.`, acceptanceTags: [secret], path: 'p.md' },
    checks: [{ name: 'test', run, timeoutMs: 1, claims: [] }],
    e2e: null,
    ui: null,
  }) as unknown as Parameters<typeof journaledInput>[0]

describe('QA-07 what a run begins with', () => {
  it('holds the plan’s words without secrets, and its checks as they are', () => {
    expect(journaledInput(input('npm test'), redact)).toEqual({
      plan: {
        title: 'Use [redacted:DB]',
        text: 'It is [redacted:DB].',
        acceptanceTags: ['[redacted:DB]'],
        path: 'p.md',
      },
      checks: input('npm test').checks,
      e2e: null,
      ui: null,
    })
  })

  it('holds what became of earlier runs, without secrets', () => {
    const finding = { severity: 'High', title: secret, detail: `a ${secret}`, file: 'a.ts', line: 1 } as const
    const earlier = [{ runId: '20260101-000000' as never, why: `No: ${secret}`, findings: [finding] }]
    const journaled = journaledInput({ ...input('npm test'), earlier }, redact)
    expect(JSON.stringify(journaled)).not.toContain(secret)
    expect(journaled.earlier).toMatchObject([{ why: 'No: [redacted:DB]', findings: [{ file: 'a.ts' }] }])
  })

  it('holds in whose name it commits, unless that may not be seen', () => {
    const author = { name: 'Ada', email: 'ada@example.org' }
    expect(journaledInput({ ...input('npm test'), author }, redact)).toMatchObject({ author })
    const hidden = { ...author, name: secret }
    expect(journaledInput({ ...input('npm test'), author: hidden }, redact)).not.toHaveProperty('author')
  })

  it.each([`login ${secret}`, `curl -H "x: ghp_${'a1'.repeat(20)}"`])(
    'is refused if a check’s command line would have to be hidden: %s',
    (run) => {
      expect(() => journaledInput(input(run), redact)).toThrow(
        expect.objectContaining({
          code: 'check-holds-secret',
          message: expect.not.stringContaining(secret) as string,
        }),
      )
    },
  )

  it.each([
    ['devServer', { ui: { server: { run: `start ${secret}` } } }],
    ['e2e', { e2e: { check: { name: 'e2e', run: `login ${secret}` } } }],
  ])('DL-07 DL-08 is refused if the command line of %s would have to be hidden', (name, section) => {
    const whole = { ...input('npm test'), ...section } as Parameters<typeof journaledInput>[0]
    expect(() => journaledInput(whole, redact)).toThrow(
      expect.objectContaining({
        code: 'check-holds-secret',
        message: expect.stringContaining(`check ${name} `) as string,
      }),
    )
  })

  it.each([
    'TEST_PASSWORD=postgres npm test',
    'DB=postgres://test:test@localhost/x npm test',
    'echo [redacted:DB]',
  ])('is not refused for what is only a guess: %s', (run) => {
    expect(journaledInput(input(run), redact).checks[0]?.run).toBe(run)
  })

  it('is refused before there is a run', async () => {
    const repo = sampleRepo()
    const outside = await sampleOutside(repo)
    const [check] = outside.config.checks
    const config = { ...outside.config, checks: [{ ...check!, run: `login ${secret}` }] }
    const environment = { ...outside.environment, MY_TOKEN: secret }
    await expect(deliver(repo, '0002', { config, environment })).rejects.toMatchObject({
      code: 'check-holds-secret',
    })
    expect(await openRunStore(outside.stateDir).list('0002')).toEqual([])
  })
})
