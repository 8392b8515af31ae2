/** Owns the record of OpenLane. Opened again it is the same lane. */
import type { OpenLane } from '@harness/core/effects/open-lane'
import { resolveCommit } from '../../machine/git/commits.ts'
import { nameInRepository } from '../../store/layout/repository-names.ts'
import type { Effect } from '../effect.ts'
import { commandFailed, forgeFailed } from '../failure-endings.ts'
import { facts, line, shortHash } from '../progress-line.ts'
import type { LanePorts } from './lane-ports.ts'
import { openLane } from './open-lane.ts'

export const openLaneEffect: Effect<OpenLane, LanePorts> = {
  type: 'OpenLane',
  async perform(command, attempt, ports) {
    const outcome = await openLane(command, attempt, ports)
    return outcome.type === 'LaneOpened'
      ? { ...outcome, path: nameInRepository(ports.repoRoot, outcome.path) }
      : outcome
  },
  outcomes: {
    LaneOpened: {
      line: ({ path, branch, commit }, { took }) =>
        line('lane', facts(`${path} on ${branch} at ${shortHash(commit)}`, took)),
      log: ({ path }) => path,
      replay: {
        how: 'again',
        baseBefore: ({ baseCommit }, repoRoot) => resolveCommit(repoRoot, baseCommit),
        reconcile: ({ path }, again) => ({ ...again, path }),
      },
    },
    ForgeFailed: forgeFailed,
    CommandFailed: commandFailed,
  },
}
