import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { given } from '@harness/core/playbooks/autopilot/test-support/given'
import { answers } from '@harness/core/playbooks/autopilot/test-support/happenings'
import { sessionDir } from '@harness/core/playbooks/autopilot/test-support/plain-input'
import { sessionTexts } from '@harness/formats/documents/autopilot/session-projection'
import { expect, test } from 'vitest'
import { firstAttempt, idOf, repeatedAttempt, testNow } from '../../test-support/target-repo.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { validateSession } from './validate-session.ts'

const plan = 'docs/plans/scan-plan.md'
const planText = '# Plan: Scan\n\n## Tasks\n\n### Task 1: Walk\n\nWalk.\n'

async function checkout(files: Readonly<Record<string, string | null>>) {
  const root = await temporaryDir()
  for (const [path, text] of Object.entries(files)) {
    if (text === null) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const ports = {
    repoRoot: root,
    clock: { now: () => testNow, until: () => Promise.reject(new Error('no waiting here')) },
    sanitise: (text: string) => text.replaceAll('top-secret-value', '[redacted]'),
  }
  const validate = (plans: readonly string[] = [], attempt = firstAttempt) =>
    validateSession(
      { type: 'ValidateSession', id: idOf('20260101-000000/validate/phase-1/1'), sessionDir, plans },
      attempt,
      ports,
    )
  return { root, validate }
}

const written = sessionTexts(
  given({}, answers('continue', 'yes'), answers('deliver', 'leave')).rest().state(),
)

test('AP-16 the files that a session has written are valid, and so is a checkout without any', async () => {
  const { validate } = await checkout({ ...written, [plan]: planText, [`${sessionDir}notes.txt`]: '{' })
  const valid = { type: 'SessionValidated', at: testNow, problems: [] }
  expect(await validate([plan])).toMatchObject(valid)
  expect(await validate([plan], repeatedAttempt)).toEqual(await validate([plan]))
  expect(await (await checkout({})).validate()).toMatchObject(valid)
})

test.each([
  ['autopilot-state.json', '{"schemaVersion": 9}', /schemaVersion.*a version from 1 to 5/],
  ['autopilot-state.json', '', /an empty file/],
  ['state.json', '[]', /one JSON object/],
  ['handoff.json', '{"summary": ', /handoff\.json/],
  ['phases.json', '{"skip": "all"}', /skip/],
  ['phase-2-review.json', '"none"', /phase-2-review\.json/],
])('AP-16 %s with %s is a problem that names the file', async (name, text, problem) => {
  const { validate } = await checkout({ ...written, [`${sessionDir}${name}`]: text })
  const told = await validate()
  if (told.type !== 'SessionValidated') throw new Error(JSON.stringify(told))
  expect(told.problems.join('\n')).toMatch(problem)
  expect(told.problems.every((one) => one.startsWith(`${sessionDir}${name}`))).toBe(true)
})

test('AP-16 a plan that is missing or has no task is a problem', async () => {
  const { validate } = await checkout({ [plan]: '# Plan: Scan\n' })
  expect(await validate([plan, 'docs/plans/gone.md', '../outside.md'])).toMatchObject({
    problems: [
      `${plan}: expected a heading such as "### Task 1: Name", found none`,
      'docs/plans/gone.md: expected the plan of a phase, found no file',
      '../outside.md: expected the plan of a phase, found no file',
    ],
  })
})

test('AP-16 a link is not followed, and problems hold no secret', async () => {
  const { root, validate } = await checkout({ [`${sessionDir}handoff.json`]: 'top-secret-value' })
  writeFileSync(join(root, 'elsewhere.json'), written[`${sessionDir}autopilot-state.json`] ?? '')
  symlinkSync(join(root, 'elsewhere.json'), join(root, sessionDir, 'autopilot-state.json'))
  const told = await validate()
  expect(told).toMatchObject({
    problems: [
      expect.stringContaining(`${sessionDir}autopilot-state.json`),
      expect.stringContaining(`${sessionDir}handoff.json`),
    ],
  })
  expect(JSON.stringify(told)).not.toContain('top-secret-value')
})
