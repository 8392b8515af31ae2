import { describe, expect, it } from 'vitest'
import { contractsOf } from '../test-support/contracts-of.ts'
import { handbookContracts } from './handbook/contracts.ts'

const contractNamed = contractsOf(...handbookContracts)

describe('HB-12 a verdict', () => {
  const { parse } = contractNamed('verdict')
  it('is taken where it is structured, also as text', () => {
    const output = { kind: 'verdict', pass: false, failures: ['It is a menu of options.'] }
    expect(parse({ pass: false, failures: ['It is a menu of options.'] }, '')).toEqual({ ok: true, output })
    expect(parse(undefined, '{"pass": false, "failures": ["It is a menu of options."]}')).toEqual({
      ok: true,
      output,
    })
  })
  it('AG-17 has evidence, which is what it quotes', () => {
    const { quoting } = contractNamed('verdict')
    const evidence = ['a.md says "all filed"', 'b.md has `none`']
    const read = parse({ pass: true, failures: [], evidence }, '')
    expect(read).toMatchObject({ ok: true, output: { pass: true, evidence } })
    expect(read.ok && quoting?.quotesIn(read.output, [])).toEqual(['all filed', 'none'])
  })
  it.each(['The brief passes.', '', '{"pass": "yes", "failures": []}', '{"pass": true}'])(
    'is not read out of %j',
    (text) => expect(parse(undefined, text)).toMatchObject({ ok: false }),
  )
})
