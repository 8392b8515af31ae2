/** Runs checks on a change of a fresh repository, as a playbook does after an agent's turn. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Check } from '@harness/core/kernel/check'
import type { Evidence } from '@harness/core/kernel/evidence'
import { runChecks } from '../effects/checks/run-checks.ts'
import { openLane } from '../effects/lanes/open-lane.ts'
import { commitOf, firstAttempt, idOf, openLaneCommand, targetRepo, treeAt } from './target-repo.ts'

type Files = Readonly<Record<string, string>>
/** Null removes the file; `-> x` makes a link to x. */
export type Changes = Readonly<Record<string, string | null>>

export interface CheckedChange {
  readonly evidence: readonly Evidence[]
  readonly logs: readonly string[]
  readonly refs: string
}

/** `isBaseKnown`: the checks have run on the base before. */
export async function checkedChange(
  base: Files,
  changes: Changes,
  lines: readonly string[],
  isBaseKnown = false,
): Promise<CheckedChange> {
  const repo = targetRepo(base)
  const ports = repo.ports()
  const lane = await openLane(openLaneCommand(), firstAttempt, ports)
  if (lane.type !== 'LaneOpened') throw new Error(JSON.stringify(lane))
  const checks = lines.map(
    (run): Check => ({ name: run.replaceAll('/', ' '), run, timeoutMs: 20_000, claims: [] }),
  )
  const check = async (id: string, revision: string): Promise<readonly Evidence[]> => {
    const event = await runChecks(
      {
        type: 'RunChecks',
        id: idOf(`20260101-000000/${id}`),
        lane: lane.lane,
        commit: commitOf(repo, revision),
        tree: treeAt(repo, revision),
        baseCommit: commitOf(repo, 'main'),
        checks,
      },
      firstAttempt,
      ports,
    )
    if (event.type !== 'ChecksFinished') throw new Error(event.detail)
    return event.evidence
  }
  if (isBaseKnown) await check('base/0001/1', 'main')
  for (const [name, text] of Object.entries(changes)) apply(join(lane.path, name), text)
  repo.gitIn(lane.path, 'add', '--all', '--force')
  repo.gitIn(lane.path, 'commit', '--quiet', '--allow-empty', '-m', 'work')
  const evidence = await check('checks/0001/1', lane.branch)
  const logs = readdirSync(join(ports.runDir, 'checks/checks-0001-1'))
  return { evidence, logs, refs: repo.git('for-each-ref', '--format=%(refname)') }
}

function apply(path: string, text: string | null): void {
  rmSync(path, { recursive: true, force: true })
  if (text === null) return
  mkdirSync(dirname(path), { recursive: true })
  if (text.startsWith('-> ')) symlinkSync(text.slice(3), path)
  else writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 })
}
