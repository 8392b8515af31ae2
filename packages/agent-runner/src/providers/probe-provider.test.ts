import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSdk, importSdk } from '../runner/installed-sdk.ts'
import type { ProviderProbe } from '../runner/provider-probe.ts'
import { cleanEnvironment, describeWith, sdkFolders } from '../test-support/agent-sdks.ts'
import { temporaryLane } from '../test-support/temporary-lane.ts'
import { claudePackage } from './claude/claude-sdk.ts'
import { codexPackage } from './codex/codex-sdk.ts'
import { probeProvider } from './probe-provider.ts'

const probe = (name: 'claude' | 'codex', folders: readonly string[] = []): ProviderProbe =>
  probeProvider(name, folders) as ProviderProbe

for (const sdk of [claudePackage, codexPackage]) {
  describeWith(sdk, `the SDK of ${sdk.provider}`, () => {
    const environment = cleanEnvironment()

    test('AG-02 is found with the version it was tried with, and loads', async () => {
      const found = probeProvider(sdk.provider, sdkFolders)?.installed()
      expect(found?.version).toBe(sdk.version)
      const loaded = (await importSdk(found!)) as Record<string, unknown>
      expect(typeof (loaded.query ?? loaded.Codex)).toBe('function')
    })

    test('AG-02 has a sandbox that works on this machine, or a reason why not', async () => {
      const report = await probeProvider(sdk.provider, sdkFolders)?.sandbox(environment())
      expect(report?.works === true ? report.how : report?.why).toMatch(/\w/)
      const bare = await probeProvider('claude', sdkFolders)?.sandbox({ PATH: '/no/such/place' })
      if (process.platform === 'linux')
        expect(bare).toMatchObject({ works: false, why: expect.stringContaining('bwrap') })
    })
  })
}

test('AG-02 the nearest installation is taken, in a folder or above it, and a broken place is passed over', async () => {
  const root = await temporaryLane()
  const install = (folder: string, version: string): void => {
    const at = join(folder, 'node_modules', '@openai', 'codex-sdk')
    mkdirSync(at, { recursive: true })
    writeFileSync(
      join(at, 'package.json'),
      JSON.stringify({ version, exports: { '.': { import: './dist/index.js' } } }),
    )
  }
  install(root, '1.0.0')
  install(join(root, 'a'), '2.0.0')
  mkdirSync(join(root, 'b', 'node_modules', '@openai', 'codex-sdk'), { recursive: true })
  expect(findSdk(codexPackage, [join(root, 'a', 'deep')])?.version).toBe('2.0.0')
  expect(findSdk(codexPackage, [join(root, 'b'), join(root, 'a')])).toMatchObject({
    version: '1.0.0',
    entry: join(root, 'node_modules/@openai/codex-sdk/dist/index.js'),
  })
})

test.each([
  ['claude', 'ANTHROPIC_API_KEY', '.claude/.credentials.json'],
  ['codex', 'CODEX_API_KEY', '.codex/auth.json'],
] as const)('AG-02 how %s is logged in is told without the secret', async (name, key, file) => {
  const HOME = await temporaryLane()
  if (process.platform === 'linux')
    expect(probe(name).login({ HOME })).toMatchObject({ found: 'no', next: expect.stringContaining(key) })
  const byKey = probe(name).login({ HOME, [key]: 'secret-of-nobody' })
  expect(byKey).toEqual({ found: 'yes', how: `${key} is set` })
  mkdirSync(join(HOME, file, '..'))
  writeFileSync(join(HOME, file), '{"token":"secret-of-nobody"}')
  const byFile = probe(name).login({ HOME })
  expect(byFile).toMatchObject({ found: 'yes', how: expect.stringContaining('logged in with') })
  expect(JSON.stringify([byKey, byFile])).not.toContain('secret-of-nobody')
})
