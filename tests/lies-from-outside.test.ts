/**
 * What code of an agent tries beside its lane, in its turn and in a check that runs what it wrote: each deed by its name. One
 * run tries all deeds of a place; what became of the operator's work is looked at from outside. Another run without a sandbox
 * does them all: so each of them can be done, and only the sandbox is in its way.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { count } from '@harness/formats/test-support/figures'
import { beforeAll, describe, expect, test } from 'vitest'
// In a process of its own: its environment is one of the aims.
import { harness, harnessJson as harnessProcess } from './support/harness.ts'
import { harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  config,
  delivers,
  git,
  operatorState,
  runDirs,
  sampleRepo,
  script,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'
import { canConfine } from './support/sandbox.ts'

/** Shell code that succeeds only if the deed was done; `$R` is the checkout, `$S` the state directory. */
type Deed = readonly [name: string, line: string]

const runOf = '$(ls -d "$S"/runs/0001/*/ | head -1)'
const answer = '{"type":"answer","gate":"x","answer":{"choice":"grant","reason":"","by":"agent"},"at":1}'

const shared: readonly Deed[] = [
  ['deletes a user’s branch', 'git -C "$R" branch -D keep'],
  ['drops the stash', 'git -C "$R" stash drop'],
  ['prunes objects', 'test -d "$R/.git/objects" && git -C "$R" gc --prune=now'],
  ['plants a hook', 'echo evil > "$R/.git/hooks/pre-commit"'],
  ['sets core.fsmonitor of the main repository', 'git -C "$R" config core.fsmonitor evil'],
  ['overwrites files of the checkout', 'test -s "$R/README.md" && echo evil > "$R/README.md"'],
  ['commits on main in the checkout', 'git -C "$R" commit --allow-empty -m evil'],
  [
    'reads the harness’s environment',
    "cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -q OF_THE_HARNESS",
  ],
  ['ticks all boxes of a handbook', 'sed -i \'s/- \\[ \\]/- [x]/\' "$R/IMPECCABLE_HANDBOOK.md"'],
]
/** The last one: without a sandbox the run ends as soon as it sees that. */
const rewrites: Deed = [
  'rewrites a journal line with a right checksum',
  `f=${runOf}/journal.ndjson; test -s "$f" && sed -i 's/a/b/' "$f"`,
]
const inCheck: readonly Deed[] = [
  ...shared,
  [
    'stubs the runner for its next run',
    // The second of these two checks would see it.
    'test -e node_modules/.bin/stub || { mkdir -p node_modules/.bin && echo > node_modules/.bin/stub && false; }',
  ],
  rewrites,
]
const inTurn: readonly Deed[] = [
  ...shared,
  ['forges a memory of the harness', 'test -d "$S" && echo "{}" > "$S/ignored-memory.json"'],
  [
    'forges answers in the inbox before the gate opens',
    `d=${runOf}; test -d "$d" && mkdir -p "$d/inbox" && echo '${answer}' > "$d/inbox/a.json"`,
  ],
  ['puts a file into another lane', 'test -d "$R.lanes/lane-2" && echo evil > "$R.lanes/lane-2/evil.txt"'],
  ['puts a file into a room', 'test -d "$R.lanes/room-1" && echo evil > "$R.lanes/room-1/evil.txt"'],
  rewrites,
]

/** It goes on after its turn: it grants a gate as soon as there is one, and writes into the checkout. */
const stays = `
cd /
for i in $(seq 100); do
  test -e "$R/enough" && exit
  granted=
  for d in "$S"/runs/0001/*; do
    test -s "$d/journal.ndjson" && mkdir -p "$d/inbox" && echo late > "$d/inbox/late.json" && granted=yes
  done
  test -d "$R/.git" && { grep -q yes "$R/late" || echo "late $granted" > "$R/late"; }
  sleep 0.05
done`

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const program = (root: string, deeds: readonly Deed[]): string => `
R='${root}'
S="$R/.harness/run"
env -i PATH="$PATH" R="$R" S="$S" setsid sh -c ${shellQuoted(stays)} > /dev/null 2>&1 &
test "$1" = wait && until grep -q "late yes" "$R/late"; do sleep 0.05; done
${deeds.map(([name, line]) => `if sh -c 'R="$1"; S="$2"; eval "$3"' - "$R" "$S" ${shellQuoted(line)} > /dev/null 2>&1; then echo "did ${name}"; else echo "could not ${name}"; fi`).join('\n')}
exit 0
`

type Place = 'check' | 'turn'
const secret = { OF_THE_HARNESS: 'a-value' }

