import { join } from 'node:path'
import type { Ask } from '@harness/core/kernel/effect'
import type { OutcomeBase } from '@harness/core/kernel/event'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { expect, it } from 'vitest'
import { testRepository } from '../machine/git/test-support/repository.ts'
import { asRecorded, type Effect } from './effect.ts'
import { bindEffects } from './performer.ts'

interface Look extends Ask<'Look', Looked> {}
interface Looked extends OutcomeBase {
  readonly type: 'Looked'
}

it('the notes of an outcome name places relative to the repository', async () => {
  const repoRoot = testRepository({ 'a.txt': 'a\n' })
  const look: Effect<Look, { readonly redact: (text: string) => string; readonly repoRoot: string }> = {
    type: 'Look',
    perform: async ({ id }) => ({
      type: 'Looked',
      at: 0,
      commandId: id,
      notes: [`kept in ${join(repoRoot, 'set-aside/a.patch')} and ${repoRoot}-other/b`],
    }),
    started: () => null,
    outcomes: { Looked: { line: () => null, log: () => '', replay: asRecorded } },
  }
  const { Look: performer } = bindEffects<
    Look,
    { readonly redact: (text: string) => string; readonly repoRoot: string }
  >({ Look: look }, { redact: (text) => text, repoRoot })
  const id = commandId(asRunId('20260101-000000'), 'look', 'a', 1)
  const { notes } = await performer.perform(
    { type: 'Look', id },
    { repeated: false, signal: new AbortController().signal },
  )
  expect(notes).toEqual([`kept in set-aside/a.patch and ${repoRoot}-other/b`])
})
