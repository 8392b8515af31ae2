/** The page of missions names what there is: its config is taken as it stands, and nothing of a mission is left out. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exitCode } from '@harness/core/kernel/exit-code'
import { parseConfigText } from '@harness/formats/config/parse-config'
import { expect, test } from 'vitest'

const textOf = (page: string): string =>
  readFileSync(fileURLToPath(new URL(`../docs/${page}`, import.meta.url)), 'utf8')
const page = textOf('mission.md')
const named = (...names: readonly string[]) => names.filter((name) => !page.includes(`\`${name}\``))

test('MI-29 the config of the page is one that the program takes', () => {
  const [, config = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  expect(parseConfigText(config, 'harness.config.json')).toMatchObject({ ok: true })
})

test('MI-29 the page names every setting of missions', () => {
  const schema = JSON.parse(textOf('harness.config.schema.json'))
  const settings = Object.keys(schema.properties.mission.properties)
  expect(settings.filter((name) => !page.includes(`"${name}"`) && !page.includes(`\`${name}\``))).toEqual([])
})

test('MI-29 the page names every exit code, every hook, and every kind of notice', () => {
  const [, table = ''] = /## Exit codes\n([\s\S]*?)\n## /.exec(page) ?? []
  const codes = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  expect(codes).toEqual(Object.values(exitCode))
  const moments = ['worker', 'validator'].flatMap((role) => [`pre-${role}`, `post-${role}`])
  const hooks = [
    'feature-passed',
    'feature-failing',
    'checkpoint-fired',
    'escalate',
    'smoke-pass',
    'smoke-fail',
  ]
  expect(named(...moments, ...hooks.map((hook) => `on-${hook}`))).toEqual([])
  expect(named('done', 'escalate', 'cost-warn', 'cost-cap', 'max-iter', 'checkpoint')).toEqual([])
})

test('MI-29 the page begins with at most five sentences', () => {
  const [, first = ''] = /^# Missions\n([\s\S]*?)\n\n/.exec(page) ?? []
  expect(first.split(/\.\s|\.$/).filter((sentence) => sentence.trim() !== '').length).toBeLessThanOrEqual(5)
})

test('MI-29 the diagram of a mission has about ten places, each a phase of its state', () => {
  const [, diagram = ''] = /```mermaid\n([\s\S]*?)```/.exec(textOf('states/mission.md')) ?? []
  const places = new Set(
    [...diagram.matchAll(/^ {2}(\w+) --> (\w+):/gm)].flatMap(([, from, to]) => [from, to]),
  )
  expect([...places].sort()).toEqual([
    'curate',
    'decided',
    'document',
    'gate',
    'idle',
    'orchestrate',
    'over',
    'plan',
    'read',
    'review',
    'smoke',
  ])
})
