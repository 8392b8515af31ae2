import type { Proposal } from '@harness/core/playbooks/planning/proposal'
import { describe, expect, it } from 'vitest'
import { folderText } from '../codec/folder-text.ts'
import { parsePlan } from '../plan/parse-plan.ts'
import { planAdvice } from '../plan/plan-advice.ts'
import { newPlansCodec } from './new-plans-codec.ts'
import { printPlan } from './print-plan.ts'

const proposal: Proposal = {
  id: '0003',
  slug: 'sign-in',
  title: 'Sign in: with "Google" & co',
  phase: 'Auth & Access',
  dependsOn: ['0001'],
  estimatedPasses: 2,
  summary: 'People can sign in.',
  scope: ['src/auth.js', 'A route /login'],
  acceptanceTags: ['auth/google-signin'],
}
const criteria = [
  {
    tag: 'auth/google-signin',
    text: 'An operator can sign in.',
    testedBy: [],
    coveredBy: [],
    connections: [],
  },
]
const edit = { proposals: [proposal], spec: 'docs/main.md', criteria }
const world = { redact: (text: string) => text, has: () => false }
const rewrite = (
  active: Readonly<Record<string, string>>,
  completed: Readonly<Record<string, string>> = {},
) => newPlansCodec.rewrite?.([folderText(active), folderText(completed)], [edit], world)
const text = printPlan(proposal, edit)

describe('DL-19 new plans are written', () => {
  it('DL-19 DL-02 as files that read back as what was proposed, without advice', () => {
    const read = parsePlan(text, 'plans/0003-sign-in.md')
    expect(read).toMatchObject({
      ok: true,
      value: {
        id: '0003',
        slug: 'sign-in',
        title: proposal.title,
        phase: proposal.phase,
        status: 'active',
        dependsOn: ['0001'],
        estimatedPasses: 2,
        acceptanceTags: ['auth/google-signin'],
        body: expect.stringContaining('`auth/google-signin` passes: An operator can sign in.'),
      },
    })
    expect(read.ok && planAdvice(read.value)).toEqual([])
  })

  it('DL-19 in the folder of the active plans; again it changes nothing', () => {
    const written = { texts: [{ file: 0, name: '0003-sign-in.md', text }], refused: [] }
    expect(rewrite({ '0001-a.md': 'x' })).toEqual(written)
    expect(rewrite({ '0003-sign-in.md': text })).toEqual(written)
  })

  it.each([
    ['an active plan', { '0003-other.md': 'x' }, {}],
    ['a plan of the same name with other words', { '0003-sign-in.md': 'x' }, {}],
    ['a completed plan', {}, { '0003-other.md': 'x' }],
  ])('DL-19 none of them beside %s with the same id', (_what, active, completed) => {
    expect(rewrite(active, completed)).toMatchObject({
      texts: [],
      refused: [
        { reason: 'taken', problems: [expect.stringContaining('id-collision: 0003 is the id of 0003-')] },
      ],
    })
  })
})
