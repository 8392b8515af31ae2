import { expect, it } from 'vitest'
import { isHarnessFile, needsNoCommit } from './harness-files.ts'

it.each([
  '.impeccable-state.json',
  '.impeccable-halt.md',
  '.impeccable-state.json.aside',
  '.worktrees/.gitignore',
  '.worktrees/',
  '.harness/',
  '.harness/features.json',
  '.harness/memory/a.md',
  '.harness/run/state.json',
  '.harness/state.json',
  '.harness/autopilot-state.json',
  '.harness/conventions.md',
  '.harness/planner/plan.md',
  '.harness/generator/',
  '.harness/sessions/spec/state.json',
  '.harness/learnings.md',
])('HB-55 %s is the harness’s own', (path) => expect(isHarnessFile(path)).toBe(true))

it.each([
  'IMPECCABLE_HANDBOOK.md',
  'PRODUCT.md',
  'src/.impeccable-state.json',
  '.harness/roles/reviewer.md',
  '.harness/hooks/before',
  '.harness/mine.txt',
  '.harness/state.json.mine',
  '.harness/stateXjson',
  '.harness/config.json',
  '.harness/sessions.md',
  'docs/harness/say-hello/spec.md',
  '.harnessed/a',
  'harness.config.json',
])('HB-55 %s is a person’s', (path) => expect(isHarnessFile(path)).toBe(false))

it('WF-05 the documents of a session need no commit before another run, and other pages do', () => {
  expect(needsNoCommit('docs/harness/say-hello/spec.md')).toBe(true)
  expect(needsNoCommit('.harness/state.json')).toBe(true)
  for (const path of [
    'docs/harness/overview.md',
    'docs/harness/say-hello/mine.md',
    'old/docs/harness/a/spec.md',
  ])
    expect(needsNoCommit(path)).toBe(false)
})
