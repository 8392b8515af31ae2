import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAgentFinished } from '@harness/core/effects/run-agent'
import { expect, it } from 'vitest'
import { deliveryRegistration } from '../../playbooks/delivery/registration.ts'
import { deliver, plainGit, sampleOutside } from '../../test-support/sample-delivery.ts'
import { planFile, planText, scriptedRepo } from '../../test-support/scripted-repo.ts'
import { replayRegistered } from '../registered-defaults.ts'

const rules = [
  { role: 'implementer', do: [{ write: { path: 'a.txt', text: 'lane\n' } }], reply: 'Done.' },
  { role: 'reviewer', reply: 'No findings.' },
]

it('AG-10 DL-32 a run whose base moved, with a conflict and an edited plan, is played again to the same', async () => {
  const repo = scriptedRepo(['0001'], rules)
  const types: string[] = []
  const { rest, runId } = await deliver(repo, '0001', {
    ask: async () => ({ choice: 'grant', reason: '', by: 'ada' }),
    onEvent(event) {
      types.push(event.type)
      if (!isAgentFinished(event) || types.filter((type) => type === event.type).length > 1) return
      writeFileSync(join(repo, 'a.txt'), 'theirs\n')
      writeFileSync(join(repo, planFile('0001')), `${planText('0001')}\nAnd quickly.\n`)
      plainGit(repo, 'commit', '-qam', 'Others')
    },
  })
  expect(rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
  expect(types).toEqual(expect.arrayContaining(['SyncConflicted', 'GateAnswered', 'PlanCompleted']))
  const result = await replayRegistered(
    {
      ...(await sampleOutside(repo)),
      run: { subject: '0001', runId },
      until: null,
      keep: false,
      onEvent: () => {},
      stop: new AbortController().signal,
    },
    deliveryRegistration,
  )
  expect(result).toMatchObject({ same: true, difference: null, diverged: null })
})
