import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { plantPrograms, relativeEntries } from '../../test-support/planted-programs.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { namesOwnPlace } from './names-own-place.ts'

it('TR-03 files that name their lane are found, and links that lead into it', async () => {
  const lane = await temporaryDir()
  await mkdir(join(lane, 'texts'))
  await mkdir(join(lane, 'links'))
  await mkdir(join(lane, 'plain'))
  await writeFile(join(lane, 'texts/python'), `#!${lane}/bin/python\n`)
  await symlink(join(lane, 'plain'), join(lane, 'links/to'))
  await writeFile(join(lane, 'plain/file'), 'nothing\n')
  expect(await namesOwnPlace(lane, ['texts'])).toBe(true)
  expect(await namesOwnPlace(lane, ['links'])).toBe(true)
  expect(await namesOwnPlace(lane, ['plain'])).toBe(false)
})

it.each(relativeEntries)(
  'TR-01 the programs that look are never those of the lane, with PATH=%s…',
  async (entry) => {
    const lane = await temporaryDir()
    await mkdir(join(lane, 'plain'))
    const planted = await plantPrograms(lane, ['grep', 'find'])
    vi.stubEnv('PATH', `${entry}${process.env.PATH}`)
    expect(await namesOwnPlace(lane, ['plain'])).toBe(false)
    expect(planted.ran()).toEqual([])
  },
)
