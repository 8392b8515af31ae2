import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseConfigText } from './config/parse-config.ts'
import { parsePlan } from './plan/parse-plan.ts'
import { scanPlanHeader } from './plan/scan-plan-header.ts'
import { parseScriptText } from './script/parse-script.ts'

const example = new URL('../../../examples/receipt/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, example), 'utf8')
const problemsOf = (result: { readonly ok: boolean }): unknown =>
  'problems' in result ? result.problems : []

it('QA-20 the sample product is written in our formats', () => {
  expect(problemsOf(parseConfigText(read('harness.config.json'), 'harness.config.json'))).toEqual([])
  expect(problemsOf(parseScriptText(read('harness.script.yaml'), 'harness.script.yaml'))).toEqual([])
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
