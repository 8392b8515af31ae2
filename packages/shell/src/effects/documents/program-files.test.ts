import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { runConfig } from './load-config.ts'
import { digestsOf, readProgram } from './program-files.ts'
import { syntaxProblem } from './program-syntax.ts'
import { importProgram } from './user-program.ts'

async function repoOf(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await temporaryDir()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const config = 'harness.config.ts'
const filesOf = async (root: string): Promise<readonly string[]> =>
  Object.keys((await readProgram(root, config)).modules).sort()

describe('TR-08 the files of a program', () => {
  it('are all that it imports, in any form, and no packages', async () => {
    const root = await repoOf({
      [config]: `import { a } from './lib/a'
import './lib/effect.ts'
export * from "./lib/b.ts"
const c = await import('./lib/c.ts')
const d = require('./lib/d.cjs')
import { join } from 'node:path'
import { definePlaybook } from 'harness-cli'
import pkg from './package.json'
import left from 'left'
`,
      'lib/a.ts': "export { deep } from '../deep/index.ts'\n",
      'lib/b.ts': '',
      'lib/c.ts': '',
      'lib/d.cjs': '',
      'lib/effect.ts': '',
      'deep/index.ts': "import '../lib/a'\n",
      'package.json': '{}',
      'node_modules/left/index.js': '',
      'lib/unused.ts': '',
    })
    expect(await filesOf(root)).toEqual([
      'deep/index.ts',
      config,
      'lib/a.ts',
      'lib/b.ts',
      'lib/c.ts',
      'lib/d.cjs',
      'lib/effect.ts',
      'package.json',
    ])
  })

  it('include a package that is a link to a folder of the repository', async () => {
    const root = await repoOf({
      [config]: "import { rules } from '@own/rules'\n",
      'packages/rules/package.json': '{"name": "@own/rules", "type": "module", "exports": "./index.ts"}',
      'packages/rules/index.ts': 'export const rules = []\n',
      'node_modules/@own/keep': '',
    })
    symlinkSync(join(root, 'packages/rules'), join(root, 'node_modules/@own/rules'))
    expect(await filesOf(root)).toEqual([config, 'packages/rules/index.ts'])
  })
})

describe('TR-08 a program that is run', () => {
  it('is the one that was read, or is refused: its files changed meanwhile', async () => {
    const root = await repoOf({
      [config]: "import { base } from './base.ts'\nexport default { checks: [{ name: 'a', run: base }] }\n",
      'base.ts': "export const base = 'true'\n",
      'script.ts': 'export default { rules: [] }\n',
    })
    const program = await readProgram(root, config)
    expect((await runConfig(root, program, {})).config.checks).toMatchObject([{ run: 'true' }])
    writeFileSync(join(root, 'base.ts'), "export const base = 'false'\n")
    await expect(runConfig(root, program, {})).rejects.toThrow('base.ts changed while it was loaded')

    const script = await readProgram(root, 'script.ts')
    const digests = await digestsOf(root, script)
    expect(await importProgram(join(root, 'script.ts'), digests)).toEqual({ rules: [] })
    writeFileSync(join(root, 'script.ts'), 'export default { rules: [1] }\n')
    await expect(importProgram(join(root, 'script.ts'), digests)).rejects.toThrow(
      'changed while it was loaded',
    )
  })

  it('is parsed without being run', async () => {
    const root = await repoOf({
      [config]: "import './lib/bad.ts'\nthrow new Error('it was run')\n",
      'lib/bad.ts': 'export const = 1\n',
    })
    const program = await readProgram(root, config)
    expect(await syntaxProblem(root, program)).toMatch(/lib\/bad\.ts:1:\d+: /)
    expect(
      await syntaxProblem(root, { ...program, modules: { [config]: program.modules[config] ?? '' } }),
    ).toBeNull()
  })
})
