import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, checksPass, done, merged, says, sets, verdict, writes } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

const at = (...paths: readonly string[]) => ({ anchors: { paths, productRules: [], designRules: [] } })
const shaped = (id: string) => [says(id, 'One calm column.'), verdict(id)]

describe('HB-52 the surface is part of what its craft is told', () => {
  const text = '/impeccable shape the page'
  const pass = documents([
    prompt('2.1', 'shape', { text, ...at('src/list') }),
    prompt('2.2', 'shape', { text, ...at('src/lesson') }),
    prompt('2.8', 'craft', { title: 'Craft pass', text: '/impeccable craft every surface' }),
  ])
  it('its shape’s prompt, paths and brief, before the worktree', () => {
    const story = given(pass, shaped('2.1'))
    expect(story.labels().slice(-3)).toEqual(['Surface 2.1', 'Approved brief', 'Worktree'])
    for (const part of [text, 'Its paths: src/list', 'One calm column.', 'and no other'])
      expect(story.envelope()).toContain(part)
    expect(story.envelope()).not.toContain('src/lesson')
  })
  it('two surfaces with the same words and the same brief have different envelopes', () => {
    const same = documents(
      pass.handbook.prompts.map((one) => (one.verb === 'shape' ? { ...one, ...at('src') } : one)),
    )
    const [first, second] = [
      given(same, shaped('2.1')).envelope(),
      given(same, [...shaped('2.1'), ...done('2.1'), ...shaped('2.2')]).envelope(),
    ].map((envelope) => envelope.replace(/\n# Worktree[\s\S]*/, ''))
    expect(first).toContain('# Surface 2.1')
    expect(second).toContain('# Surface 2.2')
    expect(first).not.toBe(second)
  })
  it('a craft of its own is told the same', () => {
    const own = documents([prompt('2.1', 'shape', { text, ...at('src/list') }), prompt('2.2', 'craft')])
    const story = given(own, shaped('2.1'))
    story.wants('prompt-worker work/2.2/1')
    for (const part of ['# Surface 2.1', text, 'Its paths: src/list', '# Approved brief\nOne calm column.'])
      expect(story.envelope()).toContain(part)
  })
  it('a pass that is sent late for two surfaces is told both', () => {
    const story = given(pass, [
      sets('2.8', { box: 'deferred' }),
      ...shaped('2.1'),
      ...shaped('2.2'),
      sets('2.8', { box: 'open' }),
      answers('final', { answer: { kind: 'review', findings: [], sentinel: true } }),
    ])
    story.wants('prompt-worker work/2.8/1')
    expect(story.labels()).toEqual(expect.arrayContaining(['Surface 2.1', 'Surface 2.2']))
  })
})

describe('HB-52, HB-23 a craft that changed nothing in its surface is an empty result', () => {
  const crafted = (expectedSignal: 'allow_empty' | 'require_nonempty', ...paths: readonly string[]) =>
    documents([
      prompt('2.1', 'shape', at('src/list')),
      prompt('2.2', 'craft', { expectedSignal, failureModes: 'It leaves the list.', ...at(...paths) }),
    ])
  const astray = [...shaped('2.1'), writes('2.2', 'src/other.ts')]
  it('allow_empty passes, and says what was missed', () => {
    const story = given(crafted('allow_empty'), [...astray, checksPass(), merged])
    expect(story.state.records.at(-1)).toMatchObject({ promptId: '2.2', emptyResult: true })
    expect(story.notes).toContain('2.2 changed files, but none in the surface of 2.1: src/list.')
  })
  it('require_nonempty is asked once more, from the same commit, then halts', () => {
    const story = given(crafted('require_nonempty'), astray)
    story.wants('prompt-worker work/2.2/2')
    expect(story.envelope()).toContain('It leaves the list.')
    const first = given(crafted('require_nonempty'), shaped('2.1')).command('RunAgent')
    const second = story.command('RunAgent')
    expect(second.type === 'RunAgent' && second.startCommit).toBe(
      first.type === 'RunAgent' && first.startCommit,
    )
    const end = given(crafted('require_nonempty'), [...astray, writes('2.2', 'src/other.ts')]).ends()
    expect(end).toMatchObject({ exitCode: 1, reason: expect.stringContaining('require_nonempty') })
    expect(end.next).toContain('The worktree is left as it is')
  })
  it('a second attempt that changes nothing leaves nothing of the first', () => {
    const story = given(crafted('require_nonempty'), [
      ...astray,
      writes('2.2', 'src/list/a.ts'),
      checksPass(),
      merged,
    ])
    expect(story.state.records.at(-1)).toMatchObject({ promptId: '2.2', emptyResult: false })
    expect(given(crafted('require_nonempty'), [...astray, says('2.2', 'No.')]).ends().reason).toContain(
      'require_nonempty',
    )
  })
  it('a change where the craft’s own scope says is a result', () => {
    const story = given(crafted('require_nonempty', 'src/other.ts'), astray)
    story.wants('RunChecks verify/2.2/1')
  })
  it('a surface without paths is wherever its craft works', () => {
    const free = documents([prompt('2.1', 'shape'), prompt('2.2', 'craft')])
    given(free, [...shaped('2.1'), writes('2.2', 'src/other.ts')]).wants('RunChecks verify/2.2/1')
  })
  it('by the pass, each surface counts by its own paths', () => {
    const pass = documents([
      prompt('2.1', 'shape', at('src/list')),
      prompt('2.2', 'shape', at('src/lesson')),
      prompt('2.8', 'craft', { title: 'Craft pass', expectedSignal: 'require_nonempty', ...at('.') }),
    ])
    given(pass, [...shaped('2.1'), writes('2.1', 'src/lesson/a.ts')]).wants('prompt-worker craft/2.1/2')
    given(pass, [...shaped('2.1'), writes('2.1', 'src/list/a.ts')]).wants('RunChecks verify/2.1/1')
  })
})

it('HB-52 polish finds what was said of the same path', () => {
  const shelf = documents([
    prompt('1.1', 'critique', at('src/page')),
    prompt('3.1', 'polish', at('src/page')),
  ])
  const story = given(shelf, [answers('1.1', { text: 'It shouts.', answer: { kind: 'text' } })])
  expect(story.envelope()).toContain('It shouts.')
})
