import { describe, expect, it } from 'vitest'
import type { AskHuman } from '../effects/ask-human.ts'
import type { MergeLane } from '../effects/merge-lane.ts'
import type { OpenPull } from '../effects/open-pull.ts'
import type { RunAgent } from '../effects/run-agent.ts'
import type { RunChecks } from '../effects/run-checks.ts'
import type { WakeAt } from '../effects/wake-at.ts'
import type { RoleSettings } from '../kernel/agent.ts'
import { type BudgetLedger, emptyBudget } from '../kernel/budget-ledger.ts'
import type { EventOf } from '../kernel/effect.ts'
import { isOutcome } from '../kernel/event.ts'
import { type Evidence, passed } from '../kernel/evidence.ts'
import { asCommitHash, asLaneName, asRunId, asTreeHash, type CommandId, commandId } from '../kernel/ids.ts'
import { end, type Playbook, perform } from '../kernel/playbook.ts'
import { checksEnded, spending } from '../test-support/outcomes.ts'
import { judgedTests } from './judged-tests.ts'

type Command = RunChecks | OpenPull | RunAgent | AskHuman | WakeAt | MergeLane
type Event = EventOf<Command>

interface State {
  readonly input: { readonly roles: Readonly<Record<string, RoleSettings>> }
  readonly spent: BudgetLedger
  /** What it heard of its checks, by lane. */
  readonly heard: Readonly<Record<string, readonly string[]>>
  readonly lanes: readonly string[]
  readonly evidence: readonly Evidence[]
  readonly resumed: number
}

const run = asRunId('20261118-190000')
const plan = '# 0001 Greet\nGreet by the first name only.\nRemove the tests of the old greeting.'
const settings: RoleSettings = { tier: 'verifier', limits: { wallMs: 1, idleMs: 2, maxTurns: 3 } }

const checksOf = (state: State, lane: string): RunChecks => {
  const nth = (state.heard[lane] ?? []).length + 1
  return {
    type: 'RunChecks',
    id: commandId(run, 'checks', lane, nth),
    lane: asLaneName(lane),
    commit: asCommitHash(`commit-${nth}`),
    tree: asTreeHash(`tree-${nth}`),
    baseCommit: asCommitHash('base'),
    checks: [{ name: 'test', run: 'npm test', timeoutMs: 1, claims: [] }],
  }
}

/** Checks each lane until it passed, or passed twice; then it opens a pull request. */
const plain: Playbook<readonly string[], State, Command> = {
  name: 'plain',
  version: 1,
  initialState: (lanes) => ({
    input: { roles: { 'test-judge': settings } },
    spent: emptyBudget,
    heard: {},
    lanes,
    evidence: [],
    resumed: 0,
  }),
  decide(state) {
    const passes = (lane: string) => (state.heard[lane] ?? []).filter((one) => one === 'passed').length
    const open = state.lanes.filter((lane) => passes(lane) < (lane === 'twice' ? 2 : 1))
    if (open.length > 0) return perform(...open.map((lane) => checksOf(state, lane)))
    return (state.heard.pull ?? []).length === 0
      ? perform({ type: 'OpenPull', id: commandId(run, 'pull', 'x', 1), body: 'It greets.' } as OpenPull)
      : end({ outcome: 'done', exitCode: 0, reason: 'Done.', next: '', resumable: false, report: '# Done' })
  },
  evolve(state, event) {
    if (!isOutcome(event)) return event.type === 'RunResumed' ? { ...state, resumed: 1 } : state
    const { input, spent, heard, lanes, resumed } = state
    const [, , subject = ''] = event.commandId.split('/')
    const evidence = event.type === 'ChecksFinished' ? event.evidence : []
    const said = event.type !== 'ChecksFinished' ? event.type : evidence.every(passed) ? 'passed' : 'failed'
    const name = event.type === 'PullOpened' ? 'pull' : subject
    // Like a real playbook, it keeps only the fields that it knows.
    return {
      input,
      spent,
      lanes,
      resumed,
      evidence,
      heard: { ...heard, [name]: [...(heard[name] ?? []), said] },
    }
  },
}

const judged = judgedTests(plain, { words: () => plan })

