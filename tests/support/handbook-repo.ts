/** A repository with a handbook of four phases, and a script that carries it out. */
import { commit, newRepo, write } from './sample-repo.ts'

export const handbookText = `# Handbook

## Phase 0 — Design

### 0.1 Document

> /impeccable document the design of the product

- [ ] COMPLETE

## Phase 1 — Look

### 1.1 Critique — list

> /impeccable critique the list of lessons

- [ ] COMPLETE

### 1.2 Critique — lesson

> /impeccable critique the lesson itself

- [ ] COMPLETE

## Phase 2 — Build

### 2.1 Shape — lesson

> /impeccable shape the lesson itself

- [ ] COMPLETE

### 2.2 Craft — lesson

> /impeccable craft the lesson itself

- [ ] COMPLETE

## Phase 3 — Harden

### 3.1 Harden — lesson

> /impeccable harden the lesson itself

- [ ] COMPLETE
`

const wait = { wait: '120ms' }
const writes = (match: string, path: string, text: string) => ({
  role: 'prompt-worker',
  match,
  do: [wait, { write: { path, text } }, wait],
  reply: `Wrote ${path}.`,
})

const rules = [
  writes('document the design of', 'DESIGN.md', '## Tokens\n'),
  writes('craft the lesson', 'src/lesson.txt', 'crafted\n'),
  writes('harden the lesson', 'src/lesson.txt', 'hardened\n'),
  { role: 'prompt-reader', do: [wait], reply: 'No findings.' },
  { role: 'shaper', do: [wait], reply: 'One lesson at a time.' },
  { role: 'brief-critic', do: [wait], json: { pass: true, failures: [] } },
]

const verification = { always: [{ name: 'check', run: 'test -e PRODUCT.md' }], whereTouched: [] }

export const handbookConfig = {
  checks: [{ name: 'test', run: 'true' }],
  // Tests here count steps; base-first.test.ts is about the base.
  baseCheck: 'off',
  agent: { provider: 'scripted', script: 'script.json' },
  handbook: { verification },
  // Tests here look at processes and leave marks outside of the lane; confined ones are in confined*.test.ts.
  sandbox: 'off',
}

export function handbookRepo(files: Readonly<Record<string, string>> = {}): string {
  const repo = newRepo()
  write(repo, {
    'IMPECCABLE_HANDBOOK.md': handbookText,
    'PRODUCT.md': '## Users\n\nLearners.\n',
    'src/lesson.txt': 'begun\n',
    'harness.config.json': JSON.stringify(handbookConfig),
    'script.json': JSON.stringify({ rules }),
    ...files,
  })
  commit(repo, 'Begin')
  return repo
}
