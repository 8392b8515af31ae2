/** Makes repositories to measure on. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { call } from './processes.ts'

export function sampleRepo(root: string, files: Iterable<readonly [path: string, text: string]>): string {
  mkdirSync(root, { recursive: true })
  call(root, 'git', 'init', '--quiet', '--initial-branch=main')
  call(root, 'git', 'config', 'user.name', 'Bench')
  call(root, 'git', 'config', 'user.email', 'bench@example.com')
  writeFiles(root, files)
  call(root, 'git', 'add', '--all')
  call(root, 'git', 'commit', '--quiet', '--message', 'Begin')
  return root
}

export function writeFiles(root: string, files: Iterable<readonly [path: string, text: string]>): void {
  const known = new Set<string>()
  for (const [path, text] of files) {
    const file = join(root, path)
    const folder = dirname(file)
    if (!known.has(folder)) mkdirSync(folder, { recursive: true })
    known.add(folder)
    writeFileSync(file, text)
  }
}

export const sampleConfig: readonly [path: string, text: string] = [
  'harness.config.json',
  JSON.stringify({
    checks: [{ name: 'test', run: 'true' }],
    agent: { provider: 'scripted', script: 'harness.script.yaml' },
  }),
]

/** A product with plans that a scripted agent delivers at once, one file each. */
export function deliverable(
  root: string,
  {
    plans,
    check,
    files = [],
  }: {
    readonly plans: number
    readonly check: string
    readonly files?: Iterable<readonly [path: string, text: string]>
  },
): string {
  const ids = Array.from({ length: plans }, (_, n) => String(n + 1).padStart(4, '0'))
  const rules = ids.map((id) => ({
    role: 'implementer',
    match: `# Plan ${id}`,
    do: [{ write: { path: `src/${id}.txt`, text: `${id}\n` } }],
    reply: 'Done.',
  }))
  return sampleRepo(root, [
    [
      'harness.config.json',
      JSON.stringify({
        checks: [{ name: 'test', run: check }],
        agent: { provider: 'scripted', script: 'script.json' },
      }),
    ],
    ['script.json', JSON.stringify({ rules: [...rules, { role: 'reviewer', reply: 'No findings.' }] })],
    ...files,
    ...ids.map((id): readonly [string, string] => [`docs/exec-plans/active/${id}-plan.md`, planText(id)]),
  ])
}

const planText = (id: string): string =>
  `---\nid: "${id}"\ntitle: Plan ${id}\nphase: one\nstatus: active\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: []\n---\n# ${id} Plan ${id}\n\n## Goal\nOne file.\n`
