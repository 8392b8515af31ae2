/** A quick spec as an operator has it made: it waits, is answered, dies in the middle, and is resumed to its end. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { harness, start } from './support/harness.ts'
import { commit, git, newRepo, script, write } from './support/sample-repo.ts'

const folder = 'docs/harness/share-notes'
const draft = `# Share notes\n${[1, 2, 3, 4, 5, 6, 7].map((section) => `## Section ${section}\nText.\n`).join('')}`
const interviewer = {
  role: 'spec/interviewer',
  json: { questions: [{ text: 'Who may read?', why: 'rights', options: [] }] },
}
const critic = {
  role: 'spec/critic',
  do: [{ write: { path: `${folder}/critic_findings.md`, text: '[M1] No limit\n' } }],
  reply: 'critic_findings written — Critical=0, Major=1, Minor=0',
}
const analyst = {
  role: 'spec/analyst',
  do: [{ write: { path: `${folder}/spec_draft.md`, text: draft } }],
  reply: `draft written — ${folder}/spec_draft.md`,
}

test('WF-17 a spec waits at its questions, survives the death of its process and hands its documents over', async () => {
  const root = newRepo()
  const hangs = { ...analyst, do: [{ run: 'echo started' }], reply: undefined, fail: 'hang' }
  write(root, {
    'harness.config.json': JSON.stringify({
      agent: { provider: 'scripted', script: 'script.json' },
      checks: [{ name: 'check', run: 'true' }],
      sandbox: 'off',
    }),
    'script.json': script(interviewer, hangs, critic),
  })
  commit(root, 'Begin')
  const waiting = await harness(root, ['spec', 'Share notes', '--no-scan'])
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
  expect(done.code, done.stderr).toBe(0)
  expect(JSON.parse(done.stdout)).toMatchObject({
    ok: true,
    docsPath: `${folder}/`,
    next: expect.stringContaining(`harness workflow --spec ${folder}/spec_draft.md 'Share notes'`),
  })
  expect(readdirSync(join(root, folder)).sort()).toEqual([
    'critic_findings.md',
    'qa_notes.md',
    'spec_draft.md',
  ])
  expect(readFileSync(join(root, folder, 'spec_draft.md'), 'utf8')).toBe(draft)
  expect(readFileSync(join(root, folder, 'qa_notes.md'), 'utf8')).toContain('Answer: everyone')
  expect(git(root, 'branch', '--list').trim()).toBe('* main')
  expect(await harness(root, ['replay', 'spec'])).toMatchObject({ code: 0 })
})
