/** A quick spec as an operator has it made: it waits, is answered, dies in the middle, and is resumed to its end. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { harness, start } from './support/harness.ts'
import { shownWrongly } from './support/role-page.ts'
import { git, script, write } from './support/sample-repo.ts'
import { analyst, critic, draft, idea, interviewer, specFolder, specRepo } from './support/spec-repo.ts'

test('AG-18, WF-17 a spec waits at its questions, survives the death of its process and hands its documents over', async () => {
  const hangs = { ...analyst, do: [{ run: 'echo started' }], reply: undefined, fail: 'hang' }
  const root = specRepo(interviewer, hangs, critic)
  const waiting = await harness(root, ['spec', idea, '--no-scan'])
  expect(waiting).toMatchObject({ code: 8, stdout: expect.stringContaining('1. Who may read?') })
  expect(existsSync(join(root, 'docs'))).toBe(false)

  const filed = await harness(root, ['answer', 'spec', 'enough', '-m', 'everyone', '--no-resume'])
  expect(filed.code, filed.stderr).toBe(0)
  const dying = start(root, ['spec', '-v'])
  await dying.saw('echo started')
  dying.process.kill('SIGKILL')
  await dying.ended

  write(root, { 'script.json': script(interviewer, analyst, critic) })
  const done = await harness(root, ['spec', '--json'])
  expect(done.code, done.stderr + done.stdout).toBe(0)
  expect(JSON.parse(done.stdout)).toMatchObject({
    ok: true,
    docsPath: `${specFolder}/`,
    next: expect.stringContaining(`harness workflow --spec ${specFolder}/spec_draft.md 'Share notes'`),
  })
  expect(readdirSync(join(root, specFolder)).sort()).toEqual([
    'critic_findings.md',
    'qa_notes.md',
    'spec_draft.md',
  ])
  expect(readFileSync(join(root, specFolder, 'spec_draft.md'), 'utf8')).toBe(draft)
  expect(readFileSync(join(root, specFolder, 'qa_notes.md'), 'utf8')).toContain('Answer: everyone')
  expect(shownWrongly({ root, subject: 'spec' }, ['spec/interviewer', 'spec/critic'])).toEqual([])
  expect(git(root, 'branch', '--list').trim()).toBe('* main')
  expect(await harness(root, ['replay', 'spec'])).toMatchObject({ code: 0 })
})
