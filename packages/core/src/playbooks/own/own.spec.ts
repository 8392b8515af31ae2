import { describe, expect, it } from 'vitest'
import { exitCode } from '../../kernel/exit-code.ts'
import { asCommitHash, asRunId, asTreeHash } from '../../kernel/ids.ts'
import { checksEnded, spending } from '../../test-support/outcomes.ts'
import { definePlaybook, done, halted, perform, subjectOf } from './api.ts'
import type { AnyOwnPlaybook } from './definition.ts'
import type { Command, Event, Outcome } from './effects.ts'
import { lanesInUse } from './lanes-in-use.ts'
import { ownPlaybook } from './playbook.ts'
import type { OwnInput, OwnState } from './state.ts'

const input: OwnInput = {
  runId: asRunId('20261117-120000'),
  baseBranch: 'main',
  author: { name: 'Ada', email: 'ada@example.com' },
  checks: [{ name: 'test', run: 'npm test', timeoutMs: 1, claims: [] }],
  roles: { builder: { tier: 'executor', limits: { wallMs: 1, idleMs: 1, maxTurns: 1 } } },
  words: { what: 'a bridge' },
  options: {},
  config: {},
}

interface Build {
  readonly what: string
  readonly built: readonly string[]
  readonly merged: boolean
}

const build = definePlaybook({
  name: 'build',
  version: 1,
  roles: { builder: { mode: 'exec', prompt: 'You build.' } },
  initialState: ({ words }): Build => ({ what: words.what ?? '', built: [], merged: false }),
  decide({ what, built, merged }, run) {
    const todo = ['a', 'b'].filter((one) => !built.includes(one))
    if (todo.length > 0) return perform(...todo.map((lane) => run.runAgent('builder', { lane, tell: what })))
    return merged ? done('Built.') : perform(run.mergeLane('a', 'Build a'))
  },
  evolve(state, event) {
    if (event.type === 'AgentFinished') return { ...state, built: [...state.built, subjectOf(event)] }
    return event.type === 'LaneMerged' ? { ...state, merged: true } : state
  },
  report: ({ what }) => ({ title: what, phase: 'build' }),
})

/** Drives the playbook: every command that it wants is issued, then the outcomes come in their order. */
function driven(playbook: AnyOwnPlaybook) {
  const pure = ownPlaybook(playbook)
  const issued = new Set<string>()
  let state: OwnState = pure.initialState(input)
  let at = 0
  const hear = (event: Event): void => {
    state = pure.evolve(state, event)
  }
  const wanted = (): readonly Command[] => {
    const decision = pure.decide(state)
    const commands = decision.type === 'end' ? [] : decision.commands
    for (const command of commands) {
      if (!issued.has(command.id)) hear({ type: 'CommandIssued', at: ++at, command })
      issued.add(command.id)
    }
    return commands
  }
  const names = (): readonly string[] =>
    wanted().map(({ type, id }) => `${type} ${id.slice(id.indexOf('/') + 1)}`)
  /** The command of that name ends. */
  const ends = (name: string, end: (command: Command, at: number) => Outcome): void => {
    const command = wanted().find(({ id }) => id.endsWith(`/${name}`))
    if (command === undefined) throw new Error(`It wants ${names().join(', ')}, not ${name}`)
    hear(end(command, ++at))
  }
  return { names, ends, hear, end: () => pure.decide(state), state: () => state }
}

const opened = (command: Command, at: number): Outcome => {
  if (command.type !== 'OpenLane') throw new Error(command.type)
  const [commit, tree] = [asCommitHash('c0'), asTreeHash('t0')]
  const { lane, branch, id: commandId } = command
  return { type: 'LaneOpened', at, commandId, lane, path: 'lane', branch, baseCommit: commit, commit, tree }
}
const finished = (command: Command, at: number): Outcome => ({
  type: 'AgentFinished',
  at,
  commandId: command.id,
  role: 'builder',
  text: 'Done.',
  contract: null,
  answer: { kind: 'text' },
  spending: spending(),
  providerSession: null,
  commit: asCommitHash(`c-${command.id}`),
  tree: asTreeHash(`t-${command.id}`),
  changedFiles: ['a.js'],
  violation: null,
})
const failed =
  (kind: 'network' | 'auth' | 'unknown') =>
  (command: Command, at: number): Outcome => ({
    type: 'AgentFailed',
    at,
    commandId: command.id,
    role: 'builder',
    error: { kind, message: 'no' },
    spending: spending(),
  })
const checked =
  (code: number) =>
  (command: Command, at: number): Outcome => {
    if (command.type !== 'RunChecks') throw new Error(command.type)
    return checksEnded(command, at, code, null)
  }

const builtBoth = () => {
  const run = driven(build as AnyOwnPlaybook)
  for (const lane of ['a', 'b']) {
    run.ends(`open/${lane}/1`, opened)
    run.ends(`builder/${lane}/1`, finished)
  }
  return run
}

