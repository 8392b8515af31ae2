import { arch, platform } from 'node:process'
import { expect, test } from 'vitest'
import { claudePackage } from '../providers/claude/claude-sdk.ts'
import { codexPackage } from '../providers/codex/codex-sdk.ts'
import { probeProvider } from '../providers/probe-provider.ts'
import { describeWith, sdkFolders } from '../test-support/agent-sdks.ts'
import { installFiles, programOf, wholeInstallation } from '../test-support/installed-files.ts'
import { temporaryLane } from '../test-support/temporary-lane.ts'

for (const sdk of [claudePackage, codexPackage]) {
  const { provider, name } = sdk
  const whole = wholeInstallation(sdk)

  const problemWith = async (files: Readonly<Record<string, string>>): Promise<string | null> => {
    const root = await temporaryLane()
    installFiles(root, files)
    const probe = probeProvider(provider, [root])!
    const installed = probe.installed()!
    expect(probe.repairWith(installed)).toBe(
      `rm -rf ${installed.folder} && harness agents install ${provider}`,
    )
    return probe.broken(installed)
  }

  test(`AG-02 an installation of ${provider} that cannot work is told, by what is wrong with it`, async () => {
    expect(await problemWith(whole)).toBeNull()
    expect(await problemWith({ ...whole, [`${name}/package.json`]: '{"version": "9' })).toMatch(
      'package.json cannot be read',
    )
    expect(await problemWith({ ...whole, [`${name}/sdk.mjs`]: 'export class {' })).toMatch(
      `${name} is broken: `,
    )
    expect(await problemWith({ ...whole, [`${name}/sdk.mjs`]: '' })).toMatch(`it has no ${sdk.exported}`)
    const { [`${name}/sdk.mjs`]: _, ...unloadable } = whole
    expect(await problemWith(unloadable)).toMatch('sdk.mjs')
    const { [programOf(sdk)]: __, ...headless } = whole
    expect(await problemWith(headless)).toMatch(`its program for ${platform}-${arch} is missing`)
  })

  describeWith(sdk, `the installation of ${provider}`, () => {
    test('AG-02 is whole', async () => {
      const probe = probeProvider(provider, sdkFolders)!
      expect(await probe.broken(probe.installed()!)).toBeNull()
    })
  })
}
