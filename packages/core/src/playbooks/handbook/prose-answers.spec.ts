import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, checksPass, finds, says, writes } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

const at = (...paths: readonly string[]) => ({ anchors: { paths, productRules: [], designRules: [] } })
const said = 'It shouts.\n\nEverything wants to be first.'

describe('HB-55 a critique in free prose is a result', () => {
  const two = documents([
    prompt('1.1', 'critique', { ...at('src/page'), expectedSignal: 'require_nonempty' }),
    prompt('3.1', 'polish', at('src/page')),
  ])
  it.each(['critique', 'audit'])('%s is asked for by a contract that takes prose', (verb) =>
    expect(given(documents([prompt('1.1', verb)])).command('RunAgent')).toMatchObject({
      contract: 'critique',
    }),
  )
  it('is kept as text, with its findings unparsed, and told to polish', () => {
    const story = given(two, [says('1.1', said)])
    story.wants('prompt-worker work/3.1/1')
    expect(story.envelope()).toContain(said)
    expect(story.state.records).toMatchObject([
      { promptId: '1.1', summary: said, findingsUnparsed: true, emptyResult: false },
    ])
    expect(story.state.punchList).toEqual([])
  })
  it('is shown in the reports, which do not say that nothing was found', () => {
    const story = given(two, [says('1.1', said), writes('3.1', 'src/page/a.ts'), checksPass()])
    const halted = given(two, [says('1.1', said), writes('3.1', 'PRODUCT.md')]).ends().report
    expect(halted).toContain(
      '- 1.1 (src/page): its findings are not parsed. It says:\n  It shouts.\n\n  Everything wants',
    )
    expect(story.log).toContain('MergeLane merge/3.1/1')
    const one = documents([prompt('1.1', 'critique')])
    const { report } = given(one, [says('1.1', said), finds('final')]).ends()
    for (const part of ['None were parsed', '## Answers in free prose', '  It shouts.'])
      expect(report).toContain(part)
    expect(report).not.toContain('None were found.')
  })
  it('a long one is cut, with where the rest is', () => {
    const { report } = given(two, [says('1.1', 'x'.repeat(9_000)), writes('3.1', 'PRODUCT.md')]).ends()
    expect(report).toContain('… (all of it is in .impeccable-state.json)')
  })
  it('an answer with findings is not prose', () => {
    const story = given(two, [finds('1.1')])
    expect(story.state.records[0]).not.toHaveProperty('findingsUnparsed')
  })
  it('an answer without a word is an empty result', () =>
    given(two, [says('1.1', ' ')]).wants('prompt-reader work/1.1/2'))
  it('the prose of a prompt that changed something is kept the same way', () => {
    const story = given(documents([prompt('3.1', 'harden'), prompt('3.2', 'harden')]), [
      answers('3.1', { text: said }),
      checksPass(),
    ])
    expect(story.state.records[0]).toMatchObject({ summary: said, findingsUnparsed: true })
  })
})