type Shown = Partial<Pick<Evidence, 'tests' | 'executed' | 'cached' | 'executedOnBase' | 'exitCode'>>
type Told = (command: Command, at: number) => Event

const fewer = (executed: number | null, executedOnBase: number | null = 3): Shown => ({
  executed,
  executedOnBase,
})
const withBase = (exitCode: number, ...files: readonly string[]): Shown => ({
  tests: {
    files: files.length === 0 ? ['test/greet.test.js'] : files,
    withBase: { exitCode, problem: null, outputTail: 'expected Ada Lovelace', executed: 3 },
    failOnBase: true,
  },
})

/** The base's versions pass, and execute this many. */
const withSecond = (executed: number | null, cached?: true): Shown => ({
  tests: {
    files: ['test/greet.test.js'],
    withBase: {
      ...{ exitCode: 0, problem: null, outputTail: '' },
      executed,
      ...(cached === undefined ? {} : { cached }),
    },
    failOnBase: true,
  },
})

const shows =
  (shown: Shown): Told =>
  (command, at) => {
    const event = checksEnded(command as RunChecks, at, shown.exitCode ?? 0, null)
    return { ...event, evidence: event.evidence.map((item) => ({ ...item, ...shown })) }
  }

const outcome =
  (make: (command: Command) => object): Told =>
  (command, at) =>
    ({ at, commandId: command.id, ...make(command) }) as Event

const answers = (answer: unknown, violation: unknown = null): Told =>
  outcome(() => ({
    ...{ type: 'AgentFinished', role: 'test-judge', text: '', contract: 'test-rulings', answer, violation },
    spending: spending(100),
    changedFiles: [],
  }))
const rules = (justified: boolean, quote: string, why = 'The tests expect the old name.'): Told =>
  answers({ kind: 'test-rulings', rulings: [{ check: 'test', justified, quote, why }] })
const justifies = rules(true, 'Greet by the first name only.')
const objects = rules(false, '')
const breaks: Told = outcome(({ id }) => ({
  ...{ type: 'ContractBroken', commandId: id, role: 'test-judge', contract: 'test-rulings', problems: [] },
  text: '',
  spending: spending(100),
}))
const fails = (kind: string, resetsAt?: number): Told =>
  outcome(() => ({
    ...{ type: 'AgentFailed', role: 'test-judge', spending: spending(100) },
    error: { kind, message: `it was ${kind}`, ...(resetsAt === undefined ? {} : { resetsAt }) },
  }))
const fires: Told = outcome(() => ({ type: 'TimerFired' }))
const answered = (choice: string, reason = ''): Told =>
  outcome(() => ({ type: 'GateAnswered', answer: { choice, reason, by: 'ada' } }))

/** Tells what the first wanted command comes to, or that of a lane. */
function given(
  told: readonly (Told | 'resumed' | readonly [string, Told])[],
  lanes: readonly string[] = ['one'],
) {
  let state = judged.initialState(lanes)
  const wanted = () => {
    const decision = judged.decide(state)
    return decision.type === 'end' ? [] : decision.commands
  }
  const issued = new Set<CommandId>()
  told.forEach((one, index) => {
    const at = (index + 1) * 1000
    for (const command of wanted()) {
      if (issued.has(command.id)) continue
      issued.add(command.id)
      state = judged.evolve(state, { type: 'CommandIssued', at, command })
    }
    if (one === 'resumed') {
      state = judged.evolve(state, { type: 'RunResumed', at, until: null })
      return
    }
    const [lane, make] = typeof one === 'function' ? [null, one] : one
    const command = wanted().find(({ id }) => lane === null || id.includes(lane))
    if (command === undefined) throw new Error(`nothing is wanted of ${lane}`)
    state = judged.evolve(state, make(command, at))
  })
  const decision = judged.decide(state)
  return {
    state,
    decision,
    names: () => wanted().map(({ type, id }) => `${type} ${id.slice(run.length + 1)}`),
    agent: () => wanted().find((command): command is RunAgent => command.type === 'RunAgent'),
    gate: () => wanted().find((command): command is AskHuman => command.type === 'AskHuman')?.gate,
    heard: (lane = 'one') => state.heard[lane] ?? [],
    item: () => state.evidence[0],
    ends: () => (decision.type === 'end' ? decision.end : null),
  }
}

