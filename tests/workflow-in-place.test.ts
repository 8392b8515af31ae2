import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { harness } from './support/harness-here.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const docs = 'docs/harness/say-more'
const writes = (role: string, path: string, text: string, reply: string, more: readonly object[] = []) => ({
  role: `workflow/${role}`,
  do: [{ write: { path, text } }, ...more],
  reply,
})

/** Two personas work side by side, the others in the folder itself. */
const rules = [
  writes('architect', '.harness/planner/proposal_architect.md', 'a\n', 'architect proposal written — a'),
  writes(
    'senior-developer',
    '.harness/planner/proposal_senior_developer.md',
    'b\n',
    'senior_dev proposal written — b',
  ),
  writes(
    'synthesizer-standard',
    `${docs}/spec.md`,
    '# Spec\n',
    'spec.md generated — 1 acceptance criteria, 0 edge cases',
  ),
  writes(
    'lead-developer',
    '.harness/generator/plan.md',
    '# Plan\n',
    'implementation plan written — plan.md (1 steps)',
  ),
  writes(
    'combined-advisor',
    '.harness/generator/review_combined.md',
    'Good.\n',
    'review written — review (0 issues, 0 suggestions)',
  ),
  writes('implementer-standard', `${docs}/changes.md`, '## Round 1 Changes\n', '1 files changed — said.txt', [
    { write: { path: 'said.txt', text: 'more\n' } },
  ]),
  { role: 'workflow/verifier', reply: 'PASS — all' },
  writes('evaluator', `${docs}/qa_report.md`, '### Verdict: PASS\n', 'PASS — all criteria met'),
]

const config = {
  checks: [{ name: 'test', run: 'true' }],
  agent: { provider: 'scripted', script: 'script.json' },
  workflow: {
    mode: 'standard',
    modelConfig: 'default',
    conventions: 'skip',
    testCmd: 'grep -q more said.txt && cat dep/node_modules/x',
  },
}

test('WF-03 without git a workflow works in the folder itself, agents side by side beside it, and no repository is made', async () => {
  const folder = join(temporaryFolder(), 'talk')
  mkdirSync(join(folder, 'dep/node_modules'), { recursive: true })
  writeFileSync(join(folder, 'said.txt'), 'less\n')
  writeFileSync(join(folder, 'dep/node_modules/x'), 'installed\n')
  writeFileSync(join(folder, 'harness.config.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'script.json'), JSON.stringify({ rules }))
  const begun = await harness(folder, ['workflow', '--yes', 'Say more'])
  expect(begun.code, `${begun.stdout}${begun.stderr}`).toBe(8)
  expect(readFileSync(join(folder, docs, 'spec.md'), 'utf8')).toBe('# Spec\n')
  // From anywhere below, the folder is found by its runs.
  const ended = await harness(join(folder, 'dep'), ['answer', 'workflow', 'proceed'])
  expect(ended.code, `${ended.stdout}${ended.stderr}`).toBe(0)
  expect(readFileSync(join(folder, 'said.txt'), 'utf8')).toBe('more\n')
  expect(readFileSync(join(folder, 'dep/node_modules/x'), 'utf8')).toBe('installed\n')
  expect(existsSync(join(folder, docs, 'qa_report.md'))).toBe(true)
  expect(existsSync(join(folder, '.git'))).toBe(false)
  expect(existsSync(`${folder}.lanes`)).toBe(false)
})
