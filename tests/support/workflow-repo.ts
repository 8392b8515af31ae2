/** Makes small repositories, and scripted agents for every role of a workflow. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Ended } from './harness.ts'
import { harness } from './harness-here.ts'
import { commit, config, newRepo, type Rule, runDirs, script, write } from './sample-repo.ts'

export const docs = 'docs/harness/say-hello'
export const branch = 'harness/say-hello'

const usage = { input: 1000, output: 100, usd: 0.01 }

/** Writes its document and says so. */
export const writes = (role: string, path: string, text: string, reply: string, more: Rule = {}): Rule => ({
  role: `workflow/${role}`,
  do: [{ write: { path, text } }],
  reply,
  usage,
  ...more,
})

export const specText = '# Say hello\n\n- [ ] hello.txt says hello\n'

export const plans = (folder = docs): Rule =>
  writes('planner', `${folder}/spec.md`, specText, 'spec.md generated — 1 acceptance criteria, 0 edge cases')

/** Changes the files, each to its text, and lists them. */
export const changes = (
  role: string,
  files: Readonly<Record<string, string>> = { 'hello.txt': 'hello\n' },
  more: Rule = {},
  folder = docs,
): Rule => {
  const names = Object.keys(files)
  const list = names.map((name) => `- ${name} — a secret reason`).join('\n')
  return {
    role: `workflow/${role}`,
    do: [
      ...names.map((path) => ({ write: { path, text: files[path] } })),
      {
        write: { path: `${folder}/changes.md`, text: `## Round 1 Changes\n\n### Created Files\n${list}\n` },
      },
    ],
    reply: `${names.length} files changed — ${names.join(', ')}`,
    usage,
    ...more,
  }
}

export const words: Rule = { role: 'workflow/verifier', reply: 'PASS — checks were run\nIn words.', usage }

export const evaluates = (folder = docs): Rule =>
  writes(
    'evaluator',
    `${folder}/qa_report.md`,
    '## QA Report — Round 1\n\n### Verdict: PASS\n',
    'PASS — all 1 criteria met',
  )

export const single = (folder = docs): readonly Rule[] => [
  plans(folder),
  changes('generator', undefined, {}, folder),
  words,
  evaluates(folder),
]

const inGenerator = (name: string): string => `.harness/generator/${name}.md`

export const patchFile = inGenerator('auto_fix_patch')
const patch = `**Confidence**: High

## Diff

\`\`\`diff
--- a/hello.txt
+++ b/hello.txt
@@ -1,1 +1,1 @@
-helo
+hello
\`\`\`
`

/** The generator never gets it right, the check names the file, and the proposer corrects it. */
export const misspells = {
  settings: { testCmd: 'grep hello hello.txt || { echo "hello.txt:1: it does not say hello"; exit 1; }' },
  generator: changes('generator', { 'hello.txt': 'helo\n' }),
  proposer: writes(
    'auto-fix-proposer',
    patchFile,
    patch,
    'auto_fix_patch written — confidence: High — a typo',
  ),
}

export const personas = ['architect', 'senior-developer', 'qa-specialist'] as const
const inPlanner = (kind: string, persona: string): string =>
  `.harness/planner/${kind}_${persona.replace('-', '_')}.md`

/** What one persona wrote, and no other. */
export const proposalOf = (persona: string): string => `${persona} would greet in its own way`

const proposes = (persona: string): Rule =>
  writes(
    persona,
    inPlanner('proposal', persona),
    `${proposalOf(persona)}\n`,
    `${persona === 'senior-developer' ? 'senior_dev' : persona.replace('-', '_')} proposal written — ${inPlanner('proposal', persona)}`,
  )

const synthesises = (role: string): Rule =>
  writes(role, `${docs}/spec.md`, specText, 'spec.md generated — 1 acceptance criteria, 0 edge cases')

const leads: Rule = writes(
  'lead-developer',
  inGenerator('plan'),
  'The plan of the lead.\n',
  `implementation plan written — ${inGenerator('plan')} (1 steps)`,
)

const reviews = (role: string, name: string, counts = '0 issues, 1 suggestions'): Rule =>
  writes(
    role,
    inGenerator(name),
    `A remark by the ${role}.\n`,
    `review written — ${inGenerator(name)} (${counts})`,
  )

export const standard: readonly Rule[] = [
  ...personas.slice(0, 2).map(proposes),
  synthesises('synthesizer-standard'),
  leads,
  reviews('combined-advisor', 'review_combined'),
  changes('implementer-standard'),
  words,
  evaluates(),
]

const scans: Rule = writes(
  'convention-scanner',
  '.harness/conventions.md',
  '# Conventions\n\nTexts end with a line break.\n',
  'conventions written — 1 areas scanned, .harness/conventions.md',
)

/** For a repository whose conventions are scanned. */
export const multi: readonly Rule[] = [
  scans,
  ...personas.map(proposes),
  ...personas.map((persona) =>
    writes(
      'cross-critic',
      inPlanner('critique', persona),
      `${persona} finds fault\n`,
      `${persona} critique written — ${inPlanner('critique', persona)}`,
      { match: inPlanner('critique', persona) },
    ),
  ),
  synthesises('synthesizer'),
  leads,
  reviews('code-quality-advisor', 'review_code_quality'),
  reviews('test-stability-advisor', 'review_test_stability', '1 scenarios, 0 recommendations'),
  changes('implementer'),
  words,
  evaluates(),
]

/** Said by the config, so that no gate asks for it. */
const settled = {
  mode: 'single',
  modelConfig: 'default',
  conventions: 'skip',
  testCmd: 'grep -q hello hello.txt',
}

export function workflowRepo(
  rules: readonly Rule[],
  settings: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> = {},
): string {
  const root = newRepo()
  write(root, {
    'README.md': 'A product.\n',
    'harness.config.json': config({ workflow: { ...settled, ...settings }, ...more }),
    'script.json': script(...rules),
  })
  commit(root, 'Begin')
  return root
}

/** Runs a command that must end with this exit code. */
export async function ends(code: number, root: string, args: readonly string[]): Promise<Ended> {
  const ended = await harness(root, args)
  expect(ended.code, `harness ${args.join(' ')}\n${ended.stdout}\n${ended.stderr}`).toBe(code)
  return ended
}

// biome-ignore lint/suspicious/noExplicitAny: what the harness wrote is looked into freely.
export const sessionOf = (root: string): any =>
  JSON.parse(readFileSync(join(root, '.harness/state.json'), 'utf8'))

/** What each call was told, by the end of its command's name: `evaluate-evaluator-1`. */
export function envelopesOf(root: string): Readonly<Record<string, string>> {
  const [run = ''] = runDirs(root, 'workflow')
  return Object.fromEntries(
    readdirSync(join(run, 'calls'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [
        name.replace(/^\d{8}-\d{6}-/, ''),
        readFileSync(join(run, 'calls', name, 'envelope.md'), 'utf8'),
      ]),
  )
}
