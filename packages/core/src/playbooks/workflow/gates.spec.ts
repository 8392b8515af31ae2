import { expect, it, test } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, edits, evaluates, resumes } from './test-support/happenings.ts'

const spec = 'docs/harness/sum/spec.md'
const approve = answers('spec', 'proceed')
const layer3 = () => [evaluates('FAIL L3 — a bug'), answers('qa-layer-3', 'fix')]

it('WF-09 the spec gate shows the spec with its digest, and nobody writes code before a yes', () => {
  const story = given({}).rest()
  expect(story.asks()).toBe('spec: proceed, modify, stop')
  const [ask] = story.wanted()
  expect(ask).toMatchObject({ gate: { detail: '<plan/planner/1>', digest: '<plan/planner/1>', exitCode: 8 } })
  expect(story.calls.map(({ role }) => role)).toEqual(['workflow/planner'])
})

it('WF-09 modify with words lets the planner revise it, with the spec and the words', () => {
  const story = given({}, answers('spec', 'modify', 'Say more about zero.')).rest()
  expect(story.envelope('planner')).toContain('Say more about zero.')
  expect(story.envelope('planner')).toContain('<plan/planner/1>')
  expect(story.asks()).toBe('spec: proceed, modify, stop')
  expect(story.files.get(spec)).toBe('<plan/planner/2>')
})

it('WF-09 modify with words revises the spec as it is then: what the person edited while they were asked is not lost', () => {
  const story = given({}, edits(spec, 'mine'), answers('spec', 'modify', 'Say more about zero.')).rest()
  expect(story.order().filter((line) => line === 'ReadDocuments read/spec')).toHaveLength(3)
  expect(story.envelope('planner')).toContain('mine')
  expect(story.envelope('planner')).not.toContain('<plan/planner/1>')
  expect(story.files.get(spec)).toBe('<plan/planner/2>')
  expect(story.said()).not.toContain('specEdited')
})

it('WF-09 in the other modes modify with words asks for the synthesis again only', () => {
  const story = given({ mode: 'multi' }, answers('spec', 'modify', 'Say more.')).rest()
  expect(story.order().filter((line) => /proposals\/|critiques\//.test(line))).toHaveLength(6)
  expect(story.envelope('synthesizer')).toContain('Say more.')
})

it('WF-09 modify without words waits for the person: the file is read again', () => {
  const story = given({}, edits(spec, 'mine'), answers('spec', 'modify')).rest()
  expect(story.calls).toHaveLength(1)
  expect(story.wanted()[0]).toMatchObject({ gate: { detail: 'mine', digest: 'mine' } })
})

it('WF-09 stop halts with exit 8, and the gate opens again on resume', () => {
  const stopped = given({}, answers('spec', 'stop'))
  expect(stopped.ends()).toMatchObject({ exitCode: 8, resumable: true, reason: 'stoppedAtSpec' })
  expect(given({}, answers('spec', 'stop'), resumes()).rest().asks()).toBe('spec: proceed, modify, stop')
})

it('WF-09 a spec that was edited while the gate was open is asked about again', () => {
  const story = given({}, edits(spec, 'mine'), approve).rest()
  expect(story.calls).toHaveLength(1)
  expect(story.said()).toContain('specEdited')
  expect(story.wanted()[0]).toMatchObject({ gate: { name: 'spec', digest: 'mine' } })
})

it('WF-09 a spec that was edited between rounds is asked about again, an unchanged one is not', () => {
  const failing = [approve, ...layer3()]
  expect(
    given({}, ...failing)
      .rest()
      .order()
      .filter((line) => line.includes('ask/spec')),
  ).toHaveLength(1)
  const story = given({}, ...failing.slice(0, -1), edits(spec, 'mine'), ...failing.slice(-1)).rest()
  expect(story.wanted()[0]).toMatchObject({ gate: { name: 'spec', digest: 'mine' } })
})

it('WF-09 a spec that a person edits while it is revised is not overwritten: they are asked about theirs', () => {
  const revised = answers('spec', 'modify', 'Say more.')
  const during = edits(spec, 'mine', (command) => command.type === 'RunAgent')
  const story = given({}, revised, during).rest()
  expect(story.files.get(spec)).toBe('mine')
  expect(story.said()).toContain('specEdited')
  expect(story.wanted()[0]).toMatchObject({ gate: { name: 'spec', detail: 'mine' } })
})

it('WF-05 a spec that was deleted after the plan is planned again', () => {
  const story = given({ until: 'plan' }, edits(spec, null), resumes('generate')).rest()
  expect(story.said()).toContain('specMissing')
  expect(story.calls.map(({ role }) => role)).toEqual(['workflow/planner', 'workflow/planner'])
})

test.each([
  ['executor:opus', 'custom'],
  ['balanced', 'balanced'],
])('WF-16 at the model gate the words %s are read', (words, preset) => {
  const story = given({ modelConfig: null }, answers('model', 'other', words))
  expect(story.state().modelConfig).toMatchObject({ preset, advisor: 'opus', verifier: 'haiku' })
})

it('WF-16 three answers that cannot be read lead to balanced', () => {
  const wrong = answers('model', 'other', 'gpt')
  const twice = given({ modelConfig: null }, wrong, wrong)
  expect(twice.asks()).toContain('model')
  expect(twice.wanted()[0]).toMatchObject({ gate: { question: 'en model: again gpt' } })
  const story = given({ modelConfig: null }, wrong, wrong, wrong)
  expect(story.state().modelConfig?.preset).toBe('balanced')
  expect(story.said()).toContain('modelFallback')
})

it('WF-08 the mode is asked for if it was not given', () => {
  const story = given(
    { mode: null, modelConfig: null },
    answers('mode', 'multi'),
    answers('model', 'economy'),
  )
  expect(story.state()).toMatchObject({ mode: 'multi', modelConfig: { preset: 'economy' } })
})

it('WF-03 people are answered in the language of their latest words', () => {
  const story = given({}, answers('spec', 'modify', '[de] Mehr über Null.')).rest()
  expect(story.state().userLang).toBe('de')
  expect(story.wanted()[0]).toMatchObject({ gate: { question: 'de spec: spec?' } })
  expect(story.envelope('planner')).toContain('in German')
  const unknown = given({}, answers('spec', 'modify', '[xx] …'))
  expect(unknown.state().userLang).toBe('en')
})
