import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { parsed } from '../../text/format-problem.ts'
import { readDisputes } from './read-disputes.ts'

const dispute = 'DISPUTE: Total is wrong\nWhy: the test `sums nothing` shows 0.'
const read = [{ title: 'Total is wrong', why: 'the test `sums nothing` shows 0.' }]

describe('AG-20 disputes in a fixer’s message', () => {
  it.each([
    dispute,
    `I fixed the rest.\n\n${dispute}\n\nThe checks pass.`,
    dispute.replaceAll('\n', '\r\n'),
    dispute.replaceAll('\n', '\n\n'),
    '**DISPUTE:** Total is wrong\n**Why:** the test `sums nothing` shows 0.',
    '### DISPUTE: Total is wrong\n\nthe test `sums nothing` shows 0.',
    '- DISPUTE — [High] Total is wrong\n  Why: the test `sums nothing` shows 0.',
    'Disputed finding: “Total is wrong”\nwhy - the test `sums nothing` shows 0.',
    'DISPUTE [High]: Total is wrong\nWhy: the test `sums nothing` shows 0.',
  ])('AG-20 reads %j', (text) => expect(readDisputes(text)).toEqual(read))

  it('AG-20 reads several, each with all of its reasons', () => {
    const text = `${dispute}\n\n1. It starts at 0.\n\nDISPUTE: Name is odd\nWhy: it is the plan’s\nown word.\n\n## Checks\nAll pass.`
    expect(readDisputes(text)).toEqual([
      { title: 'Total is wrong', why: 'the test `sums nothing` shows 0.\n1. It starts at 0.' },
      { title: 'Name is odd', why: 'it is the plan’s\nown word.' },
    ])
  })

  it.each([
    '',
    'All done.',
    'DISPUTE: Total is wrong',
    'DISPUTE:\nWhy: no title',
    'disputes of users are shown\nWhy: the plan asks for it',
    `\`\`\`\n${dispute}\n\`\`\``,
    dispute.replace(/^/gm, '> '),
  ])('AG-20 sees none in %j', (text) => expect(readDisputes(text)).toEqual([]))

  it('AG-20 cuts reasons that are too long', () =>
    expect(readDisputes(`DISPUTE: x y\nWhy: ${'z\n'.repeat(9000)}`)[0]?.why).toHaveLength(2000))
})

it('QA-03 any message is read for disputes', () => {
  neverCrashes(textsLike(dispute, `${dispute}\n\`\`\`\n`, dispute.repeat(3)), (text) =>
    parsed(readDisputes(text)),
  )
})