const judging = 'RunAgent judge-tests/checks-one-1/1'

describe('TR-05 checks that pass without a doubt', () => {
  it.each([
    ['nothing about tests', {}],
    ['as many tests as on the base', fewer(3)],
    ['more tests', fewer(4)],
    ['an unknown number from a cache', { ...fewer(null), cached: true as const }],
    ['an unknown number, as on the base', fewer(null, null)],
    ['none, as on the base', fewer(null, 0)],
    ['the base’s versions pass, with all of its tests', { ...withBase(0), ...fewer(3) }],
    ['the base’s versions come from a cache', { ...withSecond(null, true), ...fewer(3) }],
    ['an unknown number on the base', fewer(2, null)],
    ['the base’s versions pass', withBase(0)],
    ['the second run could not be tried', { tests: { files: ['a'], withBase: null, failOnBase: null } }],
  ])('reach the playbook at once: %s', (_name, shown) =>
    expect(given([shows(shown)]).heard()).toEqual(['passed']),
  )
  it('and so do those that fail by themselves', () =>
    expect(given([shows({ ...fewer(2), exitCode: 1 })]).heard()).toEqual(['failed']))
  it('and those of a lane in which nothing changed', () => {
    const still: Told = (command, at) => shows(fewer(2))(command, at)
    const quiet = judgedTests(
      {
        ...plain,
        decide: (state) => {
          const decision = plain.decide(state)
          return decision.type === 'end'
            ? decision
            : perform(...decision.commands.map((one) => ({ ...one, commit: asCommitHash('base') })))
        },
      },
      { words: () => plan },
    )
    const state = quiet.initialState(['one'])
    const decision = quiet.decide(state)
    const [command] = decision.type === 'end' ? [] : decision.commands
    expect(quiet.evolve(state, still(command as Command, 1)).heard.one).toEqual(['passed'])
  })
  it('a run that began without a judge stays without', () => {
    const state = { ...judged.initialState(['one']), input: { roles: {} } }
    expect(judged.evolve(state, shows(fewer(2))(checksOf(state, 'one'), 1)).heard.one).toEqual(['passed'])
  })
})

describe('TR-05 checks with a doubt', () => {
  it.each([
    ['fewer tests', fewer(2)],
    ['the base’s versions fail', withBase(1)],
    ['the base’s versions execute more tests', { ...withBase(0), executed: 2 }],
    ['a number that was known, and is not any more', fewer(null)],
    ['the base’s versions execute fewer tests than on the base', { ...withSecond(2), ...fewer(3) }],
    ['the base’s versions do not tell how many', { ...withSecond(null), ...fewer(3) }],
  ])('wait for the test judge: %s', (_name, shown) => {
    const story = given([shows(shown)])
    expect(story.names()).toEqual([judging])
    expect(story.heard()).toEqual([])
  })
  it('are judged by a fresh reader in the same lane, with plan, files, diff and output', () => {
    const call = given([shows({ ...withBase(1), ...fewer(2) })]).agent()
    expect(call).toMatchObject({
      role: 'test-judge',
      mode: 'review',
      contract: 'test-rulings',
      lane: 'one',
      startCommit: 'commit-1',
      baseCommit: 'base',
      commitMessage: null,
      shows: { change: { from: 'base', to: 'commit-1', only: ['test/greet.test.js'] } },
    })
    expect(call).not.toHaveProperty('session')
    const text = call?.slices.map((slice) => slice.text).join('\n')
    for (const part of [plan, 'test/greet.test.js', 'expected Ada Lovelace', '1 test fewer'])
      expect(text).toContain(part)
  })
  it('show the whole change if only the number of tests is in doubt', () =>
    expect(given([shows(fewer(2))]).agent()?.shows).toEqual({ change: { from: 'base', to: 'commit-1' } }))
  it('cost what the judge costs', () =>
    expect(given([shows(fewer(2)), justifies]).state.spent).toMatchObject({ calls: 1, tokens: 100 }))
})

