import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import { abandonRun } from '../../engine/registered-defaults.ts'
import { systemClock } from '../../machine/clock/clock-system.ts'
import { folderOfRun } from '../../store/layout/run-folder.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { begunByVersion } from '../../test-support/begun-by-version.ts'
import { configIn } from '../../test-support/config-in.ts'
import { drive, handbookOf, handbookRepo } from '../../test-support/sample-handbook.ts'
import { handbookRegistration } from './registration.ts'

const handbook = handbookOf([
  { id: '0.1', text: '/impeccable document the design' },
  { id: '3.1', text: '/impeccable harden the first page' },
])
const writes = (match: string, path: string) => ({
  role: 'prompt-worker',
  match,
  do: [{ write: { path, text: 'made\n' } }],
  reply: `Wrote ${path}.`,
})

it('HB-30 DL-06 a handbook that is given up keeps what is ticked and what was under way, and a new run does the rest', async () => {
  const repo = handbookRepo(handbook, [writes('document', 'DESIGN.md'), writes('harden', 'src/a.txt')])
  const stop = new AbortController()
  // Lanes are named after seconds: all of this happens in one.
  const second = Math.floor(systemClock.now() / 1000) * 1000
  const clock = { ...systemClock, now: () => second }
  const first = await drive(repo, {
    clock,
    stop: stop.signal,
    onState: (event) =>
      void (event.type === 'AgentFinished' && event.commandId.includes('/3.1/') && stop.abort()),
  })
  expect(first.result.rest.type).toBe('interrupted')
  const [run] = await openRunStore(repo.stateDir).list('handbook')
  const config = await configIn(repo.root)
  const place = { repoRoot: repo.root, stateDir: repo.stateDir, config, environment: {}, clock: systemClock }
  const giveUp = async () =>
    run === undefined
      ? null
      : abandonRun({ ...place, run, by: 'ada', reason: 'not so' }, handbookRegistration)
  const end = await giveUp()
  expect(end).toMatchObject({ outcome: 'blocked', reason: 'Given up by ada: not so' })
  const left = /(\S*impeccable-3-3\.1-\S*) \(/.exec(end?.next ?? '')?.[1] ?? ''
  expect(existsSync(join(repo.root, left, 'src/a.txt'))).toBe(true)
  expect(JSON.parse(repo.read('.impeccable-state.json')).iteration_state).toMatchObject({ status: 'halted' })
  expect(repo.read('.impeccable-halt.md')).toContain('Given up by ada: not so')
  expect(await giveUp()).toBeNull()

  const { result } = await drive(repo, { clock })
  expect(result.runId).not.toBe(first.result.runId)
  expect(result.rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
  expect(repo.read('IMPECCABLE_HANDBOOK.md')).toBe(handbook.replaceAll('- [ ]', '- [x]'))
  expect(existsSync(join(repo.root, '.impeccable-halt.md'))).toBe(false)
  expect(existsSync(join(repo.root, left, 'src/a.txt'))).toBe(true)
})

it('QA-01 a run that another version began is not gone on with, but given up, so that a new one can begin', async () => {
  const repo = handbookRepo(handbook, [writes('document', 'DESIGN.md'), writes('harden', 'src/a.txt')])
  const stop = new AbortController()
  await drive(repo, {
    stop: stop.signal,
    onState: (event) => void (event.type === 'AgentFinished' && stop.abort()),
  })
  const [run] = await openRunStore(repo.stateDir).list('handbook')
  if (run === undefined) throw new Error('no run was recorded')
  const { version } = handbookRegistration.playbook
  await begunByVersion(folderOfRun(repo.stateDir, run), version + 1)
  const name = `handbook-${run.runId}`
  await expect(drive(repo)).rejects.toMatchObject({
    code: 'run-of-other-version',
    message: `handbook version ${version + 1} started the run ${name}, and handbook version ${version} cannot read it.`,
    next: expect.stringContaining(`harness refuse ${name} --give-up -m "why", then: harness handbook`),
    exitCode: 12,
  })

  const config = await configIn(repo.root)
  const place = { repoRoot: repo.root, stateDir: repo.stateDir, config, environment: {}, clock: systemClock }
  const giveUp = () => abandonRun({ ...place, run, by: 'ada', reason: 'too new' }, handbookRegistration)
  expect(await giveUp()).toMatchObject({ outcome: 'blocked', reason: 'Given up by ada: too new' })
  expect((await openRunStore(repo.stateDir).list('handbook'))[0]?.summary).toMatchObject({
    status: 'blocked',
    waitingFor: null,
    reason: 'Given up by ada: too new',
  })
  expect(await giveUp()).toBeNull()
  expect(await unfinishedRun(repo.stateDir, 'handbook')).toBeNull()
})
