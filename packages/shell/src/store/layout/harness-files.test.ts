import { expect, it } from 'vitest'
import { isHarnessFile } from './harness-files.ts'

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
])('HB-55 %s is the harness’s own', (path) => expect(isHarnessFile(path)).toBe(true))

it.each([
  'IMPECCABLE_HANDBOOK.md',
  'PRODUCT.md',
  'src/.impeccable-state.json',
  '.harness/roles/reviewer.md',
  '.harness/hooks/before',
  '.harness/mine.txt',
  '.harnessed/a',
  'harness.config.json',
])('HB-55 %s is a person’s', (path) => expect(isHarnessFile(path)).toBe(false))
