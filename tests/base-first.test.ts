/** The base is checked before an agent is paid: what a red base leads to, and when a green one needs no second look. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { autopilot, autopilotRepo } from './support/autopilot-repo.ts'
import { handbookConfig, handbookRepo } from './support/handbook-repo.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { recordedIn } from './support/journal.ts'
import { missionRepo } from './support/mission-repo.ts'
import { laneAsks, ownConfig } from './support/own-playbook.ts'
import {
  approves,
  commit,
  config,
  delivers,
  git,
  newRepo,
  planPath,
  planText,
  type Rule,
  runDirs,
  sampleRepo,
  script,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'
import { single, workflowRepo } from './support/workflow-repo.ts'

const red = 'product.txt'
/** Counts how often it runs, beside the lane. */
const sound = { name: 'sound', run: `echo run >> "$COUNTED"; ! grep BROKEN ${red}` }

const deliversMore = {
  role: 'implementer',
  match: 'Say it again',
  do: [{ write: { path: 'again.txt', text: 'hello\n' } }],
  reply: 'Done.',
}

interface Counted {
  readonly root: string
  readonly times: () => number
}

/** A check that is red while the product says BROKEN. */
function repo(
  product: string,
  more: Readonly<Record<string, unknown>> = {},
  rules: readonly Rule[] = [],
): Counted {
  const counted = join(temporaryFolder(), 'runs')
  const check = { ...sound, run: sound.run.replace('$COUNTED', counted) }
  const root = sampleRepo({
    'harness.config.json': config({ baseCheck: 'before', checks: [check], ...more }),
    'script.json': script(...rules, deliversMore, delivers, approves),
    [red]: product,
  })
  write(root, { [planPath('0002', 'again')]: planText('0002', { title: 'Say it again' }) })
  commit(root, 'Plan more')
  const times = (): number => {
    try {
      return readFileSync(counted, 'utf8').split('\n').length - 1
    } catch {
      return 0
    }
  }
  return { root, times }
}

interface Told {
  readonly type: string
  readonly command?: { readonly type: string; readonly id: string }
  readonly [field: string]: unknown
}

const eventsOf = (root: string, subject = '0001'): readonly Told[] =>
  runDirs(root, subject).flatMap((dir) => recordedIn(dir) as readonly Told[])

const wanted = (root: string, type: string, subject = '0001'): number =>
  eventsOf(root, subject).filter(({ command }) => command?.type === type).length

async function ends(code: number, root: string, ...args: readonly string[]): Promise<string> {
  const ended = await harness(root, args)
  expect(ended.code, `harness ${args.join(' ')}\n${ended.stdout}\n${ended.stderr}`).toBe(code)
  return ended.stdout + ended.stderr
}

