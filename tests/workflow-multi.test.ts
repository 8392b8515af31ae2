/** A workflow in multi mode: fourteen agents on one task, and what each of them is told. */
import { expect, it } from 'vitest'
import { harnessJson } from './support/harness-here.ts'
import { shownWrongly } from './support/role-page.ts'
import { git, type Rule, temporaryFolder } from './support/sample-repo.ts'
import {
  branch,
  ends,
  envelopesOf,
  multi,
  personas,
  proposalOf,
  sessionOf,
  workflowRepo,
} from './support/workflow-repo.ts'

/** Each proposal waits until all have begun: one after the other, none would end. */
function sideBySide(rule: Rule): Rule {
  const persona = personas.find((one) => rule.role === `workflow/${one}`)
  if (persona === undefined) return rule
  const wait = `touch ${meeting}/${persona}; until [ $(ls ${meeting} | wc -l) = 3 ]; do sleep 0.05; done`
  return { ...rule, do: [{ run: wait }, ...(rule.do as readonly Rule[])] }
}
const meeting = temporaryFolder()

/** Without the blocks of repository data. */
const unfenced = (envelope: string): string => envelope.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')

it('AG-18, WF-07, WF-08, WF-10, WF-13 proposals come side by side and independent, and the evaluator is told nothing of who worked', async () => {
  const root = workflowRepo(multi.map(sideBySide), { conventions: 'scan' })
  await ends(8, root, ['workflow', 'Say hello', '--yes', '--mode', 'multi', '--model-config', 'economy'])
  expect(sessionOf(root)).toMatchObject({
    mode: 'multi',
    model_config: {
      preset: 'economy',
      executor: 'haiku',
      advisor: 'sonnet',
      evaluator: 'sonnet',
      verifier: 'haiku',
    },
  })
  await ends(8, root, ['answer', 'workflow', 'proceed'])
  await ends(0, root, ['answer', 'workflow', 'code'])
  expect(git(root, 'show', '--format=%s', '--name-only', branch)).toBe('Say hello\n\nhello.txt')

  const told = envelopesOf(root)
  expect(Object.keys(told).toSorted()).toEqual([
    'critiques-architect-1',
    'critiques-qa-specialist-1',
    'critiques-senior-developer-1',
    'evaluate-evaluator-1',
    'implement-implementer-1',
    'lead-lead-developer-1',
    'proposals-architect-1',
    'proposals-qa-specialist-1',
    'proposals-senior-developer-1',
    'reviews-code-quality-advisor-1',
    'reviews-test-stability-advisor-1',
    'scan-convention-scanner-1',
    'synthesis-synthesizer-1',
    'word-verifier-1',
  ])
  for (const persona of personas) {
    const others = personas.filter((one) => one !== persona)
    expect(told[`proposals-${persona}-1`]).not.toContain('in its own way')
    const critique = told[`critiques-${persona}-1`] ?? ''
    for (const other of others) expect(critique).toContain(proposalOf(other))
    expect(critique).not.toContain(proposalOf(persona))
  }
  expect(told['synthesis-synthesizer-1']?.match(/in its own way|finds fault/g)).toHaveLength(6)
  expect(told['implement-implementer-1']?.match(/The plan of the lead|A remark by/g)).toHaveLength(3)

  const evaluator = told['evaluate-evaluator-1'] ?? ''
  expect(evaluator).toContain('hello.txt (created)')
  expect(evaluator).not.toMatch(/secret reason|plan of the lead|A remark|finds fault|in its own way/)
  expect(unfenced(evaluator)).not.toMatch(/\b(generators?|ais?|agents?)\b/i)

  const onPage = multi.map(({ role }) => String(role)).filter((role) => !/verifier|evaluator/.test(role))
  expect(shownWrongly({ root, subject: 'workflow' }, onPage)).toEqual([])

  const { value } = await harnessJson(root, ['show', 'workflow'])
  expect(value).toMatchObject({ state: 'done', lane: null, spent: { calls: 14, tokens: 14 * 1100 } })
  const opened = value.steps.filter(({ type }: { type: string }) => type === 'OpenLane')
  expect(opened.map(({ command }: { command: string }) => command.split('/')[2]).toSorted()).toEqual(
    ['main', ...personas, ...personas, 'code-quality-advisor', 'test-stability-advisor'].toSorted(),
  )
})
