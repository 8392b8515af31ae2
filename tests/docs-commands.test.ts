/** Runs the command lines of the docs, or says which other test runs them: a new line without either fails here. */
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { calledBy, commandLinesOf, type DocLine, ownPages, textOf, wordsOf } from './support/docs-commands.ts'
import { ofReaders, ranElsewhere, toolsOfTheProject, walkedPages } from './support/docs-commands-elsewhere.ts'
import { harness } from './support/harness-here.ts'
import {
  approves,
  commit,
  config,
  git,
  newRepo,
  planPath,
  planText,
  sampleRepo,
  script,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'

/** A command line as a page has it, and its exit code. */
type Step = readonly [line: string, code: number]

interface Scenario {
  readonly title: string
  readonly repo: () => string
  readonly steps: readonly Step[]
  readonly env?: Readonly<Record<string, string>>
}

const delivers = (plan: string) => ({
  role: 'implementer',
  match: `# ${plan} `,
  do: [{ write: { path: `${plan}.txt`, text: `${plan}\n` } }],
  reply: 'Done.',
})

const repoWithPlans =
  (more: Readonly<Record<string, unknown>> = {}) =>
  (): string =>
    sampleRepo({
      'harness.config.json': config({ checks: [{ name: 'test', run: 'true' }], ...more }),
      'script.json': script(...['0001', '0002', '0007'].map(delivers), approves),
      [planPath('0001')]: planText('0001'),
      [planPath('0002')]: planText('0002'),
      [planPath('0007')]: planText('0007', { dependsOn: ['0002'] }),
      'thread.md': 'Net prices, please.\n',
      'part.md': 'Look at rounding.\n',
    })

/** In a folder of its own under the name that the page gives it. */
function product(): string {
  const root = join(temporaryFolder(), 'product')
  cpSync(repoWithPlans({ mergePolicy: 'ask' })(), root, { recursive: true })
  return dirname(root)
}

/** The playbook of the page, with an agent for it. */
function polish(): string {
  const root = newRepo()
  const [, page = ''] = /```ts\n([\s\S]*?)```/.exec(textOf('docs/own-playbook.md')) ?? []
  write(root, {
    'harness.config.ts': page.replace('{ checks', "{ agent: { script: 'script.json' }, checks"),
    'package.json': '{"scripts": {"test": "test -f README.md"}}',
    'README.md': 'rough\n',
    'script.json': script({
      role: 'editor',
      do: [{ write: { path: 'README.md', text: 'polished\n' } }],
      reply: 'Done.',
    }),
  })
  commit(root, 'Begin')
  return root
}

function ferry(): string {
  const root = newRepo()
  cpSync(fileURLToPath(new URL('../examples/ferry', import.meta.url)), root, { recursive: true })
  commit(root, 'Begin')
  return root
}

function plain(): string {
  const root = newRepo()
  write(root, { 'package.json': '{"scripts": {"test": "true"}}' })
  commit(root, 'Begin')
  return root
}

const data = { HARNESS_DATA_DIR: temporaryFolder() }

const scenarios: readonly Scenario[] = [
  {
    title: 'before anything has run',
    repo: repoWithPlans(),
    env: data,
    steps: [
      ['harness --help', 0],
      ['harness --version', 0],
      ['harness run --help', 0],
      ['harness doctor', 0],
      ['harness doctor --fix', 0],
      ['harness validate', 0],
      ['harness config', 0],
      ['harness roles', 0],
      ['harness agents', 0],
      ['harness completion bash', 0],
      ['harness status', 0],
      ['harness runs', 0],
      ['harness daemon logs', 0],
      ['harness next', 0],
      ['harness next --json', 0],
      ['harness run --dry-run', 0],
      ['harness run 0002 --dry-run', 0],
      ['harness context add -m "Legal says: no e-mail addresses in logs" --scope all', 0],
      ['harness context add -m "Prices are net" --scope all', 0],
      ['harness context add -m "Look at rounding" --scope step:review', 0],
      ['harness context add thread.md --source slack --scope run:0007', 0],
      ['harness context add part.md --scope step:review', 0],
      ['harness context add', 2],
      ['harness context list', 0],
      ['harness context render --phase review --plan 0007', 0],
      ['harness new "Greet by name"', 0],
    ],
  },
  {
    title: 'plans are delivered, paused, resumed and looked at',
    repo: repoWithPlans(),
    steps: [
      ['harness run 0001', 0],
      ['harness show 0001', 0],
      ['harness show --json 0001', 0],
      ['harness show 0001 review/0001/1', 0],
      ['harness show 0001 review/0001/1 --transcript', 0],
      ['harness logs 0001 -f', 0],
      ['harness logs 0001 --since 2h', 0],
      ['harness logs 0001 -f --agent', 0],
      ['harness diff 0001', 0],
      ['harness replay 0001', 0],
      ['harness replay 0001 --until review/0001/1', 0],
      ['harness replay 0001 --to-script', 0],
      ['harness run 0002 --phase implement', 0],
      ['harness status', 0],
      ['harness stop 0002', 0],
      ['harness resume 0002', 0],
      ['harness logs 0002 -f --agent', 0],
      ['harness diff 0002', 0],
      ['harness show 0002', 0],
      ['harness show 0002 implement/0002/1', 0],
      ['harness run -v', 0],
      ['harness runs', 0],
      ['harness runs --all', 0],
      ['harness calibration', 0],
    ],
  },
  {
    title: 'a gate is answered in each way',
    repo: repoWithPlans({ mergePolicy: 'ask' }),
    steps: [
      ['harness run 0001', 8],
      ['harness show 0001', 0],
      ['harness refuse 0001 -m "why"', 1],
      ['harness run 0001', 8],
      ['harness refuse 0001 -m "the plan was wrong"', 1],
      ['harness run 0001', 8],
      ['harness answer 0001 refuse -m "your words"', 1],
      ['harness run 0001', 8],
      ['harness answer 0001 grant', 0],
      ['harness run 0002', 8],
      ['harness grant 0002 -m "your answer"', 0],
    ],
  },
  {
    title: 'trust is given and taken back',
    repo: repoWithPlans({ mergePolicy: 'ask' }),
    env: { HARNESS_TRUST: '', HARNESS_DATA_DIR: temporaryFolder() },
    steps: [
      ['harness trust', 2],
      ['harness trust --yes', 0],
      ['harness trust', 0],
      ['harness trust --list', 0],
      ['harness trust --revoke', 0],
      ['harness run --trust', 8],
      ['harness grant 0001', 0],
      ['harness run --trust --json', 8],
    ],
  },
  {
    title: 'a repository is named from another folder',
    repo: product,
    steps: [
      ['harness --repo product daemon status', 2],
      ['harness --repo product run 0002', 8],
      ['harness --repo product grant 0002', 0],
      ['harness --repo product run 0007', 8],
      ['harness --repo product show 0007', 0],
      ['harness --repo product answer 0007 grant -m "Use the test account."', 0],
    ],
  },
  {
    title: 'the playbook of a page is carried out',
    repo: polish,
    steps: [['harness polish', 0]],
  },
  {
    title: 'a new repository names its agent',
    repo: plain,
    steps: [['harness init --yes --agent claude', 0]],
  },
  {
    title: 'a handbook is looked at',
    repo: ferry,
    steps: [
      ['harness handbook lint', 0],
      ['harness handbook plan', 0],
      ['harness handbook status', 0],
    ],
  },
]

describe('QA-20 the command lines of the docs', () => {
  test.each(scenarios)('work: $title', async ({ repo, steps, env = {} }) => {
    const root = repo()
    for (const [line, code] of steps) {
      const ended = await harness(root, wordsOf(line), { env })
      expect(ended.code, `${line}\n${ended.stdout}${ended.stderr}`).toBe(code)
    }
  })

  test('of the README set up a repository, deliver the rehearsal, and take the plan of the README', async () => {
    const root = newRepo()
    write(root, { 'package.json': '{"scripts": {"test": "test -f greet.js"}}', 'greet.js': '' })
    commit(root, 'Begin')
    const text = textOf('README.md')
    const [, block = ''] = /cd your-repository\n([\s\S]*?)```/.exec(text) ?? []
    const env = { HARNESS_TRUST: '', HARNESS_DATA_DIR: temporaryFolder() }
    const runs = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await harness(root, args, { env })
      expect(code, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
    }
    for (const line of block.trim().split('\n')) {
      const [command = ''] = line.split(/\s+#/)
      // Without a terminal, nothing is asked.
      const sure = /harness (init|trust)$/.test(command) ? ['--yes'] : []
      if (command.startsWith('git ')) execFileSync('sh', ['-c', command], { cwd: root, stdio: 'pipe' })
      else await runs(...wordsOf(command), ...sure)
    }
    expect(git(root, 'log', '--format=%s', 'main')).toContain('Merge plan 0001')
    const [, path = ''] = /Write a plan\*\* to `([^`]+)`/.exec(text) ?? []
    const [, plan = ''] = /```\n( +---\n[\s\S]*?)```/.exec(text) ?? []
    write(root, { [path]: plan.replace(/^ {3}/gm, '') })
    commit(root, 'Plan 0002')
    await runs('validate')
    await runs('run', '--dry-run')
  })

  test('are all run, here or by another test', () => {
    const unrun = ownPages.flatMap(commandLinesOf).filter((it) => !isRun(it))
    expect(unrun.map(({ page, line }) => `${page}: ${line}`)).toEqual([])
  })

  test.each(Object.entries(ranElsewhere))('are run by %s, as the table says', (file, claimed) => {
    const text = textOf(file)
    expect(claimed.filter((line) => !runs(text, line))).toEqual([])
  })

  test('have no line in a table that no page has any more', () => {
    const written = ownPages.flatMap(commandLinesOf).map(({ line }) => line)
    const listed = [...Object.values(ranElsewhere).flat(), ...toolsOfTheProject, ...ofReaders]
    expect(listed.filter((line) => !written.includes(line))).toEqual([])
  })

  test('of the project name scripts and files that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json'))
    const named = toolsOfTheProject.flatMap((line) => {
      const [, script = 'test'] = /^npm run (\S+)/.exec(line) ?? []
      return [...scripts[script].matchAll(/[\w/.-]+\/[\w.-]+\.(?:mjs|ts|json)\b/g)].map(([path]) => path)
    })
    expect(new Set(named).size).toBeGreaterThan(6)
    for (const path of named) expect(textOf(path)).not.toBe('')
  })

  test.each(Object.entries(walkedPages))('of %s are carried out by %s', (page, file) => {
    expect(textOf(file)).toContain(page)
  })
})

