import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { asRunId } from '@harness/core/kernel/ids'
import { plainInput, sessionDir, specPath } from '@harness/core/playbooks/autopilot/test-support/plain-input'
import { expect, test } from 'vitest'
import { openJournal } from '../../store/journal/open-journal.ts'
import { runFolder } from '../../store/layout/run-folder.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { autopilotSubject, foundSession } from './found-session.ts'

const stateFile = `${sessionDir}autopilot-state.json`
const oldFile = '.harness/autopilot-state.json'

const session = (more: object = {}): string =>
  JSON.stringify({
    schemaVersion: 4,
    specPath,
    currentState: 'EXECUTE',
    currentPhase: 0,
    phases: [{ name: 'Core Scanner', complexity: 'low', status: 'in-progress', planPath: 'docs/plans/a.md' }],
    history: [],
    ...more,
  })

async function checkout(files: Readonly<Record<string, string>>) {
  const root = await temporaryDir()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const stateDir = join(root, '.harness/run')
  return {
    root,
    stateDir,
    find: () => foundSession(root, stateDir, plainInput.slug, specPath),
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
  }
}

test('AP-03 a session of another tool is found, with its tasks, its handoff, and what was read and ignored', async () => {
  const { find } = await checkout({
    [stateFile]: session({ sessionDir: 'x' }),
    [`${sessionDir}state.json`]:
      '{"progress": {"Task 1": "complete", "2": "done", "3": "pending", "4": "lost"}}',
    [`${sessionDir}handoff.json`]: '{"summary": "Half of it.", "concerns": ["Slow."]}',
  })
  expect(await find()).toEqual({
    session: expect.objectContaining({ schemaVersion: 4, currentState: 'EXECUTE', rigorLevel: 'standard' }),
    tasks: ['2', '1'],
    handoff: expect.objectContaining({ summary: 'Half of it.', concerns: ['Slow.'] }),
    reviews: {},
    notes: [
      expect.stringMatching(`^Read ${stateFile}: version 4: EXECUTE, phase 1 of 1, 0 complete; filled in: `),
      `Ignored in ${stateFile}: sessionDir`,
      `Ignored in ${sessionDir}state.json: progress.4: "lost"`,
    ],
  })
})

test('AP-03 there is none without a file, and one that is done is not resumed', async () => {
  expect(await (await checkout({})).find()).toBeNull()
  const { find, read } = await checkout({ [stateFile]: session({ currentState: 'DONE' }) })
  expect(await find()).toBeNull()
  expect(read(stateFile)).toBe(session({ currentState: 'DONE' }))
})

test('AP-03 a session of version 1 is found in its own place, if it is about the same spec', async () => {
  const old = session({ schemaVersion: 1 })
  expect(await (await checkout({ [oldFile]: old })).find()).toMatchObject({ session: { schemaVersion: 1 } })
  const other = session({ schemaVersion: 1, specPath: 'docs/changes/other/proposal.md' })
  expect(await (await checkout({ [oldFile]: other })).find()).toBeNull()
  const both = await checkout({ [stateFile]: session(), [oldFile]: old })
  expect(await both.find()).toMatchObject({ session: { schemaVersion: 4 } })
  const done = await checkout({ [stateFile]: session({ currentState: 'DONE' }), [oldFile]: old })
  expect(await done.find()).toMatchObject({ session: { schemaVersion: 1 } })
})

test('AP-03 a session of another spec is not adopted, even in the folder of this one', async () => {
  const other = session({ specPath: 'docs/changes/scanner-proposal.md' })
  const { find, read } = await checkout({ [stateFile]: other })
  expect(await find()).toBeNull()
  expect(read(stateFile)).toBe(other)
  for (const same of [`./${specPath}`, ` ${specPath.replaceAll('/', '\\')} `])
    expect(await (await checkout({ [stateFile]: session({ specPath: same }) })).find(), same).not.toBeNull()
})

test('AP-03 a session that a run here wrote is not adopted, and one of another spec is', async () => {
  const { find, stateDir } = await checkout({ [stateFile]: session() })
  expect(await find()).not.toBeNull()
  const begin = async (runId: string, slug: string): Promise<void> => {
    const { store } = await openJournal(runFolder(stateDir, autopilotSubject, asRunId(runId)))
    const about = { playbook: 'autopilot', playbookVersion: 1, input: { ...plainInput, slug } }
    await store.append({ type: 'RunStarted', at: 1, runId: asRunId(runId), ...about })
    await store.close()
  }
  await begin('20260319-120000', 'changes--other--proposal')
  expect(await find()).not.toBeNull()
  await begin('20260319-120001', plainInput.slug)
  expect(await find()).toBeNull()
})

test.each([stateFile, oldFile])(
  'AP-03 a damaged %s is set aside, and the command ends with exit code 12',
  async (file) => {
    const { root, find, read } = await checkout({ [file]: '{"schemaVersion": 5,' })
    await expect(find()).rejects.toMatchObject({
      code: 'session-damaged',
      exitCode: exitCode.stateDamaged,
      message: expect.stringContaining(`${file} cannot be read. It is kept as ${file}.aside-1.`),
      next: 'To start fresh, run the same command again.',
    })
    expect(exitCode.stateDamaged).toBe(12)
    expect(existsSync(join(root, file))).toBe(false)
    expect(read(`${file}.aside-1`)).toBe('{"schemaVersion": 5,')
    expect(await find()).toBeNull()
  },
)

test.each([
  ['1', 1],
  ['0', 0],
])(
  'AP-11 reviews of phases that count from %s are found, and one that cannot be read is left alone',
  async (_from, first) => {
    const review = (nth: number) => `${sessionDir}phase-${first + nth}-review.json`
    const finding = (title: string) => ({ severity: 'important', title, detail: '', file: null, line: null })
    const { find, read } = await checkout({
      [stateFile]: session(),
      [review(0)]: JSON.stringify({ findings: [finding('Slow')] }),
      [review(1)]: JSON.stringify([finding('Loud')]),
      [review(2)]: '{"findings": ',
    })
    expect((await find())?.reviews).toEqual({
      1: [expect.objectContaining({ title: 'Slow' })],
      2: [expect.objectContaining({ title: 'Loud' })],
    })
    expect(read(review(2))).toBe('{"findings": ')
  },
)

test('AP-03 a handoff or tasks that cannot be read are told and ignored', async () => {
  const { find, read } = await checkout({
    [stateFile]: session(),
    [`${sessionDir}state.json`]: '{',
    [`${sessionDir}handoff.json`]: '{"summary": ',
  })
  expect(await find()).toMatchObject({
    tasks: [],
    handoff: null,
    notes: expect.arrayContaining([
      expect.stringMatching(/^Ignored: .*handoff\.json/),
      `Ignored in ${sessionDir}state.json: the whole file, which is no JSON object`,
    ]),
  })
  expect(read(`${sessionDir}handoff.json`)).toBe('{"summary": ')
})

test('AP-03 a session file that is a link is refused', async () => {
  const { root, find } = await checkout({ 'elsewhere.json': session(), [`${sessionDir}handoff.json`]: '{}' })
  symlinkSync(join(root, 'elsewhere.json'), join(root, stateFile))
  await expect(find()).rejects.toMatchObject({ code: 'path-refused' })
})
