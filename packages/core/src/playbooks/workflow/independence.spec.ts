import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenLane } from '../../effects/open-lane.ts'
import { given } from './test-support/given.ts'
import { answers, checks, evaluates, says } from './test-support/happenings.ts'
import { playbook } from './test-support/plain-input.ts'

const personas = ['architect', 'senior-developer', 'qa-specialist']
const approve = answers('spec', 'proceed')
/** A text that nothing else contains. */
const marked = fc.stringMatching(/^[a-z`#* \n]{0,20}$/).map((text) => `${text}<<mark>>`)

const proposed = (texts: readonly string[]) =>
  personas.map((who, index) => says(who, { wrote: `${who}: ${texts[index] ?? ''}` }))

/** What the harness writes itself, without what stands in fences. */
const outsideFences = (text: string): string => text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')

describe('WF-08 independence', () => {
  it('no proposal sees another, a critique sees exactly the other two, the synthesis sees all', () => {
    fc.assert(
      fc.property(fc.tuple(marked, marked, marked), (texts) => {
        const story = given({ mode: 'multi' }, ...proposed(texts)).rest()
        const calls = (work: string) => story.calls.filter(({ id }) => id.includes(`/${work}/`))
        const seen = (slices: readonly { readonly text: string }[]) =>
          personas.filter((who) => slices.some(({ text }) => text.includes(`${who}: `)))
        for (const call of calls('proposals')) expect(seen(call.slices)).toEqual([])
        for (const call of calls('critiques')) {
          const own = call.id.split('/')[2]
          expect(seen(call.slices)).toEqual(personas.filter((who) => who !== own))
        }
        for (const call of calls('synthesis')) expect(seen(call.slices)).toEqual(personas)
      }),
      { numRuns: 10 },
    )
  })

  it('every persona starts from the same commit in a lane of its own, with nothing of another in it', () => {
    const story = given({ mode: 'multi' }).rest()
    const starts = story.calls.slice(0, 6).map(({ lane, startCommit }) => `${lane} ${startCommit}`)
    expect(new Set(starts).size).toBe(3)
  })

  it('discovery notes are in the first proposals only, also if they are empty', () => {
    const story = given({ mode: 'multi' }).rest()
    for (const call of story.calls)
      expect(call.slices.some(({ label }) => label.startsWith('Discovery notes'))).toBe(
        call.id.includes('/proposals/'),
      )
  })
})

describe('WF-13 the evaluator', () => {
  const forbidden = /\b(generator|ai|agent)\b/i

  it('gets the spec and paths: no plan, no review, no reasons, and no word of who made the change', () => {
    const secrets = ['the secret plan', 'the secret review', 'the secret reason']
    const [plan = '', review = '', reason = ''] = secrets
    const story = given(
      { mode: 'standard', scope: 'src/**' },
      approve,
      says('lead-developer', { wrote: plan }),
      says('combined-advisor', { wrote: review }),
      says('implementer-standard', { wrote: reason, text: `1 files changed — x\n${reason}` }),
      evaluates('FAIL L3 — a bug'),
      answers('qa-layer-3', 'fix'),
      checks('Test'),
    ).rest()
    const calls = story.calls.filter(({ role }) => role === 'workflow/evaluator')
    expect(calls).toHaveLength(2)
    for (const { slices } of calls) {
      const text = slices.map((slice) => `${slice.label}\n${slice.text}`).join('\n')
      expect(text).toContain('src/sum.ts')
      expect(text).toContain('<synthesis/synthesizer-standard/1>')
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(outsideFences(text)).not.toMatch(forbidden)
    }
  })

  it('works in place in a lane of its own, from the commit that it judges, without the documents of the run', () => {
    const story = given({ inPlace: true }, approve)
    const opened: OpenLane[] = []
    for (const state of story.rest().states) {
      const decision = playbook.decide(state)
      if (decision.type === 'perform')
        opened.push(...decision.commands.filter((command) => command.type === 'OpenLane'))
    }
    expect(opened.at(-1)).toMatchObject({
      lane: 'workflow-sum-evaluator',
      baseBranch: 'harness/sum',
      copiesIgnored: { except: expect.arrayContaining(['docs/harness/sum/', '.harness/planner/']) },
    })
    expect(story.call('evaluator').lane).toBe('workflow-sum-evaluator')
    expect(story.order()).toContain('CloseLane close/evaluator')
    expect(given({}, approve).rest().order()).not.toContain('OpenLane open/evaluator')
  })

  it('is told by no output of a check, scope or command who made the change, outside fences', () => {
    const commands = { build: 'ai build', test: 'npm run agent', lint: null, typeCheck: null }
    const story = given(
      { commands, scope: 'generator/**' },
      approve,
      ...Array(4).fill(checks('Test')),
      answers('verify', 'continue'),
    ).rest()
    expect(
      outsideFences(
        story
          .call('evaluator')
          .slices.map(({ text }) => text)
          .join('\n'),
      ),
    ).not.toMatch(forbidden)
    expect(story.envelope('evaluator')).toContain('npm run agent')
  })
})
