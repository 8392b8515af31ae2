import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDir } from '../test-support/temporary-dir.ts'
import { editDocument } from './edit-document.ts'

it('QA-05 writes where the file still says what was read, and keeps its mode', async () => {
  const root = await temporaryDir()
  const file = join(root, 'plan.md')
  writeFileSync(file, 'old\r\n')
  chmodSync(file, 0o640)
  expect(await editDocument(root, 'plan.md', 'old\r\n', 'new\r\n')).toEqual({ type: 'edited' })
  expect(readFileSync(file, 'utf8')).toBe('new\r\n')
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(await editDocument(root, 'plan.md', 'old\r\n', 'new\r\n')).toEqual({ type: 'edited' })
})

it('QA-05 leaves a file that a person changed or removed meanwhile', async () => {
  const root = await temporaryDir()
  const file = join(root, 'plan.md')
  writeFileSync(file, 'theirs')
  expect(await editDocument(root, 'plan.md', 'old', 'new')).toEqual({
    type: 'changed-meanwhile',
    found: 'theirs',
  })
  expect(readFileSync(file, 'utf8')).toBe('theirs')
  rmSync(file)
  expect(await editDocument(root, 'plan.md', 'old', 'new')).toEqual({
    type: 'changed-meanwhile',
    found: null,
  })
})

it('QA-04 never writes outside its root', async () => {
  const root = await temporaryDir()
  const outside = join(await temporaryDir(), 'x.md')
  writeFileSync(outside, 'old')
  symlinkSync(outside, join(root, 'link.md'))
  await expect(editDocument(root, 'link.md', 'old', 'new')).rejects.toMatchObject({ code: 'path-refused' })
  await expect(editDocument(root, '../x.md', 'old', 'new')).rejects.toMatchObject({ code: 'path-refused' })
  expect(readFileSync(outside, 'utf8')).toBe('old')
})