interface Armed {
  readonly place: Place
  readonly deeds: readonly Deed[]
  readonly sandbox: 'required' | 'off'
  /** The line that tries all deeds. */
  readonly line: string
}

/** A repository with something to lose; all that a deed aims at is there. */
function armed({ place, deeds, sandbox, line }: Armed): string {
  const ofTurn = place === 'check' ? [] : [{ run: `{ ${line}; } > tried.txt` }]
  const root = sampleRepo({
    'IMPECCABLE_HANDBOOK.md': '- [ ] 1.1\n',
    'attack.sh': '',
    '.gitignore': 'node_modules/\n',
    'harness.config.json': config({
      sandbox,
      checks: [
        { name: 'hello', run: 'grep -q hello hello.txt' },
        { name: 'attack', run: place === 'check' ? line : 'cat tried.txt' },
        { name: 'again', run: place === 'check' ? line : 'true' },
      ],
    }),
    'script.json': script({ ...delivers, do: [...delivers.do, ...ofTurn] }, approves),
  })
  write(root, { 'attack.sh': program(root, deeds) })
  commit(root, 'Arm')
  git(root, 'branch', 'keep')
  write(root, { 'README.md': 'Stashed.\n' })
  git(root, 'stash')
  for (const folder of ['lane-2', 'room-1']) mkdirSync(`${root}.lanes/${folder}`, { recursive: true })
  return root
}

interface Tried {
  readonly root: string
  readonly before: Readonly<Record<string, string>>
  readonly said: string
}

async function tryAll(place: Place, deeds: readonly Deed[]): Promise<Tried> {
  const root = armed({ place, deeds, sandbox: 'required', line: 'sh attack.sh' })
  const before = operatorState(root)
  const { code, value } = await harnessProcess(root, ['run'], { env: secret })
  expect({ code, outcome: value.outcome }).toEqual({ code: 0, outcome: 'done' })
  const { value: shown } = await harnessJson(root, ['show', '0001'])
  const outputs = shown.evidence.map(({ outputTail }: { readonly outputTail: string }) => outputTail)
  return { root, before, said: outputs.join('\n') }
}

/** What a run without a sandbox comes to is no matter: its journal is rewritten. */
async function doAll(place: Place, deeds: readonly Deed[]): Promise<string> {
  const said = join(temporaryFolder(), 'said')
  // A room holds without a sandbox, too: the stub of an earlier check has to be there.
  const stub = 'mkdir -p node_modules/.bin; echo > node_modules/.bin/stub'
  const line = `${stub}; sh attack.sh wait >> '${said}'`
  const root = armed({ place, deeds, sandbox: 'off', line })
  await harness(root, ['run'], { env: secret })
  write(root, { enough: '' })
  expect(readFileSync(join(root, 'late'), 'utf8')).toBe('late yes\n')
  return readFileSync(said, 'utf8')
}

describe.skipIf(!canConfine).each([
  ['check', inCheck],
  ['turn', inTurn],
] as const)('TR-01 from a %s, agent code never', (place, deeds) => {
  let tried: Tried
  beforeAll(async () => {
    tried = await tryAll(place, deeds)
  })

  test.each(deeds.map(([name]) => name))('%s', (name) => {
    count('attacks tried', 'confined')
    expect(tried.said).toContain(`could not ${name}`)
    expect(tried.said).not.toContain(`did ${name}`)
  })
  test('grants a gate later, or writes into the checkout, from a process that stays', () => {
    count('attacks tried', 'confined')
    expect(existsSync(join(tried.root, 'late'))).toBe(false)
    const [run = ''] = runDirs(tried.root)
    expect(existsSync(join(run, 'inbox/late.json'))).toBe(false)
  })
  test('leaves a mark in the work of the operator', () => {
    for (const folder of ['lane-2', 'room-1'])
      expect(existsSync(`${tried.root}.lanes/${folder}/evil.txt`)).toBe(false)
    const after = operatorState(tried.root)
    for (const part of ['stashes', 'config', 'hooks', 'README.md', 'IMPECCABLE_HANDBOOK.md'])
      expect(after[part], part).toBe(tried.before[part])
    expect(git(tried.root, 'branch', '--list', 'keep')).toContain('keep')
    expect(git(tried.root, 'log', '--format=%s', 'main')).not.toContain('evil')
    expect(readFileSync(join(tried.root, 'README.md'), 'utf8')).not.toContain('evil')
  })
  test('fails at any of that without a sandbox', async () => {
    const said = await doAll(place, deeds)
    expect(deeds.map(([name]) => name).filter((name) => !said.includes(`did ${name}\n`))).toEqual([])
  })
})