describe('TR-05 a ruling that the plan justifies', () => {
  it('hands the checks over with the quotation', () => {
    const story = given([shows(withBase(1)), justifies])
    expect(story.heard()).toEqual(['passed'])
    expect(story.item()?.tests?.ruling).toEqual({ by: 'test-judge', words: 'Greet by the first name only.' })
  })
  it('stands in the evidence of a lower number too', () =>
    expect(given([shows(fewer(2)), justifies]).item()?.tests).toMatchObject({
      files: [],
      ruling: { by: 'test-judge' },
    }))
  it.each([
    ['other words', 'Greet by the last name only.'],
    ['two words', 'first name'],
    ['nothing', ''],
    ['pieces of words', 'Gr … e … y'],
  ])('is none if the quotation is %s', (_name, quote) => {
    const story = given([shows(fewer(2)), rules(true, quote)])
    expect(story.heard()).toEqual(['failed'])
    expect(story.item()?.outputTail).toContain('The quotation is not in the plan')
  })
  const next = (...told: readonly Told[]) => given(told, ['twice']).names()
  const again = 'RunAgent judge-tests/checks-twice-2/1'
  it('holds for the same number of missing tests, and for no other', () => {
    expect(next(shows(fewer(2)), justifies, shows(fewer(2)))).toEqual(['OpenPull pull/x/1'])
    expect(next(shows(fewer(2)), justifies, shows(fewer(1)))).toEqual([again])
  })
  it('on a number holds for these versions of the tests: other tests may be the missing ones later', () => {
    const lacks = (contents: string, files = ['test/c.test.js']): Told =>
      shows({ ...fewer(2), tests: { files, contents, withBase: null, failOnBase: null } })
    expect(next(lacks('c is gone'), justifies, lacks('c is gone'))).toEqual(['OpenPull pull/x/1'])
    expect(next(lacks('c is gone'), justifies, lacks('a is gone', ['test/a.test.js']))).toEqual([again])
    expect(next(shows(fewer(2)), justifies, lacks('a is gone'))).toEqual([again])
  })
  it('holds for the files as the judge saw them: another tree is judged again', () =>
    expect(next(shows(withBase(1)), justifies, shows(withBase(1)))).toEqual([again]))
})

