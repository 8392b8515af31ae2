import { describe, expect, it } from 'vitest'
import * as gates from './gates.ts'
import { possibleGates } from './possible-gates.ts'
import { github, input, ui } from './test-support/sample-input.ts'

// Does not compile once a gate has a name that the list does not know.
gates satisfies Readonly<Record<string, (...told: never[]) => gates.DeliveryGate>>

const names = (told: typeof input): readonly string[] => possibleGates(told).map(({ name }) => name)

describe('QA-23 the questions of a delivery are told before it begins', () => {
  it('a pull request can be closed, silent or not pushed; without one there is nothing of that', () => {
    const ofPulls = ['push-rejected', 'ci-silent', 'pull-closed']
    expect(names({ ...input, forge: github })).toEqual(expect.arrayContaining(ofPulls))
    expect(names(input).filter((name) => ofPulls.includes(name))).toEqual([])
  })
  it('what is not looked at, and what is not checked, asks nothing', () => {
    expect(names(input)).not.toContain('ui-not-seen')
    expect(names({ ...input, ui })).toContain('ui-not-seen')
    expect(names({ ...input, checks: [] })).not.toContain('checks-keep-failing')
  })
  it('says when, with this delivery’s own numbers', () => {
    const when = Object.fromEntries(
      possibleGates({ ...input, forge: github }).map((gate) => [gate.name, gate.when]),
    )
    expect(when).toMatchObject({
      'review-not-converged': 'blocking findings after 5 passes',
      'checks-keep-failing': 'checks fail after 3 fixes',
      'ci-silent': 'the forge has not reported its checks after 60 minutes',
      'need-credential': 'an agent needs your credential',
    })
  })
})
