import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import { given } from '@harness/core/playbooks/autopilot/test-support/given'
import { answers, finding, finds, says } from '@harness/core/playbooks/autopilot/test-support/happenings'
import { sessionDir } from '@harness/core/playbooks/autopilot/test-support/plain-input'
import { sessionTexts } from '@harness/formats/documents/autopilot/session-projection'
import { expect, test } from 'vitest'
import { anEvent } from '../../test-support/events.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { copyAside, sessionSidecar, setAside } from './session-sidecar.ts'

const pad = `${sessionDir}scratchpad/phase-1.md`
const stateFile = `${sessionDir}autopilot-state.json`
const handoffFile = `${sessionDir}handoff.json`

const researches = says('task-executor', { artifacts: { [pad]: 'Links lead out.' } })
const begun = given({}).state()
const working = given({}, researches).state()
const reviewed = given({}, researches, finds('review/phase-1', finding('suggestion', 'Shorter')))
  .rest()
  .state()
const over = given({}, answers('continue', 'yes'), answers('deliver', 'leave')).rest().state()

async function checkout(files: Readonly<Record<string, string>> = {}) {
  const root = join(await temporaryDir(), 'repo')
  mkdirSync(root)
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(files)) put(path, text)
  const notes: string[] = []
  return {
    root,
    notes,
    put,
    open: (stood: AutopilotState | null = null) =>
      sessionSidecar({ repoRoot: root, stood, onNote: (note) => notes.push(note) }),
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    has: (path: string) => existsSync(join(root, path)),
  }
}

type Checkout = Awaited<ReturnType<typeof checkout>>

/** The files say what the state says. */
function follows({ read, has }: Checkout, state: AutopilotState): void {
  for (const [path, text] of Object.entries(sessionTexts(state)))
    expect(has(path) ? read(path) : null, path).toBe(text)
}

test('AP-03 the files of the session follow its state', async () => {
  const place = await checkout()
  const sidecar = await place.open()
  for (const state of [begun, working, reviewed, over]) {
    await sidecar.observe(anEvent(1), state)
    follows(place, state)
  }
  expect(place.notes).toEqual([])
})

test('AP-03 a run that is taken up writes what a crash kept from being written', async () => {
  const place = await checkout()
  await (await place.open()).observe(anEvent(1), working)
  await place.open(reviewed)
  follows(place, reviewed)
  expect(place.has(pad)).toBe(false)
  expect(place.notes).toEqual([])
})

test('AP-12 a scratchpad is removed when its phase is complete', async () => {
  const place = await checkout()
  const sidecar = await place.open()
  await sidecar.observe(anEvent(1), working)
  expect(place.read(pad)).toBe('Links lead out.\n')
  await sidecar.observe(anEvent(2), reviewed)
  expect(place.has(pad)).toBe(false)
})

test('AP-03 a handoff, a scratchpad and wishes of a person are there after the start', async () => {
  const theirs = {
    [handoffFile]: '{"planPath": "docs/plans/mine.md"}',
    [pad]: 'Mine.\n',
    [`${sessionDir}phases.json`]: '{"skip": [2]}',
    [`${sessionDir}notes.md`]: 'Mine too.\n',
  }
  const place = await checkout(theirs)
  await (await place.open()).observe(anEvent(1), begun)
  for (const [path, text] of Object.entries(theirs)) expect(place.read(path), path).toBe(text)
})

test.each(['autopilot-state.json', 'state.json', 'handoff.json', 'phase-1-review.json'])(
  'AP-03 a damaged %s is set aside, never overwritten, and told',
  async (name) => {
    const path = `${sessionDir}${name}`
    const place = await checkout({ [path]: '{"first": ', [`${path}.aside-1`]: 'older' })
    await (await place.open()).observe(anEvent(1), reviewed)
    follows(place, reviewed)
    expect(place.read(`${path}.aside-1`)).toBe('older')
    expect(place.read(`${path}.aside-2`)).toBe('{"first": ')
    expect(place.notes).toEqual([`${path} could not be read; it is kept as ${path}.aside-2`])
    // Damaged again while the run goes on.
    place.put(path, '{"second": ')
    const again = await place.open(over)
    await again.observe(anEvent(2), over)
    follows(place, over)
    expect(place.read(`${path}.aside-3`)).toBe('{"second": ')
  },
)

test('AP-03 a link in the place of a file is not followed', async () => {
  const place = await checkout({ '../outside.json': 'theirs', '../outside.md': 'theirs' })
  mkdirSync(join(place.root, sessionDir), { recursive: true })
  symlinkSync(join(place.root, '../outside.json'), join(place.root, stateFile))
  symlinkSync(join(place.root, '../outside.md'), join(place.root, sessionDir, 'summary.md'))
  await (await place.open()).observe(anEvent(1), begun)
  follows(place, begun)
  expect(place.read('../outside.json')).toBe('theirs')
  expect(place.read('../outside.md')).toBe('theirs')
  expect(place.notes).toEqual(
    [stateFile, `${sessionDir}summary.md`].map(
      (path) => `${path} could not be read; it is kept as ${path}.aside-1`,
    ),
  )
})

test('AP-03 a folder of sessions that leads out of the repository is refused, and nothing is written or moved there', async () => {
  const place = await checkout({ '../outside/x/autopilot-state.json': 'theirs' })
  mkdirSync(join(place.root, '.harness'))
  symlinkSync(join(place.root, '../outside'), join(place.root, '.harness/sessions'))
  const sidecar = await place.open()
  await expect(sidecar.observe(anEvent(1), begun)).rejects.toMatchObject({ code: 'path-refused' })
  for (const move of [setAside, copyAside])
    await expect(move(place.root, '.harness/sessions/x/')).rejects.toMatchObject({ code: 'path-refused' })
  expect(readdirSync(join(place.root, '../outside'))).toEqual(['x'])
  expect(place.read('../outside/x/autopilot-state.json')).toBe('theirs')
})

test('AP-03 a copy of a session has all of its files, and the next one another name', async () => {
  const theirs = {
    [stateFile]: '{"schemaVersion": 2}',
    [pad]: 'Theirs.\n',
    [`${sessionDir}own/notes.txt`]: 'Own.\n',
  }
  const place = await checkout({ ...theirs, '../outside.md': 'outside' })
  symlinkSync(join(place.root, '../outside.md'), join(place.root, sessionDir, 'link.md'))
  const copies = [await copyAside(place.root, sessionDir), await copyAside(place.root, sessionDir)]
  const plain = sessionDir.replace(/\/$/, '')
  expect(copies).toEqual([`${plain}.aside-1`, `${plain}.aside-2`])
  for (const [path, text] of Object.entries(theirs))
    for (const dir of [plain, ...copies]) expect(place.read(path.replace(plain, dir)), dir).toBe(text)
  expect(lstatSync(join(place.root, copies[0] ?? '', 'link.md')).isSymbolicLink()).toBe(true)
})
