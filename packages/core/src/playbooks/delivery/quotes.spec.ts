import { describe, expect, it } from 'vitest'
import type { Finding } from '../../kernel/finding.ts'
import { finding } from '../../test-support/outcomes.ts'
import { changed, reviewed, reviewedUnseen } from './test-support/answers.ts'
import { given } from './test-support/given.ts'
import { checksPassed, laneOpened } from './test-support/happenings.ts'

const quoting = (title: string, quote: string): Finding => ({
  ...finding('High', title, 'src/sum.js'),
  detail: `It is wrong.\n> ${quote}`,
})
const [seen, invented] = [quoting('Sum is wrong', 'return a - b'), quoting('Leaks a handle', 'open(path)')]
const proven = [laneOpened, changed('v1'), checksPassed]
const mark = 'Quote not found: it stands in nothing that the reviewer saw.'
const notShown = ['Quote not found in an earlier pass, and no other one was given since.']

describe('AG-17 a finding whose quotation stands in nothing that the reviewer saw', () => {
  it('stays a finding and is marked; the others are not', () => {
    const fixing = given([...proven, reviewedUnseen(['open(path)'], seen, invented)])
    fixing.wants('fixer 20261116-120000/fix/0001/1')
    expect(fixing.envelope()).toContain(`> open(path)\n  ${mark}`)
    expect(fixing.envelope().split(mark)).toHaveLength(2)
  })
  it('is the same finding in the next pass', () => {
    const again = [reviewedUnseen(['open(path)'], invented), changed('v2'), checksPassed, reviewed(invented)]
    expect(given([...proven, ...again]).state.findings.tracked).toMatchObject([
      { history: [{ fate: 'new' }, { fate: 'carried' }] },
    ])
  })
  it.each([
    ['keeps its mark if it is raised again without a quotation', 'Still wrong.', [], notShown],
    ['keeps its mark once if the reviewer copies it', `Still wrong.\n${mark}`, [], notShown],
    ['loses its mark with a quotation that was seen', `Now:\n> open(file)\n${mark}`, [], []],
    ['is marked anew if its new quotation was not seen', 'Now:\n> open(it)', ['open(it)'], [mark]],
  ])('%s', (_, detail, missing, marks) => {
    const again = reviewedUnseen(missing, { ...invented, detail })
    const first = reviewedUnseen(['open(path)'], invented)
    const { tracked } = given([...proven, first, changed('v2'), checksPassed, again]).state.findings
    expect(tracked[0]?.finding.detail.match(/^Quote not found.*$/gm) ?? []).toEqual(marks)
  })
  it('“No findings” needs no quotation', () =>
    given([...proven, reviewedUnseen([])]).wants('SyncLane 20261116-120000/preflight/0001/1'))
})