describe('TR-04 a red base', () => {
  test('stops a delivery before an agent is paid, and says what fails', async () => {
    const { root } = repo('BROKEN\n')
    const told = await ends(3, root, 'run', '0001')
    expect(told).toContain('The base is red: sound fails on main at ')
    expect(wanted(root, 'RunAgent')).toBe(0)
    const { value } = await harnessJson(root, ['show', '0001'])
    expect(value.gate).toMatchObject({ name: 'base-red', digest: null })
    expect(value.gate.choices.map(({ name, words }: Record<string, string>) => [name, words])).toEqual([
      ['again', 'none'],
      ['go-on', 'required'],
      ['abandon', 'optional'],
    ])
    expect(value.gate.detail).toContain('exit code 1')
    expect(value.gate.detail).toContain('BROKEN')
  })

  test('is answered by a choice that its gate offers, as the next run advises, and its plan is not the next one', async () => {
    const { root } = repo('BROKEN\n')
    await ends(3, root, 'run', '0001')
    expect((await harnessJson(root, ['status'])).value.plans.next).toMatchObject({ planId: '0002' })
    await ends(3, root, 'run', '0002')
    expect(await ends(0, root, 'status')).toContain('none can start; why: harness next')
    const answer = /harness (answer 0001-\S+) <again\|go-on\|abandon>/.exec(await ends(3, root, 'run'))
    await ends(1, root, ...(answer?.[1] ?? '').split(' '), 'abandon')
  })

  test('is looked at again as often as a person says so; once it is green the run takes it in and goes on', async () => {
    const { root } = repo('BROKEN\n')
    await ends(3, root, 'run', '0001')
    await ends(3, root, 'answer', '0001', 'again')
    expect(wanted(root, 'CheckBase')).toBe(2)
    write(root, { [red]: 'sound\n' })
    commit(root, 'Fix the product')
    const fixed = git(root, 'rev-parse', 'main')
    await ends(0, root, 'answer', '0001', 'again')
    expect(git(root, 'merge-base', '--is-ancestor', fixed, 'main')).toBe('')
    expect(git(root, 'show', 'main:hello.txt')).toBe('hello')
    const agent = eventsOf(root).find(({ command }) => command?.type === 'RunAgent')?.command
    expect(agent).toMatchObject({ startCommit: fixed })
  })

  test('lets the run go on if a person says why: only what changes is judged, and the report lists it', async () => {
    const { root } = repo('BROKEN\n')
    await ends(3, root, 'run', '0001')
    expect(await ends(2, root, 'answer', '0001', 'go-on')).toContain('needs words')
    await ends(0, root, 'answer', '0001', 'go-on', '-m', 'The product is fixed elsewhere.')
    expect(git(root, 'show', 'main:hello.txt')).toBe('hello')
    const [dir = ''] = runDirs(root)
    const report = readFileSync(join(dir, 'report.md'), 'utf8')
    expect(report).toContain('failed, as on the base: sound')
    expect(report).toContain('## The base was red')
    expect(report).toMatch(/Let stand by .* The product is fixed elsewhere\./)
    const shown = await ends(0, root, 'show', '0001')
    expect(shown).toContain('sound: failed, as on the base')
    expect(shown).toContain('The product is fixed elsewhere.')
    expect(shown).not.toContain('sound: passed')
  })

  test.each([
    ['by the names of the tests', 'These do not fail on the base: greets', ['node --test test/*.test.js']],
    ['by the lines of the output', 'its output is another', ['node test/all.js']],
  ])('excuses no failure that it has not itself, told %s', async (_how, said, [run = '']) => {
    const fails = (name: string, says: string): string =>
      `require('node:test')('${name}', () => require('node:assert').equal(require('node:fs').readFileSync('${name}.txt', 'utf8'), '${says}'))\n`
    const root = sampleRepo({
      'harness.config.json': config({
        baseCheck: 'before',
        checks: [{ name: 'test', run }],
        agent: { provider: 'scripted', script: 'script.json', maxReviewPasses: 1, maxCheckFixes: 0 },
      }),
      'greets.txt': 'Hello',
      'shouts.txt': 'a',
      'test/greets.test.js': fails('greets', 'Hello'),
      'test/shouts.test.js': fails('shouts', 'A'),
      'test/all.js':
        "for (const [name, says] of [['greets', 'Hello'], ['shouts', 'A']]) if (require('node:fs').readFileSync(name + '.txt', 'utf8') !== says) { console.log(name + ' differs'); process.exitCode = 1 }\n",
      'script.json': script(
        { ...delivers, do: [...delivers.do, { write: { path: 'greets.txt', text: 'Bye' } }] },
        {
          role: 'test-judge',
          json: { rulings: [{ check: 'test', justified: false, quote: '', why: 'The plan keeps it.' }] },
        },
        approves,
      ),
    })
    await ends(3, root, 'run', '0001')
    await ends(3, root, 'answer', '0001', 'go-on', '-m', 'Shouting is fixed elsewhere.')
    expect(git(root, 'log', '--format=%s', 'main')).toBe('Begin')
    const { value } = await harnessJson(root, ['show', '0001'])
    expect(value.evidence[0].problem).toContain(said)
  })

  test('excuses no check that was green', async () => {
    const { root } = repo(
      'BROKEN\n',
      {
        checks: [sound, { name: 'kept', run: 'test -f README.md' }].map((check) => ({
          ...check,
          run: check.run.replace('echo run >> "$COUNTED"; ', ''),
        })),
        agent: { provider: 'scripted', script: 'script.json', maxCheckFixes: 0 },
      },
      [{ role: 'implementer', do: [{ run: 'rm README.md' }], reply: 'Done.' }],
    )
    await ends(3, root, 'run', '0001')
    const told = await ends(3, root, 'answer', '0001', 'go-on', '-m', 'Known.')
    expect(told).toContain('kept')
    expect(wanted(root, 'MergeLane')).toBe(0)
  })

  test('ends the run if a person abandons it', async () => {
    const { root } = repo('BROKEN\n')
    await ends(3, root, 'run', '0001')
    const told = await ends(1, root, 'answer', '0001', 'abandon', '-m', 'Another day.')
    expect(told).toContain('Another day.')
    expect(wanted(root, 'RunAgent')).toBe(0)
    write(root, { [red]: 'sound\n' })
    commit(root, 'Fix the product')
    await ends(0, root, 'run', '0001')
  })

  test('is not looked at with off, and beside it the first agent works', async () => {
    const off = repo('BROKEN\n', { baseCheck: 'off' })
    await harness(off.root, ['run', '0001'])
    expect(wanted(off.root, 'CheckBase')).toBe(0)
    const beside = repo('BROKEN\n', { baseCheck: 'beside' })
    await ends(3, beside.root, 'run', '0001')
    expect(wanted(beside.root, 'RunAgent')).toBe(1)
    expect(wanted(beside.root, 'RunChecks')).toBe(0)
    await ends(0, beside.root, 'answer', '0001', 'go-on', '-m', 'Known.')
  })
})

