import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import { passed } from '@harness/core/kernel/evidence'
import { describe, expect, it } from 'vitest'
import { createRedactionStream } from '../../machine/redaction/redactor.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { openLane } from '../lanes/open-lane.ts'
import type { CheckPorts } from './check-ports.ts'
import { runChecks } from './run-checks.ts'

async function lane() {
  const repo = targetRepo({ 'a.txt': 'a\n', '.gitignore': 'results/\n', 'kept/a.txt': 'kept\n' })
  const ports: CheckPorts = {
    ...repo.ports(),
    redactionStream: () => createRedactionStream({ secrets: [] }),
  }
  const event = await openLane(openLaneCommand(), firstAttempt, ports)
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  const runE2e = async (run: string, from: readonly string[], timeoutMs = 60_000) => {
    const command: RunChecks = {
      type: 'RunChecks',
      id: idOf('20260101-000000/e2e-verify/0001/1'),
      lane: event.lane,
      commit: commitOf(repo, event.branch),
      tree: treeAt(repo, event.branch),
      checks: [{ name: 'e2e', run, timeoutMs, claims: [] }],
      artifacts: { from, as: 'e2e-verify' },
    }
    const finished = await runChecks(command, firstAttempt, ports)
    if (finished.type !== 'ChecksFinished') throw new Error(`${finished.code}: ${finished.detail}`)
    return finished
  }
  const folder = join(repo.stateDir, 'task-runs/0001/20260101-000000/e2e-verify')
  const kept = (path: string): string => readFileSync(join(folder, path), 'utf8')
  return { repo, path: event.path, runE2e, folder, kept }
}

describe('artifacts of the end-to-end tests', () => {
  it('DL-07 are moved to the run’s files, whether the tests pass or not, and are no change of the product', async () => {
    const { runE2e, kept, path } = await lane()
    const run = 'mkdir -p report/x results; echo page > report/x/index.html; echo trace > results/t; exit 1'
    const { evidence } = await runE2e(run, ['report', 'results', 'never-made'])
    expect(evidence).toMatchObject([{ exitCode: 1, problem: null }])
    expect([kept('report/x/index.html'), kept('results/t')]).toEqual(['page\n', 'trace\n'])
    expect(existsSync(join(path, 'report'))).toBe(false)
    expect(existsSync(join(path, 'results'))).toBe(false)
  })

  it('DL-07 of the latest run have the plain name, and a few earlier ones are kept beside it', async () => {
    const { runE2e, folder } = await lane()
    await runE2e('mkdir report; echo 1 > report/one', ['report'])
    mkdirSync(`${folder}.new-left-by-a-crash`)
    await runE2e('mkdir report; echo 2 > report/two', ['report'])
    expect(readdirSync(join(folder, 'report'))).toEqual(['two'])
    expect(readdirSync(join(folder, '..'))).toEqual(['e2e-verify', 'e2e-verify-1'])
    expect(readdirSync(join(`${folder}-1`, 'report'))).toEqual(['one'])
    for (const number of [3, 4, 5, 6]) await runE2e(`mkdir report; echo > report/${number}`, ['report'])
    expect(readdirSync(join(folder, '..')).sort()).toEqual([
      'e2e-verify',
      'e2e-verify-3',
      'e2e-verify-4',
      'e2e-verify-5',
    ])
    expect(readdirSync(join(`${folder}-5`, 'report'))).toEqual(['5'])
    await runE2e('true', ['report'])
    await runE2e('true', ['report'])
    expect(readdirSync(join(folder, '..')).sort().at(-1)).toBe('e2e-verify-6')
  })

  it('DL-07 nothing outside of the lane is read, by whatever link', async () => {
    const { runE2e, folder, repo } = await lane()
    repo.write('.git/outside/secret', 'secret')
    const outside = join(repo.root, '.git/outside')
    const run = `mkdir -p report; ln -s ${outside} report/link; ln -s ${outside}/secret report/file; ln -s ${outside} out; echo x > report/x`
    const { notes, evidence } = await runE2e(run, ['report', 'out', 'out/deeper'])
    expect(readdirSync(folder)).toEqual(['report'])
    expect(readdirSync(join(folder, 'report'))).toEqual(['x'])
    for (const name of ['report/link', 'report/file', 'out', 'out/deeper'])
      expect(notes?.join()).toContain(name)
    expect(evidence.map(passed)).toEqual([true])
    expect(existsSync(join(outside, 'secret'))).toBe(true)
  })

  it('DL-07 files of the product stay, and a change of them is one', async () => {
    const { runE2e, path, kept } = await lane()
    const { evidence } = await runE2e('echo changed > kept/a.txt; echo x > kept/new', ['kept'])
    expect([kept('kept/a.txt'), kept('kept/new')]).toEqual(['changed\n', 'x\n'])
    expect(evidence[0]?.problem).toContain('changed kept/a.txt')
    expect(readFileSync(join(path, 'kept/a.txt'), 'utf8')).toBe('kept\n')
  })

  it('DL-07 of a gigabyte only what fits is kept, and the rest is named and gone', async () => {
    const { runE2e, folder, path } = await lane()
    // Holes count as what they would take elsewhere.
    const run = 'mkdir report; truncate -s 1G report/huge; echo small > report/small'
    const { notes } = await runE2e(run, ['report'])
    expect(readdirSync(join(folder, 'report'))).toEqual(['small'])
    expect(notes).toEqual([expect.stringMatching(/beyond 256 MiB .* was not kept: report\/huge$/)])
    expect(existsSync(join(path, 'report'))).toBe(false)
  })
})
