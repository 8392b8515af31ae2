import { expect, test } from 'vitest'
import { type CellPlaces, type MachineFacts, planMounts } from './mounts.ts'
import type { Place } from './place.ts'

const place = (real: string, ...links: Place['links']): Place => ({ real, links })
const facts: MachineFacts = {
  programs: [place('/usr'), place('/usr/bin', { at: '/bin', to: '/usr/bin' }), place('/etc')],
  replaced: [],
  secrets: [],
  resolver: null,
}
const cell: CellPlaces = {
  write: [place('/home/ada/shop.lanes/one')],
  read: [],
  home: place('/home/ada'),
  hidden: [],
  resolvesNames: false,
  given: [],
}
const alwaysThere = [
  { kind: 'devices', at: '/dev' },
  { kind: 'processes', at: '/proc' },
  { kind: 'empty', at: '/run' },
  { kind: 'private', at: '/tmp' },
  { kind: 'link', at: '/var/run', to: '/run' },
  { kind: 'private', at: '/var/tmp' },
]
const beyond = (mounts: ReturnType<typeof planMounts>) =>
  mounts.filter(({ at }) => !alwaysThere.some((it) => it.at === at))

test('TR-01 a cell has the system to read, its lane to write and a home of its own; nothing else', () => {
  expect(planMounts(cell, facts)).toEqual(
    [
      ...alwaysThere,
      { kind: 'link', at: '/bin', to: '/usr/bin' },
      { kind: 'read', at: '/etc', from: '/etc' },
      { kind: 'private', at: '/home/ada' },
      { kind: 'write', at: '/home/ada/shop.lanes/one', from: '/home/ada/shop.lanes/one' },
      { kind: 'read', at: '/usr', from: '/usr' },
    ].sort((a, b) => (a.at < b.at ? -1 : 1)),
  )
})

test('TR-01 the checkout stays hidden in a folder that the operator shows, and its objects are shown in it', () => {
  const mounts = planMounts(
    {
      ...cell,
      read: [place('/home/ada'), place('/home/ada/shop/.git/objects')],
      home: null,
      hidden: ['/home/ada/shop/.harness/run', '/home/ada/shop', '/srv/state'],
    },
    { ...facts, programs: [place('/home/ada/shop/node_modules/.bin')] },
  )
  expect(beyond(mounts)).toEqual([
    { kind: 'read', at: '/home/ada', from: '/home/ada' },
    { kind: 'hidden', at: '/home/ada/shop' },
    { kind: 'write', at: '/home/ada/shop.lanes/one', from: '/home/ada/shop.lanes/one' },
    { kind: 'read', at: '/home/ada/shop/.git/objects', from: '/home/ada/shop/.git/objects' },
  ])
})

test('TR-01 a lane in a temporary folder is shown there; the rest of that folder is not', () => {
  const lane = '/tmp/a b/lane'
  const mounts = planMounts({ ...cell, write: [place(lane)], home: null }, { ...facts, programs: [] })
  expect(mounts.filter(({ at }) => at.startsWith('/tmp'))).toEqual([
    { kind: 'private', at: '/tmp' },
    { kind: 'write', at: lane, from: lane },
  ])
})

test('TR-01 the resolver of host names is shown only to programs with a network', () => {
  const resolver = place('/run/systemd/resolve/stub-resolv.conf')
  const paths = (resolvesNames: boolean) =>
    planMounts({ ...cell, resolvesNames }, { ...facts, resolver }).map(({ at }) => at)
  expect(paths(false)).not.toContain(resolver.real)
  expect(paths(true)).toContain(resolver.real)
})

test('TR-01 secrets of root are closed, and files of the system can be replaced', () => {
  const mounts = planMounts(cell, {
    ...facts,
    secrets: ['/etc/shadow'],
    replaced: [{ at: '/etc/passwd', from: '/data/passwd' }],
  })
  expect(mounts).toContainEqual({ kind: 'closed', at: '/etc/shadow' })
  expect(mounts).toContainEqual({ kind: 'read', at: '/etc/passwd', from: '/data/passwd' })
})

test('TR-01 a path that the cell may write can be in one that it may read, and the other way round', () => {
  const mounts = planMounts(
    { ...cell, home: null, read: [place('/data'), place('/data/out/fixed')], write: [place('/data/out')] },
    { ...facts, programs: [] },
  )
  expect(beyond(mounts).map(({ kind, at }) => `${kind} ${at}`)).toEqual([
    'read /data',
    'write /data/out',
    'read /data/out/fixed',
  ])
})

test('TR-01 /bin and /lib are folders on some systems, and links on others', () => {
  const programs = [place('/usr'), place('/bin'), place('/usr/lib', { at: '/lib', to: '/usr/lib' })]
  const shown = planMounts(cell, { ...facts, programs }).filter(({ at }) => at === '/bin' || at === '/lib')
  expect(shown).toEqual([
    { kind: 'read', at: '/bin', from: '/bin' },
    { kind: 'link', at: '/lib', to: '/usr/lib' },
  ])
})