describe('TR-04 a green base', () => {
  test('is not checked again, also not after a merge', async () => {
    const { root, times } = repo('sound\n')
    await ends(0, root, 'run', '0001')
    expect(eventsOf(root).filter(({ type }) => type === 'BaseChecked')).toMatchObject([{ known: [] }])
    expect(times()).toBe(2)
    expect(await ends(0, root, 'run', '0002')).toContain('is green: sound passed on this tree before')
    const told = eventsOf(root, '0002').filter(({ type }) => type === 'BaseChecked')
    expect(told).toMatchObject([{ known: ['sound'], evidence: [] }])
    expect(times()).toBe(3)
  })

  test('is checked again if the memory of it is lost', async () => {
    const { root, times } = repo('sound\n')
    await ends(0, root, 'run', '0001')
    rmSync(join(root, '.harness/run/proven-trees'))
    await ends(0, root, 'run', '0002')
    expect(times()).toBe(4)
    expect(eventsOf(root, '0002').filter(({ type }) => type === 'BaseChecked')).toMatchObject([{ known: [] }])
  })
})

test('TR-04 a base whose set-up fails is a clear error, and no agent is paid', async () => {
  const { root } = repo('sound\n', { lanes: { setup: ['echo "no such package" >&2; exit 7'] } })
  const told = await ends(1, root, 'run', '0001')
  expect(told).toContain('no such package')
  expect(wanted(root, 'RunAgent')).toBe(0)
  expect(wanted(root, 'CheckBase')).toBe(0)
})

describe('TR-04 a red base stops every playbook that has checks', () => {
  const failing = [{ name: 'sound', run: 'false' }]
  const expectStopped = (root: string, subject: string): void => {
    expect(wanted(root, 'CheckBase', subject)).toBe(1)
    expect(wanted(root, 'RunAgent', subject)).toBe(0)
  }

  test('a handbook', async () => {
    const verification = { always: failing, whereTouched: [] }
    const text = JSON.stringify({ ...handbookConfig, baseCheck: 'before', handbook: { verification } })
    const root = handbookRepo({ 'harness.config.json': text })
    expect(await ends(3, root, 'handbook')).toContain('The base is red')
    expectStopped(root, 'handbook')
    await ends(1, root, 'answer', 'handbook', 'abandon')
  })

  test('a mission', async () => {
    const { root } = missionRepo([], {}, undefined, { baseCheck: 'before', checks: failing })
    expect(await ends(3, root, 'mission')).toContain('The base is red')
    expectStopped(root, 'mission')
    await ends(1, root, 'answer', 'mission', 'abandon')
  })

  test('a workflow, also in place', async () => {
    for (const flags of [[], ['--in-place']]) {
      const root = workflowRepo(single(), { testCmd: 'false' })
      const text = readFileSync(join(root, 'harness.config.json'), 'utf8')
      write(root, { 'harness.config.json': text.replace('"baseCheck":"off"', '"baseCheck":"before"') })
      commit(root, 'Check the base')
      expect(await ends(3, root, 'workflow', 'Say hello', ...flags)).toContain('The base is red')
      expectStopped(root, 'workflow')
      await ends(1, root, 'answer', 'workflow', 'abandon')
    }
  })

  test('a workflow in place keeps what git ignores in the checkout', async () => {
    const root = workflowRepo(single(), { testCmd: 'cat deps/installed' })
    const text = readFileSync(join(root, 'harness.config.json'), 'utf8')
    write(root, {
      'harness.config.json': text.replace('"baseCheck":"off"', '"baseCheck":"before"'),
      '.gitignore': 'deps/\n',
    })
    commit(root, 'Check the base')
    write(root, { 'deps/installed': 'yes\n' })
    await harness(root, ['workflow', 'Say hello', '--in-place'])
    const checked = eventsOf(root, 'workflow').filter(({ type }) => type === 'BaseChecked')
    expect(checked).toMatchObject([{ evidence: [{ exitCode: 0 }] }])
    expect(readFileSync(join(root, 'deps/installed'), 'utf8')).toBe('yes\n')
  })

  test('a workflow of a project without checks has nothing to look at, and says so', async () => {
    const root = workflowRepo(single(), { testCmd: undefined })
    const text = readFileSync(join(root, 'harness.config.json'), 'utf8')
    write(root, { 'harness.config.json': text.replace('"baseCheck":"off"', '"baseCheck":"before"') })
    commit(root, 'Check the base')
    const told = await harness(root, ['workflow', 'Say hello'])
    expect(told.stdout + told.stderr).toContain('neither the base nor the change is checked')
    expect(wanted(root, 'CheckBase', 'workflow')).toBe(0)
  })

  test('an autopilot', async () => {
    const root = autopilotRepo([], {
      'harness.config.json': config({
        baseCheck: 'before',
        checks: failing,
        agent: { provider: 'scripted', script: 'script.mjs' },
      }),
    })
    expect((await autopilot(root, 3)).stdout).toContain('The base is red')
    expectStopped(root, 'autopilot')
    await ends(1, root, 'answer', 'autopilot', 'abandon')
  })

  test('a playbook of the user', async () => {
    const root = newRepo()
    const text = ownConfig(laneAsks).replace("run: 'true'", "run: 'false'")
    write(root, { 'harness.config.ts': text, 'script.json': script(approves) })
    commit(root, 'Begin')
    expect(await ends(3, root, 'draft', '--trust')).toContain('The base is red')
    expectStopped(root, 'draft')
    await ends(1, root, 'answer', 'draft', 'abandon')
  })
})
