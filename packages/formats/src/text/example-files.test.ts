import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseConfigText } from '../config/parse-config.ts'
import { lintHandbook } from '../documents/handbook/lint-handbook.ts'
import { parseHandbook } from '../documents/handbook/parse-handbook.ts'
import { parseRuleDocument } from '../documents/handbook/rule-document.ts'
import { parsePlan } from '../documents/plan/parse-plan.ts'
import { scanPlanHeader } from '../documents/plan/scan-plan-header.ts'
import { parseScriptText } from '../records/script/parse-script.ts'

const examples = new URL('../../../../examples/', import.meta.url)
const example = new URL('receipt/', examples)
const read = (path: string, from = example): string => readFileSync(new URL(path, from), 'utf8')
const problemsOf = (result: { readonly ok: boolean }): unknown =>
  'problems' in result ? result.problems : []

it.each(['receipt/', 'ferry/'])('QA-20 the sample product %s is written in our formats', (name) => {
  const from = new URL(name, examples)
  expect(problemsOf(parseConfigText(read('harness.config.json', from), 'harness.config.json'))).toEqual([])
  expect(problemsOf(parseScriptText(read('harness.script.yaml', from), 'harness.script.yaml'))).toEqual([])
})

it('HB-40 the linter has nothing to say about the sample handbook', () => {
  const ferry = new URL('ferry/', examples)
  const { findings, handbook } = lintHandbook({
    read: parseHandbook(read('IMPECCABLE_HANDBOOK.md', ferry), 'IMPECCABLE_HANDBOOK.md'),
    skeleton: read('.impeccable-skeleton.json', ferry),
    product: parseRuleDocument(read('PRODUCT.md', ferry)),
    design: null,
    files: { handbook: 'IMPECCABLE_HANDBOOK.md', skeleton: '.impeccable-skeleton.json' },
    exists: (path) => existsSync(new URL(path, ferry)),
  })
  expect(findings).toEqual([])
  expect(handbook.phases.map(({ number }) => number)).toEqual([0, 1, 2, 3])
})

it('DL-02 the plans of the sample product are right, and plain enough for the line scan', () => {
  const plans = readdirSync(new URL('docs/exec-plans/active/', example)).map(
    (name) => `docs/exec-plans/active/${name}`,
  )
  expect(plans.length).toBeGreaterThan(2)
  for (const path of plans) {
    expect(problemsOf(parsePlan(read(path), path))).toEqual([])
    expect(scanPlanHeader(read(path))).not.toBe(null)
  }
})

it('MI-01 the sample mission is written in our formats', () => {
  const toolshed = new URL('../toolshed/', example)
  const [config, script] = ['harness.config.json', 'harness.script.yaml'] as const
  const text = (path: string): string => readFileSync(new URL(path, toolshed), 'utf8')
  expect(problemsOf(parseConfigText(text(config), config))).toEqual([])
  expect(problemsOf(parseScriptText(text(script), script))).toEqual([])
})
