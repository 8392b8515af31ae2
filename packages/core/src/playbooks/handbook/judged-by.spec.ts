import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { says, verdict, writes } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-53 what a prompt is judged by is protected like checks', () => {
  const story = (verb: string, file: string, ...paths: readonly string[]) =>
    given(documents([prompt('3.1', verb, { anchors: { paths, productRules: [], designRules: [] } })]), [
      writes('3.1', 'src/a.ts', file),
    ])
  const halts = ({ ends, log }: ReturnType<typeof story>, file: string) => {
    expect(ends()).toMatchObject({ outcome: 'halted', exitCode: 1 })
    for (const part of ['checks_edited', `- ${file}: Prompts are judged by ${file}.`])
      expect(ends().report).toContain(part)
    expect(log).not.toContain('RunChecks verify/3.1/1')
  }
  it.each(['harden', 'polish', 'craft', 'extract', 'adapt'])('%s must not change PRODUCT.md', (verb) =>
    halts(story(verb, 'PRODUCT.md'), 'PRODUCT.md'),
  )
  it.each(['harden', 'polish', 'craft', 'adapt'])('%s must not change DESIGN.md', (verb) =>
    halts(story(verb, 'DESIGN.md', '.'), 'DESIGN.md'),
  )
  it.each(['document', 'extract'])('%s writes DESIGN.md', (verb) =>
    story(verb, 'DESIGN.md').wants('RunChecks verify/3.1/1'),
  )
  it.each(['PRODUCT.md', 'DESIGN.md'])('a prompt whose paths name %s itself may change it', (file) =>
    story('polish', file, 'src', file).wants('RunChecks verify/3.1/1'),
  )
  it('the craft pass is held to the same', () => {
    const pass = documents([prompt('2.1', 'shape'), prompt('2.8', 'craft', { title: 'Craft pass' })])
    const crafted = given(pass, [says('2.1', 'brief'), verdict('2.1'), writes('2.1', 'PRODUCT.md')])
    expect(crafted.ends().report).toContain('checks_edited')
  })
})
