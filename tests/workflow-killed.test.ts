/** A workflow whose process is killed while agents work, and at the gate of the fix that one proposes. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { start } from './support/harness.ts'
import { harnessJson } from './support/harness-here.ts'
import { recordedIn } from './support/journal.ts'
import { killWhen, livingIn } from './support/killed.ts'
import { shownWrongly } from './support/role-page.ts'
import { git, type Rule, runDirs, temporaryFolder } from './support/sample-repo.ts'
import {
  branch,
  ends,
  evaluates,
  misspells,
  patchFile,
  plans,
  sessionOf,
  words,
  workflowRepo,
} from './support/workflow-repo.ts'

const marks = temporaryFolder()
/** Stays in the call the first time, until it is killed. */
const staysOnce = (name: string) => ({
  run: `[ -e ${marks}/${name} ] || { touch ${marks}/${name}; sleep 60; }`,
})

/** Kills the process once the agent has left its mark. */
async function killAt(root: string, args: readonly string[], name: string): Promise<void> {
  const run = start(root, args)
  await killWhen(run, () => existsSync(join(marks, name)))
  const { code, stdout, stderr } = await run.ended
  expect(code, `it ended before it was killed\n${stdout}\n${stderr}`).toBe(null)
}

/** Kills the process at a gate. It may have ended there by itself. */
async function killAfter(root: string, args: readonly string[], text: string): Promise<void> {
  const run = start(root, args)
  await run.saw(text)
  run.process.kill('SIGKILL')
  await run.ended
}

interface Recorded {
  readonly type: string
  readonly commandId?: string
  readonly command?: { readonly id: string }
}

it('QA-01, AG-18, WF-06, WF-12 killed at the generator, the proposer and the second gate: nothing is lost, and the fix is still to be had', async () => {
  const staying = (rule: Rule, name: string) => ({
    ...rule,
    do: [staysOnce(name), ...(rule.do as readonly unknown[])],
  })
  const root = workflowRepo(
    [
      plans(),
      staying(misspells.generator, 'generator'),
      staying(misspells.proposer, 'proposer'),
      words,
      evaluates(),
    ],
    misspells.settings,
  )
  await ends(8, root, ['workflow', 'Say hello', '--yes'])
  await killAt(root, ['answer', 'workflow', 'proceed'], 'generator')
  expect(sessionOf(root).phase).toBe('generating')

  await ends(8, root, ['resume', 'workflow'])
  const failed = { layer1_result: 'FAIL', layer1_retries: 3, autofix_attempted: false }
  expect(sessionOf(root)).toMatchObject({ phase: 'verify_done', verify: failed, autofix: null })

  await killAt(root, ['answer', 'workflow', 'auto-fix'], 'proposer')
  expect(sessionOf(root)).toMatchObject({ verify: failed, autofix: { applied: 'proposing' } })
  const gateOf = async () => (await harnessJson(root, ['show', 'workflow'])).value.gate
  await ends(8, root, ['resume', 'workflow'])
  const first = await gateOf()
  expect(first.choices.map(({ name }: { name: string }) => name)).toEqual(['auto-fix', 'continue', 'stop'])
  expect(sessionOf(root)).toMatchObject({ phase: 'verify_done', verify: failed, autofix: null })

  await killAfter(root, ['answer', 'workflow', 'auto-fix'], 'Apply the patch?')
  await ends(8, root, ['resume', 'workflow'])
  expect(await gateOf()).toMatchObject({ name: 'auto-fix', attempt: 1 })
  expect(sessionOf(root)).toMatchObject({
    verify: failed,
    autofix: { applied: 'proposed', last_patch_path: patchFile },
  })

  await ends(8, root, ['answer', 'workflow', 'apply'])
  expect(sessionOf(root)).toMatchObject({
    phase: 'completed',
    verify: { layer1_result: 'PASS', layer1_retries: 3, autofix_attempted: true },
    autofix: { applied: 'verified' },
  })
  await ends(0, root, ['answer', 'workflow', 'code'])
  expect(git(root, 'show', `${branch}:hello.txt`)).toBe('hello')
  expect(git(root, 'rev-list', '--count', `main..${branch}`)).toBe('1')

  expect(runDirs(root, 'workflow')).toHaveLength(1)
  const events = runDirs(root, 'workflow').flatMap(recordedIn) as readonly Recorded[]
  const outcomes = events.flatMap(({ commandId }) => commandId ?? [])
  expect(new Set(outcomes).size, 'each command has one outcome').toBe(outcomes.length)
  const issued = events.flatMap(({ command }) => command?.id ?? [])
  expect(new Set(issued).size, 'each command is issued once').toBe(issued.length)
  expect(issued.filter((id) => id.includes('/generator/'))).toHaveLength(4)
  // The others were interrupted, and told so.
  const onPage = ['workflow/planner', 'workflow/verifier', 'workflow/evaluator']
  expect(shownWrongly({ root, subject: 'workflow' }, onPage)).toEqual([])
  expect(livingIn(root)).toEqual([])
  const replay = await harnessJson(root, ['replay', 'workflow'])
  expect(replay).toMatchObject({ code: 0, value: { same: true, difference: null, diverged: null } })
})
