import { describe, expect, it } from 'vitest'
import { parsePlan } from '../../documents/plan/parse-plan.ts'
import { printPlan } from '../../documents/planning/print-plan.ts'
import { neverCrashes, valuesWith } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { parseProposals } from './proposals.ts'

const plan = {
  id: '0003',
  slug: 'sign-in',
  title: 'Sign in',
  phase: 'auth',
  depends_on: ['0001'],
  estimated_passes: 2,
  summary: 'People can sign in.',
  scope_bullets: ['src/auth.js'],
  acceptance_tags: ['auth/google-signin'],
}
const problemsOf = (more: Readonly<Record<string, unknown>>): string => {
  const read = parseProposals({ proposals: [{ ...plan, ...more }] })
  return read.ok ? '' : read.problems.map(describeProblem).join('\n')
}

describe('DL-19 the planner’s answer', () => {
  it('DL-19 is a list of plans', () => {
    expect(parseProposals({ proposals: [plan] })).toMatchObject({
      ok: true,
      value: [{ id: '0003', dependsOn: ['0001'], scope: ['src/auth.js'], estimatedPasses: 2 }],
    })
  })

  it.each([
    [{ id: '3' }, 'four digits'],
    [{ slug: 'ab' }, '3 to 80 of a-z, 0-9 and -'],
    [{ slug: '../../etc' }, '3 to 80 of a-z, 0-9 and -'],
    [{ slug: '---' }, '3 to 80 of a-z, 0-9 and -'],
    [{ title: ' ' }, 'a text that is not empty'],
    [{ summary: '## Goal' }, 'plain prose'],
    [{ summary: 'a <!-- b' }, 'a text without <!-- and -->'],
    [{ scope_bullets: [] }, 'scope_bullets'],
    [{ estimated_passes: 0 }, 'estimated_passes'],
    [{ acceptance_tags: ['a b'] }, 'a tag without spaces'],
    [{ extra: 1 }, 'extra'],
  ])('DL-19 is refused with %j', (more, problem) => expect(problemsOf(more)).toContain(problem))

  it('DL-19 whatever is accepted can be printed and read again', () => {
    const hostile = {
      title: 'A\n---\nstatus: "completed"\n# 0001 "x" \u0007',
      phase: ': [',
      summary: 'One\n## Out Of Scope\n```\nTwo',
      scope_bullets: ['a\n## Goal', '## Goal', '```', '---'],
    }
    const read = parseProposals({ proposals: [{ ...plan, ...hostile }] })
    expect(read.ok).toBe(true)
    const [proposal] = read.ok ? read.value : []
    const printed = proposal === undefined ? '' : printPlan(proposal, { spec: 's.md', criteria: [] })
    expect(parsePlan(printed, '0003-sign-in.md')).toMatchObject({
      ok: true,
      value: { status: 'active', id: '0003' },
    })
  })

  it('QA-03 answers any value', () =>
    neverCrashes(valuesWith('proposals', 'id', 'slug'), (value, file) => parseProposals(value, file)))
})
