import { expect, onTestFinished, test } from 'vitest'
import { childProgram } from '../../test-support/child-program.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'

test('an ordinary user removes folders that may not be read or written, and follows no link', async () => {
  const program = await childProgram(new URL('../../test-support/remove-tree.child.ts', import.meta.url))
  onTestFinished(() => program.remove())
  const child = program.start(await temporaryDir())
  const said = [await child.line(), await child.line()]
  expect(await child.ended).toEqual({ how: 0, stderr: '' })
  expect(said).toEqual(['removed', 'link not followed'])
})
