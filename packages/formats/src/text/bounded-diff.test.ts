import { expect, test } from 'vitest'
import { boundDiff } from './bounded-diff.ts'

const file = (name: string, lines: number): string =>
  `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -0,0 +1,${lines} @@\n${Array.from({ length: lines }, (_, at) => `+line ${at} of ${name}\n`).join('')}`

test('AG-14 a diff within the limit stays as it is', () => {
  const diff = file('a', 3) + file('b', 3)
  expect(boundDiff(diff, diff.length)).toEqual({ text: diff, isCut: false })
})

test('AG-14 one long file does not push out the others', () => {
  const [lock, small] = [file('a-lock.json', 50_000), file('z.ts', 20)]
  const { text, isCut } = boundDiff(lock + small, 10_000)
  expect(isCut).toBe(true)
  expect(text).toContain(small)
  expect(text.length).toBeLessThan(10_100)
  expect(text).toMatch(/of a-lock\.json\n… \(\d+ more lines of this file\)\n/)
  const left = Number(/\((\d+) more/.exec(text)?.[1])
  expect(text.match(/of a-lock\.json$/gm)).toHaveLength(50_000 - left)
})

test('AG-14 of very many files the first are whole and the others are counted', () => {
  const files = Array.from({ length: 500 }, (_, at) => file(`f${String(at).padStart(3, '0')}`, 20))
  const { text } = boundDiff(files.join(''), 20_000)
  expect(text).toContain(files[0])
  const shown = text.match(/^diff --git/gm)?.length ?? 0
  expect(text).toContain(`… (${500 - shown} more of the 500 files are not shown here)`)
  expect(text.length).toBeLessThan(20_100)
})

test('AG-14 one endless line is cut, too', () => {
  const { text } = boundDiff(`diff --git a/x b/x\n+${'x'.repeat(100_000)}\n`, 5_000)
  expect(text.length).toBeLessThan(5_100)
  expect(text).toContain('… (1 more lines of this file)')
})
