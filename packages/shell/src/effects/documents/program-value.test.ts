import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { programValue } from './program-value.ts'

const value = (text: string, limitMs?: number): Promise<unknown> => {
  const dir = mkdtempSync(join(tmpdir(), 'harness-program-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const path = join(dir, 'harness.config.ts')
  writeFileSync(path, text)
  return programValue(path, { [realpathSync(path)]: text }, limitMs)
}

describe('DL-01 a config that is a program', () => {
  it('is what it exports, also later', async () => {
    const text = `const base: string = 'main'\nexport default await Promise.resolve({ baseBranch: base })\n`
    expect(await value(text)).toEqual({ baseBranch: 'main' })
  })

  it.each([
    ['never ends', 'for (;;) {}\nexport default {}\n', 'not come to an end within 1.5 seconds'],
    [
      'waits for ever',
      'setInterval(() => {}, 9)\nawait new Promise(() => {})\nexport default {}\n',
      'within 1.5 seconds',
    ],
    ['ends the process', 'process.exit(3)\nexport default {}\n', 'exit code 3'],
    ['exports no plain value', 'export default { run: () => {} }\n', 'could not be cloned'],
    ['throws', '\nthrow new Error("no")\nexport default {}\n', ':2:7: no'],
  ])('and is told of where it %s', async (what, text, told) => {
    await expect(value(text, what.includes('ever') ? 1_500 : undefined)).rejects.toThrow(told)
  })
})