describe('TR-05 a doubt that the plan does not call for', () => {
  it('reaches the playbook as a failed check, with reason and output', () => {
    const item = given([shows(withBase(1)), objects]).item()
    expect(item).toMatchObject({
      exitCode: 0,
      problem:
        'it fails with the base’s versions of test/greet.test.js (exit code 1), and the plan does not call for that',
    })
    expect(item?.outputTail).toContain('The test judge: The tests expect the old name.')
    expect(item?.outputTail).toContain('expected Ada Lovelace')
  })
  it('names the number of missing tests', () =>
    expect(given([shows(fewer(1)), objects]).item()?.problem).toBe(
      'it executes 2 tests fewer than on the base, and the plan does not call for that',
    ))
  it.each([
    [
      'a lower number of the base’s tests',
      { ...withSecond(1), ...fewer(3) },
      'it executes 2 tests fewer than on the base with the base’s versions of test/greet.test.js',
    ],
    ['a number that is unknown now', fewer(null), 'it does not tell any more how many tests it executes'],
  ])('names %s', (_name, shown, said) =>
    expect(given([shows(shown), objects]).item()?.problem).toContain(said),
  )
  const twice = [shows(withBase(1)), objects, shows(withBase(1)), objects]
  it('is fixed twice by the playbook', () => expect(given(twice).heard()).toEqual(['failed', 'failed']))
  it('then a person is asked, who sees files, output and reason', () => {
    const story = given([...twice, shows(withBase(1)), objects])
    expect(story.heard()).toHaveLength(2)
    const gate = story.gate()
    expect(gate).toMatchObject({ name: 'tests-weakened', exitCode: 3, digest: null })
    for (const part of ['test/greet.test.js', 'expected Ada Lovelace', 'The tests expect the old name.'])
      expect(gate?.detail).toContain(part)
    expect(gate?.choices.map(({ name, words }) => `${name} ${words}`)).toEqual([
      'let-stand required',
      'fix optional',
    ])
  })
  it('is not asked about if the plan is found to call for it meanwhile', () =>
    expect(given([...twice, shows(withBase(1)), justifies]).heard()).toEqual(['failed', 'failed', 'passed']))
  it('counts by files: other files are another doubt', () =>
    expect(given([...twice, shows(withBase(1, 'test/b.test.js')), objects]).heard()).toHaveLength(3))
  const asked = [...twice, shows(withBase(1)), objects]
  it('stands if the person says so: with name and reason in evidence, report and pull request', () => {
    const story = given([...asked, answered('let-stand', 'We drop @last names.')])
    expect(story.heard().at(-1)).toBe('passed')
    expect(story.item()?.tests?.ruling).toEqual({ by: 'ada', words: 'We drop @last names.' })
    const decision = story.decision as Extract<typeof story.decision, { readonly type: 'perform' }>
    const body = (decision.commands[0] as OpenPull).body
    expect(body).toContain('It greets.\n\n## Tests touched\n\n- test (`npm test`, lane one)')
    expect(body).toContain('Let stand by ada at 1970-01-01T00:00:07.000Z: We drop @\u200blast names.')
    const opened = outcome(() => ({ type: 'PullOpened' }))
    expect(given([...asked, answered('let-stand', 'Fine.'), opened]).ends()?.report).toContain(
      'Let stand by ada',
    )
  })
  it('holds for the same files of the lane if a person let it stand', () => {
    const stands = [...asked, answered('let-stand', 'Fine.')]
    expect(given([...stands, shows(withBase(1))], ['twice']).names()).toEqual(['OpenPull pull/x/1'])
    expect(given([...stands, shows(withBase(1, 'test/b.test.js'))], ['twice']).agent()?.role).toBe(
      'test-judge',
    )
  })
  it('does not hold for another version of the same files, although a person let the first stand', () => {
    const version = (contents: string): Shown => {
      const shown = withBase(1)
      return { tests: { ...{ files: [], withBase: null, failOnBase: null }, ...shown.tests, contents } }
    }
    const seen = (contents: string) => shows(version(contents))
    const stands = [
      ...['a', 'b'].flatMap((contents) => [seen(contents), objects]),
      ...[seen('c'), objects, answered('let-stand', 'Fine.')],
    ]
    expect(given([...stands, seen('c')], ['twice']).names()).toEqual(['OpenPull pull/x/1'])
    expect(given([...stands, seen('d')], ['twice']).agent()?.role).toBe('test-judge')
  })
  it('goes to the playbook with the person’s words if it is to be fixed, and is asked about again', () => {
    const story = given([...asked, answered('fix', 'Bring them back.')])
    expect(story.heard().at(-1)).toBe('failed')
    expect(story.item()?.outputTail).toContain('ada: Bring them back.')
    expect(given([...asked, answered('fix'), shows(withBase(1)), objects]).gate()?.name).toBe(
      'tests-weakened',
    )
  })
})

describe('TR-05 a judge without a usable ruling', () => {
  const empty = answers({ kind: 'test-rulings', rulings: [] })
  it.each([
    ['a broken contract', breaks],
    ['an answer that leaves the check out', empty],
    [
      'an answer that came with changed files',
      answers(
        {
          kind: 'test-rulings',
          rulings: [{ check: 'test', justified: true, quote: 'Greet by the first name only.', why: '' }],
        },
        { files: ['a'], patch: 'p' },
      ),
    ],
    ['another answer', answers({ kind: 'text' })],
  ])('is asked again, and never justifies anything: %s', (_name, voids) => {
    const once = given([shows(fewer(2)), voids])
    expect(once.names()).toEqual(['RunAgent judge-tests/checks-one-1/2'])
    expect(once.agent()?.slices.at(-1)?.text).toContain('The previous answer was void')
    const twice = given([shows(fewer(2)), voids, voids])
    expect(twice.heard()).toEqual(['failed'])
    expect(twice.item()?.outputTail).toContain('The test judge gave no usable ruling twice.')
    expect(given([shows(fewer(2)), voids, justifies]).heard()).toEqual(['passed'])
  })
  it('waits for a rate limit', () => {
    const limited = [shows(fewer(2)), fails('rate_limit', 90_000)]
    expect(given(limited).names()).toEqual(['WakeAt judge-wait/checks-one-1/1'])
    expect(given([...limited, fires]).names()).toEqual(['RunAgent judge-tests/checks-one-1/2'])
  })
  it('stops the run if it cannot work, and works again once the run is resumed', () => {
    const stopped = [shows(fewer(2)), fails('auth')]
    expect(given(stopped).ends()).toMatchObject({ exitCode: 1, resumable: true })
    const again = given([...stopped, 'resumed'])
    expect(again.names()).toEqual(['RunAgent judge-tests/checks-one-1/2'])
    expect(again.state.resumed).toBe(1)
  })
  it('leaves a lane that is gone to the playbook', () => {
    const gone = outcome(() => ({ type: 'CommandFailed', code: 'lane-gone', detail: '', next: '' }))
    const story = given([shows(fewer(2)), gone])
    expect(story.heard()).toEqual(['CommandFailed'])
    expect(story.names()).toEqual(['RunChecks checks/one/2'])
  })
})

