import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event } from '@harness/core/playbooks/delivery/effects'
import { beforeAll, describe, expect, it } from 'vitest'
import { queueDir, waitingEntries } from '../../effects/landing/queue-folder.ts'
import { tryHold } from '../../machine/lock/hold.ts'
import { deliveryRegistration } from '../../playbooks/delivery/registration.ts'
import type { TaskResult } from '../../playbooks/delivery/start-delivery.ts'
import { deliver, plainGit, sampleOutside } from '../../test-support/sample-delivery.ts'
import { scriptedRepo } from '../../test-support/scripted-repo.ts'
import { replayRegistered } from '../registered-defaults.ts'

const plans = ['0001', '0002', '0003'] as const
const writing = (id: string, path: string, text: string) => ({
  role: 'implementer',
  match: `# ${id} Work`,
  do: [{ write: { path, text } }],
  reply: 'Done.',
})
const rules = [
  writing('0001', 'b.txt', 'one\n'),
  writing('0002', 'c.txt', 'two\n'),
  // The same file as one of the others: whichever comes second conflicts.
  writing('0003', 'b.txt', 'three\n'),
  { role: 'reviewer', reply: 'No findings.' },
]

/** Delivers all plans at once; no run leads the queue before each has joined it. */
async function inOneBatch(repo: string, events: Map<string, Event[]>): Promise<readonly TaskResult[]> {
  const dir = queueDir((await sampleOutside(repo)).stateDir)
  mkdirSync(dir, { recursive: true })
  const attempt = await tryHold(join(dir, '.lock'), 'waiting for all')
  if (attempt.type !== 'held') throw new Error('somebody holds the queue')
  const runs = plans.map((plan) =>
    deliver(repo, plan, { onEvent: (event) => void events.get(plan)?.push(event) }),
  )
  const allWait = async (): Promise<void> => {
    while ((await waitingEntries(dir, 'main')).length < plans.length) await sleep(20)
  }
  await Promise.race([allWait(), ...runs.map((run) => run.then(() => {}))])
  await attempt.hold.release()
  return Promise.all(runs)
}

describe('AG-10 DL-32 runs that were merged in one batch, with a conflict among them', () => {
  const events = new Map<string, Event[]>(plans.map((plan) => [plan, []]))
  let repo: string
  let results: readonly TaskResult[]
  const of = <Type extends Event['type']>(plan: string, type: Type) =>
    (events.get(plan) ?? []).filter(
      (event): event is Extract<Event, { readonly type: Type }> => event.type === type,
    )

  beforeAll(async () => {
    repo = scriptedRepo(plans, rules)
    results = await inOneBatch(repo, events)
  })

  it('are a batch of two, and one that is sent back', () => {
    for (const { rest } of results) expect(rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
    const merged = plans.map((plan) => of(plan, 'LaneMerged')[0])
    expect(new Set(merged.map((event) => event?.commit)).size).toBe(3)
    expect(new Set(merged.map((event) => event?.tree)).size, 'two were checked as one tree').toBe(2)
    const refused = plans.flatMap((plan) => of(plan, 'MergeRefused'))
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['conflict']))
    expect(plans.flatMap((plan) => of(plan, 'SyncConflicted'))).toHaveLength(1)
    expect(plainGit(repo, 'show', 'main:c.txt')).toBe('two\n')
  })

  it.each(plans)('%s is played again to the same', async (plan) => {
    const result = await replayRegistered(
      {
        ...(await sampleOutside(repo)),
        run: { subject: plan, runId: results[plans.indexOf(plan)]?.runId ?? '' },
        until: null,
        keep: false,
        onEvent: () => {},
        stop: new AbortController().signal,
      },
      deliveryRegistration,
    )
    expect(result).toMatchObject({ same: true, difference: null, diverged: null })
  })
})
