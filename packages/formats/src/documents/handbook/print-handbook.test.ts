import { describe, expect, it } from 'vitest'
import { generationContracts } from '../../answers/handbook-generation/contracts.ts'
import { parseStructuredHandbookPlan } from '../../answers/handbook-generation/planned-handbook.ts'
import { contractsOf } from '../../test-support/contracts-of.ts'
import { lintHandbook } from './lint-handbook.ts'
import { parseHandbook } from './parse-handbook.ts'
import { printHandbook } from './print-handbook.ts'
import { parseRuleDocument } from './rule-document.ts'
import { plannedAnswer, plannedFor } from './test-support/planned.ts'

const contractNamed = contractsOf(...generationContracts)

const planOf = (answer: unknown) => {
  const plan = parseStructuredHandbookPlan(answer)
  if (!plan.ok) throw new Error(JSON.stringify(plan.problems))
  return plan.value
}
const problemsOf = (answer: unknown) => {
  const plan = parseStructuredHandbookPlan(answer)
  return plan.ok ? [] : plan.problems.map(({ field, expected }) => `${field}: ${expected}`)
}
const lint = (answer: unknown) => {
  const printed = printHandbook(planOf(answer))
  return lintHandbook({
    read: parseHandbook(printed.handbook, 'H.md'),
    skeleton: printed.skeleton,
    product: parseRuleDocument(plannedFor['PRODUCT.md'] ?? ''),
    design: null,
    files: { handbook: 'H.md', skeleton: 'S.json' },
    exists: (path) => Object.keys(plannedFor).some((file) => file === path || file.startsWith(`${path}/`)),
  })
}

const changed = (more: Readonly<Record<string, unknown>>) => {
  const [first, ...others] = plannedAnswer.phases
  const [prompt, ...prompts] = first?.prompts ?? []
  return {
    ...plannedAnswer,
    phases: [{ ...first, prompts: [{ ...prompt, ...more }, ...prompts] }, ...others],
  }
}

describe('HB-42 a planned handbook', () => {
  it('is printed so that the linter has nothing to say and every field comes back', () => {
    const { findings, handbook } = lint(plannedAnswer)
    expect(findings).toEqual([])
    expect(handbook.determinismNotes.trim()).toBe('- No new dependencies.')
    expect(handbook.phases).toMatchObject([
      { number: 1, title: 'Look', preamble: 'Only read.', close: null },
      { number: 2, close: { commands: ['npm run check'], prompt: 'Does the page say one thing?' } },
    ])
    expect(handbook.prompts).toMatchObject([
      {
        id: '1.1',
        phase: 1,
        title: 'critique the home page',
        verb: 'critique',
        text: '/impeccable critique src/pages/home.html for people in a hurry; reject carousels by name.',
        box: 'open',
        anchors: { paths: ['src/pages/home.html'], productRules: ['The Quiet Rule'], designRules: [] },
        budget: { loc: 40, locFloor: 10, files: 1, filesFloor: 0 },
        expectedSignal: 'allow_empty',
        success: 'The page says "one thing"; nothing blinks.',
        failureModes: 'A menu of options.',
      },
      {
        id: '2.1',
        budget: { loc: null, files: null },
        pairedWith: '2.2',
        expectedSignal: 'require_nonempty',
      },
      { id: '2.2', dependsOn: ['2.1'], anchors: { paths: ['src/pages', 'src/styles.css'] } },
    ])
  })

  it('takes a prompt of several lines as one paragraph', () =>
    expect(
      lint(changed({ text: '/impeccable critique\n\n- [ ] COMPLETE\n> all' })).handbook.prompts[0],
    ).toMatchObject({
      text: '/impeccable critique - [ ] COMPLETE > all',
      box: 'open',
    }))

  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{ success: 'It --> ends' }, 'phases[0].prompts[0].success: a text without <!-- and -->'],
    [{ text: '  ' }, 'phases[0].prompts[0].text: a text that is not empty'],
    [{ paths: ['a;b'] }, 'phases[0].prompts[0].paths[0]: a name without , ; { }'],
    [{ id: 'one' }, 'phases[0].prompts[0].id: an id such as "2.3"'],
    [{ loc: -1 }, 'phases[0].prompts[0].loc: a number of at least 0'],
  ])('refuses what cannot be printed: %j', (more, problem) =>
    expect(problemsOf(changed(more))).toEqual([problem]),
  )

  it('what the schema cannot see, the linter does', () =>
    expect(
      lint(changed({ id: '3.1', paths: ['src/none.html'], product_md_rules: ['Quiet'] })).findings.map(
        ({ rule }) => rule,
      ),
    ).toEqual(['id-of-other-phase', 'unknown-anchor', 'missing-path']))

  it('prose is no plan', () => {
    const contract = contractNamed('handbook-plan')
    expect(contract.parse(undefined, 'Here is a plan.')).toMatchObject({ ok: false })
    expect(contract.parse(undefined, JSON.stringify(plannedAnswer))).toMatchObject({ ok: true })
    expect(contract.jsonSchema).toMatchObject({ type: 'object', required: ['determinism_notes', 'phases'] })
  })
})
