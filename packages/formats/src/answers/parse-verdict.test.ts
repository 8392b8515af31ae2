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
  it.each(['The brief passes.', '', '{"pass": "yes", "failures": []}', '{"pass": true}'])(
    'is not read out of %j',
    (text) => expect(parse(undefined, text)).toMatchObject({ ok: false }),
  )
})
