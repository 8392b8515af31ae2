/** Features land one after the other; what their merges would bring is shown side by side. */
import { describe, expect, it } from 'vitest'
import { asCommitHash, asTreeHash } from '../../../kernel/ids.ts'
import { checksEnded } from '../../../test-support/outcomes.ts'
import { cannot, ending } from '../../../test-support/story.ts'
import type { Command } from '../state/effects.ts'
import { given } from '../test-support/given.ts'
import {
  conflicts,
  curates,
  type Deed,
  type Happening,
  passes,
  refutes,
  removes,
  works,
} from '../test-support/happenings.ts'
import { planned } from '../test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const three = planned('F-001', 'F-002', 'F-003')
const merges = { onPass: 'merge', useWorktrees: true, lanes: 3 } as const

/** Behind those before it, it would bring this tree. */
const triesAhead = (id: string, tree: string): Happening =>
  ending('MergeAhead', id, (command, at) => ({
    type: 'MergedAhead',
    at,
    commandId: command.id,
    trial: { commit: asCommitHash(`trial-of-${id}`), tree: asTreeHash(tree) },
  }))
const checksAhead = (id: string, exitCode = 0): Happening =>
  ending(
    'RunChecks',
    id,
    (command, at) => checksEnded(command, at, exitCode, null),
    (command) => command.id.includes('/ahead-checks/'),
  )

const syncs = (id: string): Happening =>
  ending('SyncLane', id, ({ id: commandId, startCommit: commit, baseCommit }, at) => ({
    type: 'LaneSynced',
    at,
    commandId,
    baseCommit,
    commit,
    tree: asTreeHash(`tree-${commit}`),
  }))

function story(happenings: readonly (Happening | Deed)[], shelf = two, told = {}) {
  const begun: Command[] = []
  const order: string[] = []
  const tale = given(shelf, happenings, { isolation: merges, ...told }, (event) => {
    const isBegin = event.type === 'CommandIssued'
    if (isBegin) begun.push(event.command)
    if (isBegin) order.push(`${shortOf(event.command.id)} begins`)
    else if ('commandId' in event) order.push(`${shortOf(event.commandId)} ends`)
  })
  return {
    ...tale,
    order,
    tried: begun.flatMap((one) =>
      one.type === 'MergeAhead' ? [`${shortOf(one.id)}: ${one.commit} onto ${one.onto}`] : [],
    ),
    /** Of which trees a feature's checks were told that they were shown before; null if they have not begun. */
    known: (id: string) => {
      const command = begun.findLast((one) => shortOf(one.id).startsWith(`checks/${id}/`))
      return command?.type === 'RunChecks' ? (command.known ?? []).map(({ tree }) => tree) : null
    },
  }
}
const shortOf = (id: string): string => id.split('/').slice(1).join('/')

/** The first has the base for itself; the second has worked as well, and waits. */
const bothWork = [works('F-001'), works('F-002')]
/** What its turn brings in these stories: the base changes nothing. */
const itsTree = 'tree-commit-2'
const shownAhead = [...bothWork, triesAhead('F-002', itsTree), checksAhead('F-002')]

/** And a third waits behind both. */
const threeWork = [...bothWork, triesAhead('F-002', 'tree-of-two'), works('F-003')]

