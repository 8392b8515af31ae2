import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { namesIn, namesInSync, readableNamesIn, readableNamesInSync } from './folder-names.ts'

const folder = mkdtempSync(join(tmpdir(), 'names-'))
writeFileSync(join(folder, 'b.md'), '')
const unlistable = `${folder}/${'x'.repeat(300)}`

describe.each([
  ['namesIn', namesIn],
  ['namesInSync', async (path: string) => namesInSync(path)],
])('%s', (_name, names) => {
  test('lists a folder', async () => expect(await names(folder)).toEqual(['b.md']))
  test('lists nothing if the folder is missing', async () =>
    expect(await names(join(folder, 'none'))).toEqual([]))
  test('lists nothing if it is a file', async () => expect(await names(join(folder, 'b.md'))).toEqual([]))
  test('throws any other failure', async () =>
    expect(names(unlistable)).rejects.toMatchObject({ code: 'ENAMETOOLONG' }))
})

describe.each([
  ['readableNamesIn', readableNamesIn],
  ['readableNamesInSync', async (path: string) => readableNamesInSync(path)],
])('%s', (_name, names) => {
  test('lists a folder', async () => expect(await names(folder)).toEqual(['b.md']))
  test('lists nothing after any failure', async () => expect(await names(unlistable)).toEqual([]))
})