/** As the page of a demo is called in a clone. */
const asHarness = (line: string): string => line.replace(/^npm run demo(?: --)?/, 'harness demo')

const walked = Object.keys(walkedPages).flatMap((page) =>
  commandLinesOf(page).flatMap(({ line, fenced }) => (fenced ? [line] : [])),
)
const known = [
  ...scenarios.flatMap(({ steps }) => steps.map(([line]) => line)),
  ...Object.values(ranElsewhere).flat(),
  ...walked,
  ...toolsOfTheProject,
  ...ofReaders,
].map((line) => ({ words: wordsOf(line), called: calledBy(line) }))

/** A block is run word for word, but for what the reader fills in. A sentence names a command and some options. */
function isRun({ line: written, fenced }: DocLine): boolean {
  const line = asHarness(written)
  if (fenced) {
    const wanted = wordsOf(line)
    return known.some(
      ({ words }) =>
        words.length === wanted.length && wanted.every((it, at) => /^<.*>$/.test(it) || it === words[at]),
    )
  }
  const { words, options } = calledBy(line)
  return known.some(
    ({ called }) =>
      (words.length === 0 || String(called.words) === String(words)) &&
      options.every((option) => called.options.some((it) => String(it) === String(option))),
  )
}

/** Its text has the words of the command in a row, and each option. Of an address it has the path. */
function runs(text: string, line: string): boolean {
  if (line.startsWith('curl ')) return text.includes(`GET ${new URL(line.split(' ').at(-1) ?? '').pathname} `)
  const { words, options } = calledBy(line)
  const row = new RegExp(words.map((it) => `'${it}'`).join(',\\s*'))
  return row.test(text) && options.every((names) => names.some((name) => text.includes(`'${name}'`)))
}