describe('MI-20 a feature that waits for its turn', () => {
  it('is merged behind the one that lands, and checked there', () => {
    const { log, tried } = story(shownAhead)
    expect(tried).toEqual(['ahead/F-002/1: commit-2 onto commit-1'])
    expect(log).toContain('RunChecks ahead-checks/F-002/1')
  })
  it('brings that tree in its turn: what was shown is told to its checks', () => {
    const { known } = story([...shownAhead, passes('F-001')])
    expect(known('F-001')).toEqual([])
    expect(known('F-002')).toEqual([itsTree])
  })
  it('brings another tree in its turn: nothing of it counts', () => {
    const another = [...bothWork, triesAhead('F-002', 'tree-of-two'), checksAhead('F-002')]
    expect(story([...another, passes('F-001')]).known('F-002')).toEqual([])
  })
  it.each([itsTree, 'tree-of-two'])('waits for checks ahead that are under way, of %s', (tree) => {
    const underWay = [...bothWork, triesAhead('F-002', tree), passes('F-001'), syncs('F-002')]
    const { order } = story([...underWay, checksAhead('F-002')])
    expect(order.filter((one) => one.includes('checks/F-002')).slice(0, 3)).toEqual([
      'ahead-checks/F-002/1 begins',
      'ahead-checks/F-002/1 ends',
      'checks/F-002/1 begins',
    ])
    expect(order.indexOf('sync/F-002/1 ends')).toBeLessThan(order.indexOf('ahead-checks/F-002/1 ends'))
  })
  it('is tried behind what those before it would bring', () =>
    expect(story([...threeWork, triesAhead('F-003', 'tree-of-three')], three).tried.at(-1)).toBe(
      'ahead/F-003/1: commit-3 onto trial-of-F-002',
    ))
  it('is not tried again because those before it have landed', () => {
    const landed = [...threeWork, triesAhead('F-003', 'tree-of-three'), passes('F-001')]
    expect(story(landed, three).tried).toHaveLength(2)
  })
  it('is tried again if one before it fails and goes back to its worker', () => {
    const failed = [...threeWork, triesAhead('F-003', 'tree-of-three'), refutes('F-001')]
    expect(story(failed, three).tried.slice(2)).toEqual(['ahead/F-003/2: commit-3 onto commit-2'])
  })
  it('is tried again if one before it resolves a conflict', () => {
    const resolved = [
      ...threeWork,
      triesAhead('F-003', 'tree-of-three'),
      passes('F-001'),
      conflicts('F-002'),
      works('F-002'),
    ]
    expect(story(resolved, three).tried.slice(2)).toEqual(['ahead/F-003/2: commit-3 onto commit-4'])
  })
  it('is not tried behind one whose own trial conflicts, until that has the base', () => {
    const { tried } = story([...bothWork, works('F-003'), passes('F-001')], three)
    expect(tried).toEqual(['ahead/F-002/1: commit-2 onto commit-1', 'ahead/F-003/1: commit-3 onto commit-2'])
  })
})

describe('MI-20 what goes wrong ahead', () => {
  const nothing = (happenings: readonly Happening[], known: readonly string[] = []) => {
    const tale = story([...bothWork, ...happenings, passes('F-001'), passes('F-002'), curates()])
    expect(tale.known('F-002')).toEqual(known)
    expect(tale.ends()).toMatchObject({ outcome: 'done' })
    expect(tale.feature('F-002')).toMatchObject({ attempts: 1, issues: [] })
  }
  it('a conflict says nothing', () => nothing([]))
  it('a merge that cannot be tried stops nothing', () =>
    nothing([cannot('MergeAhead', 'F-002', 'disk-full')]))
  it('checks that fail ahead fail nothing: they run again in its turn', () =>
    nothing([triesAhead('F-002', itsTree), checksAhead('F-002', 1)], [itsTree]))
  it('checks that cannot run ahead run in its turn', () =>
    nothing([triesAhead('F-002', itsTree), cannot('RunChecks', 'F-002', 'lane-gone')]))
})

describe('MI-20 nothing is tried', () => {
  it.each([
    ['without checks', { checks: [] }],
    ['if people merge', { isolation: { ...merges, onPass: 'keep' } }],
  ])('%s', (_name, told) => expect(story(bothWork, two, told).tried).toEqual([]))
  it('once the feature is dropped, and what is under way is not waited for', () => {
    const dropped = story([
      ...bothWork,
      triesAhead('F-002', itsTree),
      removes('F-002'),
      passes('F-001'),
      curates(),
    ])
    expect(dropped.ends()).toMatchObject({ outcome: 'done' })
    expect(dropped.tried).toHaveLength(1)
  })
})
