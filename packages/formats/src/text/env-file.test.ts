import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../test-support/runs.ts'
import { readEnvFile } from './env-file.ts'

const read = (text: string) => readEnvFile(text).map(({ name, value }) => `${name}: ${value}`)

it.each<[text: string, entries: readonly string[]]>([
  ['A=b', ['A: b']],
  ['  export A = b ', ['A: b']],
  ['A: b', ['A: b']],
  ['A="b c" # d', ['A: b c']],
  ["A='b\\n'", ['A: b\\n']],
  ['A="b\\nc"', ['A: b\\nc', 'A: b\nc']],
  ['A="say \\"b\\""', ['A: say \\"b\\"', 'A: say "b"']],
  ['A="b\nc"\nD=e', ['A: b\nc', 'D: e']],
  ['A=`b`', ['A: b']],
  ['A=b#c', ['A: b#c', 'A: b']],
  ['A=b #c', ['A: b #c', 'A: b']],
  ['A=\nB=""\n# C=d\nnothing\n', []],
  ['\uFEFFA=b\r\nC=d\r\n', ['A: b', 'C: d']],
  ['A="b\nC=d', ['A: "b', 'C: d']],
  ['A=postgres://u:p@h/d?x=1', ['A: postgres://u:p@h/d?x=1']],
])('TR-10 reads the values of an env file: %j', (text, entries) => expect(read(text)).toEqual(entries))

it('TR-10 reads any text as an env file, in time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const { name, value } of readEnvFile(text)) expect([name, value]).not.toContain('')
    }),
    { numRuns: runs(200) },
  )
  const start = performance.now()
  readEnvFile('A="\n'.repeat(50_000))
  readEnvFile('A'.repeat(1_000_000))
  expect(performance.now() - start).toBeLessThan(10_000)
})