describe('the harness and a user’s own playbook', () => {
  it('opens the lane that an agent needs, then calls the agent there', () => {
    const run = driven(build as AnyOwnPlaybook)
    expect(run.names()).toEqual(['OpenLane open/a/1', 'OpenLane open/b/1'])
    run.ends('open/a/1', opened)
    expect(run.names()).toEqual(['RunAgent builder/a/1', 'OpenLane open/b/1'])
  })

  it('merges a lane only after every check of the config has passed on its tree', () => {
    const run = builtBoth()
    expect(run.names()).toEqual(['RunChecks check/a/1'])
    run.ends('check/a/1', checked(0))
    expect(run.names()).toEqual(['MergeLane merge/a/1'])
  })

  it('pauses if a check fails on what is to be merged, and checks again if the run is resumed', () => {
    const run = builtBoth()
    run.ends('check/a/1', checked(1))
    expect(run.end()).toMatchObject({
      type: 'end',
      end: { outcome: 'paused', exitCode: exitCode.halted, resumable: true },
    })
    run.hear({ type: 'RunResumed', at: 99, until: null })
    expect(run.names()).toEqual(['RunChecks check/a/2'])
  })

  it('waits and tries again if an agent could not be reached, and leaves the other one at work', () => {
    const run = driven(build as AnyOwnPlaybook)
    run.ends('open/a/1', opened)
    run.ends('open/b/1', opened)
    run.ends('builder/a/1', failed('network'))
    expect(run.names()).toEqual(['RunAgent builder/b/1', 'WakeAt trouble/wait/1'])
    run.ends('trouble/wait/1', ({ id }, at) => ({ type: 'TimerFired', at, commandId: id }))
    expect(run.names()).toEqual(['RunAgent builder/a/2', 'RunAgent builder/b/1'])
  })

  it('asks a person if an agent fails twice, and ends the run if they refuse', () => {
    const run = driven(build as AnyOwnPlaybook)
    run.ends('open/a/1', opened)
    run.ends('open/b/1', opened)
    run.ends('builder/b/1', finished)
    run.ends('builder/a/1', failed('unknown'))
    run.ends('builder/a/2', failed('unknown'))
    expect(run.names()).toEqual(['AskHuman trouble/agent-failing/1'])
    run.ends('trouble/agent-failing/1', ({ id }, at) => ({
      type: 'GateAnswered',
      at,
      commandId: id,
      answer: { choice: 'refuse', reason: 'enough', by: 'ada' },
    }))
    expect(run.end()).toMatchObject({ end: { outcome: 'blocked', reason: 'Refused by ada: enough' } })
  })

  it('ends a run only when the work under way has ended', () => {
    const run = driven(build as AnyOwnPlaybook)
    run.ends('open/a/1', opened)
    run.ends('open/b/1', opened)
    run.ends('builder/a/1', failed('auth'))
    expect(run.names()).toEqual(['RunAgent builder/b/1'])
    run.ends('builder/b/1', finished)
    expect(run.end()).toMatchObject({ end: { outcome: 'paused', resumable: true } })
  })

  it('stops at a refused merge that the playbook does not handle', () => {
    const run = builtBoth()
    run.ends('check/a/1', checked(0))
    run.ends('merge/a/1', ({ id }, at) => ({
      type: 'MergeRefused',
      at,
      commandId: id,
      reason: 'conflict',
      detail: 'Both changed a.js.',
    }))
    expect(run.end()).toMatchObject({ end: { outcome: 'paused', reason: 'Both changed a.js.' } })
  })

  it('counts what agents cost', () => {
    expect(builtBoth().state().spent).toMatchObject({ calls: 2, tokens: 200 })
  })
})

describe('a user’s own playbook is its author’s bug if its decide', () => {
  const decides = (decide: AnyOwnPlaybook['decide']) => () =>
    driven({ ...(build as AnyOwnPlaybook), decide }).end()

  it.each<[string, AnyOwnPlaybook['decide'], RegExp]>([
    ['returns nothing', () => undefined as never, /must return perform/],
    ['wants nothing', () => perform(), /wants nothing/],
    [
      'wants a command twice',
      (_state, run) => perform(run.openLane('a'), run.openLane('a')),
      /wants the command 20261117-120000\/open\/a\/1 twice/,
    ],
    [
      'names an unknown role',
      (_state, run) => perform(run.runAgent('x', { lane: 'a', tell: '' })),
      /has no role x/,
    ],
    ['gives a lane a name with a slash', (_state, run) => perform(run.openLane('a/b')), /is no name/],
  ])('%s', (_what, decide, told) => {
    expect(decides(decide)).toThrow(told)
  })

  it('but not if it halts', () => {
    expect(decides(() => halted('It cannot be built.'))()).toMatchObject({
      end: { outcome: 'halted', exitCode: 1 },
    })
  })
})

describe('lanes in use', () => {
  it('DL-05 are those that are open; a lane that is being closed, or was closed, is not', () => {
    const close = definePlaybook({
      name: 'close',
      version: 1,
      initialState: () => ({ closed: false }),
      decide: ({ closed }, run) =>
        closed ? done('Closed.') : perform(run.openLane('b'), run.closeLane('a')),
      evolve: (state, event) => (event.type === 'LaneClosed' ? { closed: true } : state),
      report: () => ({ title: 'Close', phase: 'close' }),
    })
    const run = driven(close)
    const inUse = () => lanesInUse(run.state()).map(({ branch }) => branch.replace(/.*-/, ''))
    run.ends('open/a/1', opened)
    expect(inUse()).toEqual(['a'])
    run.ends('close/a/1', ({ id }, at) => {
      expect(inUse()).toEqual([])
      return { type: 'LaneClosed', at, commandId: id, kept: null }
    })
    expect(inUse()).toEqual([])
  })
})
