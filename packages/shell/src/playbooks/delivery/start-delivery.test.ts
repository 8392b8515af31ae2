import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLaneOpened } from '@harness/core/effects/open-lane'
import { describe, expect, it } from 'vitest'
import { abandonRun } from '../../engine/registered-defaults.ts'
import { systemClock } from '../../machine/clock/clock-system.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { deliver, plainGit, sampleOutside, sampleRepo } from '../../test-support/sample-delivery.ts'
import { deliveryRegistration } from './registration.ts'

describe('DL-03 startDelivery delivers a plan in process', () => {
  it('commits in the name that it began with, whatever an agent writes into the config, resumed or not', async () => {
    const repo = sampleRepo()
    const person = (name: string): void => {
      plainGit(repo, 'config', 'user.name', name)
      plainGit(repo, 'config', 'user.email', `${name}@example.org`)
    }
    person('ada')
    await deliver(repo, '0001', {
      until: 'implement',
      onEvent: (event) => {
        if (isLaneOpened(event)) person('impostor')
      },
    })
    const result = await deliver(repo, '0001')
    expect(result.rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
    const names = plainGit(repo, 'log', '--topo-order', '--format=%an %ae %cn', 'main').trim().split('\n')
    expect(names.length).toBeGreaterThan(3)
    expect(new Set(names.slice(0, -1))).toEqual(new Set(['ada ada@example.org ada']))
  })

  it('DL-06 a paused run is given up and the plan begun anew; until then it keeps its checks and says so', async () => {
    const repo = sampleRepo()
    await deliver(repo, '0001', { until: 'implement' })
    const outside = await sampleOutside(repo)
    const config = { ...outside.config, checks: outside.config.checks.map((it) => ({ ...it, run: 'true' })) }
    const notes: string[] = []
    await deliver(repo, '0001', { config, until: 'review', onNote: (note) => notes.push(note) })
    expect(notes).toEqual([expect.stringMatching(/other checks than this run began with/)])
    const [run] = await openRunStore(outside.stateDir).list('0001')
    const giveUp = () =>
      run === undefined
        ? null
        : abandonRun(
            { ...outside, clock: systemClock, run, by: 'ada', reason: 'the checks have changed' },
            deliveryRegistration,
          )
    expect(await giveUp()).toMatchObject({ outcome: 'blocked' })
    expect(await giveUp()).toBeNull()
    expect((await openRunStore(outside.stateDir).list('0001'))[0]?.summary).toMatchObject({
      status: 'blocked',
      phase: 'blocked',
      reason: 'Given up by ada: the checks have changed',
    })
    const again = await deliver(repo, '0001', { until: 'implement' })
    expect(again.runId).not.toBe(run?.runId)
  })

  it('QA-01 a run that was killed after its last commit and before its end is gone on with', async () => {
    const repo = sampleRepo()
    await deliver(repo, '0001')
    const { stateDir } = await sampleOutside(repo)
    const [run] = await openRunStore(stateDir).list('0001')
    const journal = join(stateDir, 'runs/0001', run?.runId ?? '', 'journal.ndjson')
    const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
    expect(lines.at(-1)).toContain('RunEnded')
    writeFileSync(journal, `${lines.slice(0, -1).join('\n')}\n`)
    expect((await deliver(repo, '0001')).rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
    expect(await openRunStore(stateDir).list('0001')).toHaveLength(1)
    await expect(deliver(repo, '0001')).rejects.toMatchObject({ code: 'plan-completed' })
  })

  it('DL-05 never delivers again what the base has completed, whatever branch is checked out', async () => {
    const repo = sampleRepo()
    plainGit(repo, 'switch', '-qc', 'feature')
    await deliver(repo, '0001')
    await expect(deliver(repo, '0001')).rejects.toMatchObject({ code: 'plan-completed' })
    expect(plainGit(repo, 'log', '--merges', '--format=%s', 'main').trim()).toBe(
      'Merge plan 0001: Parse lines from the till',
    )
  })
})
