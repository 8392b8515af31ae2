import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { harness } from './support/harness-here.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const docs = 'docs/harness/say-more'
const testCmd = 'grep -q more said.txt && cat dep/node_modules/x'
const writes = (role: string, path: string, text: string, reply: string, more: readonly object[] = []) => ({
  role: `workflow/${role}`,
  do: [{ write: { path, text } }, ...more],
  reply,
})

/** What a program finds in the folder that it works in: every file, and those that tell what other seats wrote. */
const found =
  "find . -path ./.git -prune -o -type f -print | sort; grep -rlE 'reason of|Verdict of|would say' --exclude-dir=.git . || true"
const looks = (path: string, first = '') => ({
  run: `seen=$(${found}); mkdir -p ${dirname(path)} && echo "${first}$seen" > ${path}`,
})

/** Two personas work side by side, the others in the folder itself. The last one of each kind looks around. */
const rules = [
  writes(
    'architect',
    '.harness/planner/proposal_architect.md',
    'I would say more.\n',
    'architect proposal written — a',
  ),
  {
    role: 'workflow/senior-developer',
    do: [looks('.harness/planner/proposal_senior_developer.md')],
    reply: 'senior_dev proposal written — b',
  },
  writes(
    'synthesizer-standard',
    `${docs}/spec.md`,
    '# Spec\n',
    'spec.md generated — 1 acceptance criteria, 0 edge cases',
  ),
  writes(
    'lead-developer',
    '.harness/generator/plan.md',
    'The reason of the plan.\n',
    'implementation plan written — plan.md (1 steps)',
  ),
  writes(
    'combined-advisor',
    '.harness/generator/review_combined.md',
    'The reason of the review.\n',
    'review written — review (0 issues, 0 suggestions)',
  ),
  writes(
    'implementer-standard',
    `${docs}/changes.md`,
    'The reason of the change.\n',
    '1 files changed — said.txt',
    [{ write: { path: 'said.txt', text: 'more\n' } }],
  ),
  { role: 'workflow/verifier', reply: 'PASS — all' },
  {
    role: 'workflow/evaluator',
    do: [{ run: testCmd }, looks(`${docs}/qa_report.md`, '### Verdict: PASS\n')],
    reply: 'PASS — all criteria met',
  },
]

const linesOf = (path: string): readonly string[] => readFileSync(path, 'utf8').trimEnd().split('\n')

/** Nothing but the project. The script has the words, since it says who writes them. */
const seen = ['./.gitignore', './harness.config.json', './said.txt', './script.json', './script.json']

const config = {
  // What an agent finds in its folder does not depend on a sandbox.
  sandbox: 'off',
  checks: [{ name: 'test', run: 'true' }],
  // Its tests are red until the agent has said more.
  baseCheck: 'off',
  agent: { provider: 'scripted', script: 'script.json' },
  workflow: {
    mode: 'standard',
    modelConfig: 'default',
    conventions: 'skip',
    testCmd,
  },
}

test('WF-03 without git a workflow works in the folder itself. WF-08, WF-13 a proposer and the evaluator find nothing there that others wrote', async () => {
  const folder = join(temporaryFolder(), 'talk')
  mkdirSync(join(folder, 'dep/node_modules'), { recursive: true })
  writeFileSync(join(folder, 'said.txt'), 'less\n')
  writeFileSync(join(folder, 'dep/node_modules/x'), 'installed\n')
  writeFileSync(join(folder, 'harness.config.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'script.json'), JSON.stringify({ rules }))
  writeFileSync(join(folder, '.gitignore'), 'docs/\nnode_modules/\n')
  // An earlier session left its proposal.
  mkdirSync(join(folder, '.harness/planner'), { recursive: true })
  writeFileSync(join(folder, '.harness/planner/proposal_architect.md'), 'I would say it all.\n')
  const begun = await harness(folder, ['workflow', '--yes', 'Say more'])
  expect(begun.code, `${begun.stdout}${begun.stderr}`).toBe(8)
  expect(readFileSync(join(folder, docs, 'spec.md'), 'utf8')).toBe('# Spec\n')
  expect(linesOf(join(folder, '.harness/planner/proposal_senior_developer.md'))).toEqual(seen)
  // From anywhere below, the folder is found by its runs.
  const ended = await harness(join(folder, 'dep'), ['answer', 'workflow', 'proceed'])
  expect(ended.code, `${ended.stdout}${ended.stderr}`).toBe(0)
  expect(readFileSync(join(folder, 'said.txt'), 'utf8')).toBe('more\n')
  expect(readFileSync(join(folder, 'dep/node_modules/x'), 'utf8')).toBe('installed\n')
  expect(linesOf(join(folder, docs, 'qa_report.md'))).toEqual([
    '### Verdict: PASS',
    ...seen.toSpliced(1, 0, './dep/node_modules/x'),
  ])
  expect(existsSync(join(folder, '.git'))).toBe(false)
  expect(existsSync(`${folder}.lanes`)).toBe(false)
})
