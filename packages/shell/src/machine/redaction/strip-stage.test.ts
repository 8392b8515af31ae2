import { runs } from '@harness/formats/test-support/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stripControl } from './strip-control.ts'
import { createStripStage } from './strip-stage.ts'

const inPieces = (pieces: readonly string[]): string => {
  const stage = createStripStage()
  return pieces.map((piece) => stage.push(piece)).join('') + stage.end()
}

const part = fc.constantFrom(
  'plain',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\u001b[31m',
  '\u001b[0;1m',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://x\u001b\\',
  '\u001bP1;2q\u001b\\',
  '\u001b(B',
  '\u009b2K',
  '\u{1f600}',
  '\u202e',
)

it('QA-07 text in pieces is stripped as it is in one, wherever it is cut', () =>
  fc.assert(
    fc.property(fc.array(part), fc.array(fc.nat(7)), (parts, cuts) => {
      const text = parts.join('')
      const pieces: string[] = []
      let at = 0
      for (const cut of cuts) {
        pieces.push(text.slice(at, at + cut))
        at += cut
      }
      pieces.push(text.slice(at))
      expect(inPieces(pieces)).toBe(stripControl(text))
    }),
    { numRuns: runs(300) },
  ))

it('QA-07 holds back no more than a sequence, however long a line is', () => {
  const stage = createStripStage()
  const line = 'x'.repeat(1_000_000)
  expect(stage.push(line)).toBe(line)
  expect(stage.push(`\u001b]0;${line}`)).toBe('')
  expect(stage.push('y\u001b[3')).toBe('y')
  expect(stage.push('1mz')).toBe('z')
})
