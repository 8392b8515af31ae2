import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike, valuesWith } from '../../test-support/fuzz.ts'
import { describeProblem, type Parsed } from '../../text/format-problem.ts'
import { parseScriptText, parseScriptTurn, parseScriptValue } from './parse-script.ts'

const everything = `rules:
  - role: worker
    match: F-001
    call: 2
    times: 1
    do:
      - write: {path: src/sum.js, text: "a - b"}
      - append: {path: notes.md, text: "…"}
      - replace: {path: ./src//sum.js, find: "a - b", with: ""}
      - delete: {path: old.js}
      - run: npm run format
      - wait: 200ms
    reply: "No findings."
    usage: {input: 1200, output: 300, cacheRead: 1000, cacheWrite: 0, usd: 0.01}
  - {role: "*", match: /F-\\d+/i, json: {pass: true}}
  - {role: review*, fail: rate_limit, resetsIn: 90s}
  - {role: planner, fail: hang}
`
const noUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
const complaints = (result: Parsed<unknown>): readonly string[] =>
  result.ok ? [] : result.problems.map(describeProblem)

describe('AG-01 the script of the scripted agent', () => {
  it('AG-01 says all that the page says', () => {
    const plain = { match: null, call: null, times: null, steps: [], usage: noUsage, usd: null }
    expect(parseScriptText(everything, 'script.yaml')).toEqual({
      ok: true,
      value: {
        rules: [
          {
            role: 'worker',
            match: { type: 'text', text: 'F-001' },
            call: 2,
            times: 1,
            steps: [
              { type: 'write', path: 'src/sum.js', text: 'a - b' },
              { type: 'append', path: 'notes.md', text: '…' },
              { type: 'replace', path: './src//sum.js', find: 'a - b', with: '' },
              { type: 'delete', path: 'old.js' },
              { type: 'run', command: 'npm run format' },
              { type: 'wait', ms: 200 },
            ],
            answer: { type: 'reply', text: 'No findings.' },
            usage: { input: 1200, output: 300, cacheRead: 1000, cacheWrite: 0 },
            usd: 0.01,
          },
          {
            ...plain,
            role: '*',
            match: { type: 'regex', source: 'F-\\d+', flags: 'i' },
            answer: { type: 'json', value: { pass: true } },
          },
          { ...plain, role: 'review*', answer: { type: 'fail', kind: 'rate_limit', resetsInMs: 90_000 } },
          { ...plain, role: 'planner', answer: { type: 'hang' } },
        ],
      },
    })
  })

  it('AG-01 reads JSON, and exports of modules, just so', () => {
    const value = { rules: [{ role: 'a', json: null, do: [{ wait: '1.5s' }] }] }
    const rule = { answer: { type: 'json', value: null }, steps: [{ type: 'wait', ms: 1500 }] }
    expect(parseScriptText(JSON.stringify(value), 'script.json')).toMatchObject({
      ok: true,
      value: { rules: [rule] },
    })
    expect(parseScriptValue(value, 'script.ts')).toEqual(
      parseScriptText(JSON.stringify(value), 'script.json'),
    )
  })

  it('AG-01 reads what a function answered', () => {
    expect(parseScriptTurn({ reply: 'x' }, 'script.ts')).toEqual({
      ok: true,
      value: { steps: [], answer: { type: 'reply', text: 'x' }, usage: noUsage, usd: null },
    })
    expect(complaints(parseScriptTurn({ replly: 'x' }, 'script.ts'))).toEqual([
      expect.stringContaining('did you mean "reply"?'),
    ])
  })

  it.each([
    [
      'an unknown field',
      '- role: a\n  replay: x',
      's.yaml:3:5 rules[0].replay: expected one of the fields',
      'did you mean "reply"?',
    ],
    [
      'an unknown step',
      '- role: a\n  do:\n    - wriet: {path: a, text: b}',
      's.yaml:4:9 rules[0].do[0].wriet:',
      'did you mean "write"?',
    ],
    [
      'two steps in one',
      '- role: a\n  do:\n    - run: x\n      wait: 1s',
      's.yaml:4:9 rules[0].do[0]: expected exactly one of',
      'found run and wait',
    ],
    [
      'an unknown failure',
      '- role: a\n  fail: rate-limit',
      's.yaml:3:11 rules[0].fail: expected one of',
      'did you mean "rate_limit"?',
    ],
    [
      'two answers',
      '- role: a\n  reply: x\n  json: 1',
      's.yaml:4:5 rules[0].json: expected one of reply, json and fail',
      'found reply and json',
    ],
    [
      'a reset without a limit',
      '- role: a\n  resetsIn: 90s',
      's.yaml:3:5 rules[0].resetsIn:',
      'only with fail: rate_limit',
    ],
    [
      'no duration',
      '- role: a\n  do: [{wait: 200}]',
      'do[0].wait: expected a duration, such as 200ms, 90s or 15m',
      'found 200',
    ],
    [
      'a number where text belongs',
      '- role: a\n  match: 0001',
      'rules[0].match: expected a text, found 1',
      'put it in quotes',
    ],
    ['no regular expression', '- role: a\n  match: /(/', 's.yaml:3:5 rules[0].match:', 'found "/(/"'],
    ['a flag that keeps state', '- role: a\n  match: /x/g', 'no flags but i, m, s and u', ''],
    [
      'a path that leads out',
      '- role: a\n  do: [{delete: {path: ../x}}]',
      'do[0].delete.path: expected a relative path inside the lane',
      '',
    ],
    ['no role', '- reply: x', 'rules[0].role: expected a text, found nothing', ''],
  ])('AG-01 names %s, with its line', (_, rules, place, meaning) => {
    const text = `rules:\n${rules.replace(/^/gm, '  ')}\n`
    expect(complaints(parseScriptText(text, 's.yaml'))).toEqual([expect.stringContaining(place)])
    expect(complaints(parseScriptText(text, 's.yaml'))[0]).toContain(meaning)
  })
})

describe('QA-03 any script gets an answer', () => {
  it('QA-03 for any text', () => {
    neverCrashes(textsLike(everything, 'rules: []'), parseScriptText)
    neverCrashes(textsLike('{"rules": [{"role": "a", "reply": "b"}]}'), (text) => {
      const result = parseScriptText(text, 'some/file.json')
      return result.ok
        ? result
        : { ok: false, problems: result.problems.map((problem) => ({ ...problem, file: 'some/file' })) }
    })
  })

  it('QA-03 for any value', () => {
    neverCrashes(
      valuesWith('rules', 'role', 'do', 'write', 'json', 'reply', 'fail', 'wait', '1s'),
      parseScriptValue,
    )
    neverCrashes(valuesWith('do', 'write', 'json', 'reply', 'fail', 'usage'), parseScriptTurn)
  })
})
