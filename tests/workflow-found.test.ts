/** What a workflow makes of a session that is there already: its status, the documents that a step needs, and the question. */
import { describe, expect, it } from 'vitest'
import { harnessJson } from './support/harness-here.ts'
import { write } from './support/sample-repo.ts'
import { docs, ends, plans, sessionOf, workflowRepo } from './support/workflow-repo.ts'

const left = (root: string, session: unknown): void =>
  write(root, { '.harness/state.json': typeof session === 'string' ? session : JSON.stringify(session) })

const ofVersion2 = {
  version: '2.0',
  skill: 'workflow',
  task: 'Say hello',
  phase: 'plan_done',
  slug: 'say-hello',
}

describe('WF-05, WF-06 a session that another program left', () => {
  it('is shown with its next step, and stays as it is', async () => {
    const root = workflowRepo([])
    const cases = [
      [ofVersion2, { version: 2, phase: 'plan_done', docsPath: `${docs}/` }, 'harness workflow generate'],
      [{ task: 'Old', phase: 'gen_ready' }, { version: 1, phase: 'generate_ready' }, 'resume|stop "task"'],
      [{ skill: 'research', task: 'x' }, { run: null, skill: 'research' }, 'restart|stop "task"'],
    ] as const
    for (const [session, told, next] of cases) {
      left(root, session)
      const { value } = await harnessJson(root, ['workflow'])
      expect(value).toMatchObject({ ok: true, session: told, next: expect.stringContaining(next) })
      expect(sessionOf(root)).toEqual(session)
    }
    left(root, ofVersion2)
    const shown = (await ends(0, root, ['workflow'])).stdout
    expect(shown).toMatch(/Task +: Say hello\n[\s\S]*Phase +: Plan — complete\n/)
    left(root, '{"half')
    expect((await ends(12, root, ['workflow'])).stderr).toContain('mv .harness/state.json')
  })

  it('a step wants the documents of the steps before it, whatever the phase says', async () => {
    const root = workflowRepo([])
    left(root, { ...ofVersion2, phase: 'verify_done' })
    const refuses = async (step: string, said: string): Promise<void> => {
      expect((await ends(2, root, ['workflow', step])).stderr).toContain(said)
    }
    await refuses('generate', 'Run plan first')
    await refuses('verify', 'Run generate first')
    write(root, { [`${docs}/spec.md`]: 'spec\n', [`${docs}/changes.md`]: 'changes\n' })
    await refuses('evaluate', 'Run verify first')
    left(root, { ...ofVersion2, docs_path: '../outside/' })
    await refuses('generate', 'Run plan first')
  })
})

it('WF-06 a session of one task: the question is JSON for programs, and resuming keeps task and flags', async () => {
  const root = workflowRepo([plans()])
  await ends(8, root, ['workflow', 'plan', 'Say hello', '--yes'])
  const waits = await harnessJson(root, ['workflow', 'Another task'])
  expect(waits.value).toMatchObject({ ok: false, outcome: 'waiting', exitCode: 8 })
  expect(waits.value.gates[0].choices.map(({ name }: { name: string }) => name)).toEqual([
    'resume',
    'restart',
    'stop',
  ])
  const kept = 'The session keeps its own task and flags: Say hello'
  const resume = ['--yes', '--session', 'resume']
  expect((await ends(8, root, ['workflow', 'Another task', ...resume])).stderr).toContain(kept)
  expect((await ends(8, root, ['workflow', 'Say hello', '--merge', ...resume])).stderr).toContain(kept)
  expect((await ends(8, root, ['workflow', 'Say hello', ...resume])).stderr).not.toContain(kept)
  const stopped = await harnessJson(root, ['workflow', 'Say hello', '--session', 'stop'])
  expect(stopped.value).toMatchObject({ ok: true, outcome: 'stopped', exitCode: 0 })
})
