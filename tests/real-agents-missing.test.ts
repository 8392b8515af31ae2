/** What of a real agent is missing on the machine is told before a run begins, in one line, with what to do. */
import { cpSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { bundle, harness, harnessJson } from './support/harness.ts'
import { noFindings } from './support/model-part.ts'
import { claude, codex, describeRealAgent } from './support/real-agents.ts'
import { config, operatorState, sampleRepo, temporaryFolder } from './support/sample-repo.ts'
import { pathWithoutSandbox } from './support/sandbox.ts'

function expectUntouched(root: string, before: Readonly<Record<string, string>>): void {
  expect(operatorState(root)).toEqual(before)
  expect(existsSync(join(root, '.harness'))).toBe(false)
}

/** The program if nothing is installed beside it. */
function programAlone(): string {
  const folder = join(temporaryFolder(), 'dist')
  cpSync(dirname(bundle), folder, { recursive: true })
  return join(folder, 'harness.cjs')
}

test.each([
  ['claude', '@anthropic-ai/claude-agent-sdk'],
  ['codex', '@openai/codex-sdk'],
])(
  'AG-02 without the SDK of %s no run begins, nothing is changed, and the command that installs it is named',
  async (provider, sdk) => {
    const root = sampleRepo({ 'harness.config.json': config({ agent: { provider } }) })
    const before = operatorState(root)
    const program = programAlone()
    const { code, value } = await harnessJson(root, ['run'], { program })
    expect(code).toBe(2)
    expect(value.error).toMatchObject({
      code: 'provider-not-installed',
      message: `The provider ${provider} needs ${sdk}.`,
      next: `Run: harness agents install ${provider}`,
    })
    expectUntouched(root, before)
    expect((await harness(root, ['doctor'], { program })).stdout).toMatch(/fail +agent \w+ +not installed/)
  },
)

for (const kind of [claude, codex])
  describeRealAgent(kind, 'harness doctor', (agent) => {
    test('AG-02 says how it is logged in and whether its sandbox works, also if no role uses it, and no secret', async () => {
      const { env } = await agent.play(() => [noFindings])
      const root = sampleRepo()
      const { code, stdout } = await harness(root, ['doctor'], { env })
      expect(code).toBe(0)
      const line = stdout.split('\n').find((one) => one.includes(`agent ${agent.name}`))
      expect(line).toMatch(/\d; log-in: \w+_API_KEY is set; sandbox: .+; no role uses it/)
      expect(stdout).not.toContain('key-of-nobody')
    })

    test('AG-02 fails where a role uses it and nobody is logged in, and says how to', async () => {
      const { env } = await agent.play(() => [noFindings])
      const { ANTHROPIC_API_KEY: _, CODEX_API_KEY: __, ...loggedOut } = env
      const root = sampleRepo({ 'harness.config.json': config({ agent: agent.config }) })
      const { code, stdout } = await harness(root, ['doctor'], { env: loggedOut })
      expect(code).toBe(1)
      expect(stdout).toMatch(/fail +agent \w+ +[\d.]+, not logged in; sandbox: .+; needed for implementer/)
      expect(stdout).toMatch(/fix: Log in with the \w+ program/)
    })
  })

for (const kind of [claude, codex])
  describeRealAgent(kind, 'a required sandbox', (agent) => {
    test.runIf(process.platform === 'linux')(
      'AG-03 TR-02 that is not installed: no run begins, nothing is changed, what is missing is named',
      async () => {
        const { env, requests } = await agent.play(() => [noFindings])
        const root = sampleRepo({
          'harness.config.json': config({ agent: agent.config, sandbox: 'required' }),
        })
        const before = operatorState(root)
        const without = { env: { ...env, PATH: pathWithoutSandbox() } }
        const { code, value } = await harnessJson(root, ['run'], without)
        expect(code).toBe(2)
        expect(value.error).toMatchObject({
          code: 'sandbox-missing',
          message: expect.stringContaining('bubblewrap'),
          next: expect.stringContaining('apt-get install'),
        })
        expectUntouched(root, before)
        expect(requests).toHaveLength(0)
        const doctor = await harness(root, ['doctor'], without)
        expect(doctor.code).toBe(1)
        expect(doctor.stdout).toMatch(/fail +sandbox +none, and the config requires one/)
      },
    )
  })
