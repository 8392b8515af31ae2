import { describe, expect, it, test } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, evaluates, says } from './test-support/happenings.ts'

const approve = answers('spec', 'proceed')
const commit = answers('commit', 'code')
const layer2 = evaluates('FAIL L2 — 1 items failed: AC1')
const layer3 = evaluates('FAIL L3 — a bug')

describe('WF-14 the verdict', () => {
  it('PASS needs the first line and the report', () => {
    const story = given({}, approve, evaluates('PASS — all good')).rest()
    expect(story.state()).toMatchObject({ result: 'passed', layer2: { result: 'PASS' } })
    const lying = given({}, approve, evaluates('PASS — all good', 'FAIL')).rest()
    expect(lying.asks()).toBe('qa-layer-3: fix, accept')
    const garbled = given({}, approve, evaluates('It went well, PASS', 'PASS')).rest()
    expect(garbled.asks()).toBe('qa-layer-3: fix, accept')
    expect(garbled.said()).toContain('unparsedLine')
  })

  it('FAIL L2 is retried twice by the implementation with the QA report, through verify, then a person is asked', () => {
    const once = given({ mode: 'standard' }, approve, layer2).rest()
    expect(once.envelope('implementer-standard')).toContain('### Verdict: FAIL')
    expect(once.order().filter((line) => /lead\/|reviews\/combined/.test(line))).toHaveLength(2)
    expect(once.order().filter((line) => line === 'RunChecks verify/build')).toHaveLength(2)
    const story = given({}, approve, layer2, layer2, layer2).rest()
    expect(story.state().layer2).toEqual({ result: 'FAIL', retries: 2 })
    expect(story.asks()).toBe('qa-layer-2: fix, accept')
  })

  it('FAIL L3 asks at once: fix starts a round with counters at zero, the plan and the feedback', () => {
    const story = given({ mode: 'standard' }, approve, layer2, layer3, answers('qa-layer-3', 'fix')).rest()
    expect(story.state()).toMatchObject({ round: 2, layer2: { retries: 0 }, layer1: { retries: 0 } })
    expect(story.envelope('lead-developer')).toContain('### Verdict: FAIL')
    expect(story.order().filter((line) => line.includes('lead/'))).toHaveLength(2)
    expect(story.log).toContain('lead-developer lead/lead-developer/2')
  })

  it('accepted as it is comes to exit 0 with a warning', () => {
    const asked = given({}, approve, layer3)
    expect(asked.rest().question()).toBe('en layer3: layer3? FAIL L3 — a bug')
    const accepted = given({}, approve, layer3, answers('qa-layer-3', 'accept')).rest()
    expect(accepted.question()).toBe('en commit: accepted?')
    const story = given({}, approve, layer3, answers('qa-layer-3', 'accept'), commit).rest()
    expect(story.state().result).toBe('accepted-with-failures')
    expect(story.ends()).toMatchObject({ outcome: 'done', exitCode: 0, reason: 'accepted' })
  })

  it('FAIL without a layer is a gate of layer 3, and leaves layer 2 unknown', () => {
    const story = given({}, approve, evaluates('FAIL — PASSWORD reset broken')).rest()
    expect(story.asks()).toBe('qa-layer-3: fix, accept')
    expect(story.question()).toBe('en layer3: unlayered? FAIL — PASSWORD reset broken')
    expect(story.state().layer2.result).toBeNull()
  })

  test.each([
    ['layer 3', [layer3]],
    ['layer 2', [layer2, layer2, layer2]],
  ])('after the last round a failure in %s is final: exit 1, and its work can be committed', (_, fails) => {
    const story = given({ maxRounds: 1 }, approve, ...fails).rest()
    expect(story.asks()).toBe('commit: code, all, none')
    expect(story.question()).toBe('en commit: failed?')
    const over = given({ maxRounds: 1 }, approve, ...fails, commit).rest()
    expect(over.ends()).toMatchObject({
      outcome: 'halted',
      exitCode: 1,
      reason: 'failed 1',
      resumable: false,
    })
  })

  it('no round goes beyond max_rounds', () => {
    const fix = [layer3, answers('qa-layer-3', 'fix')]
    const story = given({ maxRounds: 3 }, approve, ...fix, ...fix, layer3).rest()
    expect(story.state()).toMatchObject({ round: 3, result: 'failed' })
  })

  it('AG-17 a PASS that quotes what was never seen does not count: it is asked once more, then the run halts', () => {
    const invents = (line: string) =>
      says('evaluator', {
        line,
        wrote: `### Verdict: ${line.slice(0, 4)}\n`,
        quotes: { quoted: 1, outputs: 1, missing: ['12\npassed'] },
      })
    const pass = invents('PASS — all good')
    const again = given({}, approve, pass)
    again.wants('evaluator evaluate/evaluator/2')
    expect(again.state().said.at(-1)).toEqual({ key: 'unseenQuotes', args: ['12 passed'] })
    expect(again.envelope('evaluator')).toContain('quotes text that is in no output')
    expect(again.rest().asks()).toContain('commit')
    expect(given({}, approve, pass, pass).ends()).toMatchObject({
      exitCode: 4,
      resumable: true,
      reason: 'unseenQuotes workflow/evaluator',
    })
    const fail = given({}, approve, invents('FAIL L3 — a bug')).rest()
    expect(fail.asks()).toBe('qa-layer-3: fix, accept')
    expect(fail.said()).toContain('unseenQuotes')
  })

  test.each([
    [0, ['noQuotes']],
    [2, []],
  ])('AG-17 a PASS with %s quotations, all of them seen, counts', (quoted, warnings) => {
    const story = given(
      {},
      approve,
      says('evaluator', { quotes: { quoted, outputs: 1, missing: [] } }),
    ).rest()
    expect(story.state().result).toBe('passed')
    expect(story.said().filter((key) => /quotes/i.test(key))).toEqual(warnings)
  })

  it('an evaluator that changes files is asked once more, then the run halts', () => {
    const strays = says('evaluator', { violation: { files: ['src/sum.ts'], patch: 'p' } })
    const story = given({}, approve, strays).rest()
    expect(story.said()).toContain('strayed')
    expect(story.asks()).toContain('commit')
    expect(given({}, approve, strays, strays).ends()).toMatchObject({ exitCode: 4, resumable: true })
  })
})