describe('TR-05 several lanes at once', () => {
  const both = [
    ['checks/one', shows(fewer(2))],
    ['checks/two', shows(withBase(1))],
  ] as const
  it('are judged beside each other, and by themselves', () => {
    const story = given(both, ['one', 'two'])
    expect(story.names()).toEqual([judging, 'RunAgent judge-tests/checks-two-1/1'])
    const one = given([...both, ['checks-two', objects], ['checks-one', justifies]], ['one', 'two'])
    expect(one.heard('one')).toEqual(['passed'])
    expect(one.heard('two')).toEqual(['failed'])
  })
  it('the checks of one go on while the other waits', () =>
    expect(given([['checks/one', shows(fewer(2))]], ['one', 'two']).names()).toEqual([
      'RunChecks checks/two/1',
      judging,
    ]))
  it('a stop of one waits for the work of the other', () =>
    expect(given([...both, ['checks-one', fails('auth')]], ['one', 'two']).names()).toEqual([
      'RunAgent judge-tests/checks-two-1/1',
    ]))
})

describe('AG-14 whoever judges a change hears what its tests show', () => {
  const judging = (more: object): RunAgent =>
    ({
      ...{ type: 'RunAgent', id: commandId(run, 'review', 'one', 1), role: 'reviewer', mode: 'review' },
      ...{ lane: asLaneName('one'), slices: [], ...more },
    }) as unknown as RunAgent
  /** What such a call is told, once the checks of the lane were heard. */
  const told = (more: object, lane: string, ...story: readonly Told[]): RunAgent => {
    const after = given(story, [lane]).state
    const asks = judgedTests({ ...plain, decide: () => perform(judging(more)) }, { words: () => plan })
    const decision = asks.decide(after)
    if (decision.type === 'end') throw new Error('it wants the call')
    return decision.commands[0] as RunAgent
  }
  const onlyOld: Shown = {
    tests: { files: ['test/greet.test.js'], withBase: null, failOnBase: false },
  }
  const change = { from: asCommitHash('base'), to: asCommitHash('commit-1') }

  it('beside the list of touched tests, if it is shown the change', () => {
    const call = told({ shows: { change } }, 'one', shows(withBase(1)), justifies)
    expect(call.shows?.change).toMatchObject(change)
    expect(call.shows?.change?.tried).toContain('it fails with the base’s versions of test/greet.test.js')
    expect(call.shows?.change?.tried).toContain(
      'The plan calls for it (test-judge): “Greet by the first name only.”',
    )
  })
  it.each([
    ['a reader', {}],
    ['an evaluator', { mode: 'exec', artifacts: ['qa_report.md'], mayWrite: [] }],
  ])('in a slice of its own, if it looks for itself: %s', (_who, more) => {
    const [slice] = told(more, 'one', shows(onlyOld)).slices
    expect(slice?.label).toBe('Tests and settings that the change touches')
    expect(slice?.text).toContain('The new tests also pass on the old product.')
    expect(slice?.text).toContain('test/greet.test.js')
  })
  it('of another lane, if its own has shown nothing: it judges what was merged', () =>
    expect(told({}, 'two', shows(onlyOld)).slices).toHaveLength(1))
  it('but no agent that works on the change, and nothing if no test is touched', () => {
    expect(told({ mode: 'exec' }, 'one', shows(onlyOld)).slices).toEqual([])
    expect(told({}, 'one', shows(fewer(3))).slices).toEqual([])
  })
})
