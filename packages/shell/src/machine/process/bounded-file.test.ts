import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { expect, it } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { boundedFile, ringBeside } from './bounded-file.ts'

async function written(chunks: readonly string[]): Promise<string> {
  const path = join(await temporaryDir(), 'out')
  const stream = boundedFile(path, { head: 10, tail: 8 })
  for (const chunk of chunks) stream.write(chunk)
  stream.end()
  await finished(stream)
  expect(existsSync(ringBeside(path))).toBe(false)
  return readFileSync(path, 'latin1')
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const cutBy = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size))

it.each([1, 3, 7, 8, 9, 26])('QA-02 keeps beginning and end of what comes in pieces of %i', async (size) => {
  expect(await written(cutBy(alphabet, size))).toBe(
    'abcdefghij\n[harness] 8 bytes of output were left out here.\nstuvwxyz',
  )
})

it.each([0, 1, 10, 11, 17, 18])('QA-02 keeps the whole of %i bytes that fit', async (length) => {
  const text = alphabet.slice(0, length)
  expect(await written(cutBy(text, 4))).toBe(text)
})

it('QA-02 says exactly how much it left out of a long output', async () => {
  const text = alphabet.repeat(100)
  const kept = await written(cutBy(text, 33))
  expect(kept).toContain(`[harness] ${text.length - 18} bytes`)
  expect(kept.endsWith('stuvwxyz')).toBe(true)
})
