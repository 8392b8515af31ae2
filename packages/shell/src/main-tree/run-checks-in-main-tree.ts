/**
 * RunChecks in the user's own checkout, as it is: nothing is taken away before and nothing put back after. What else lies
 * there uncommitted takes part, and that is told. Safe to repeat: checks are run again from the first.
 */
import type { RunChecks } from '@harness/core/command'
import type { ChecksFinished, CommandFailed } from '@harness/core/event'
import type { Evidence } from '@harness/core/evidence'
import type { Attempt } from '../adapters.ts'
import type { CheckPorts } from '../checks/check-ports.ts'
import { runCheck } from '../checks/run-check.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { changedFiles } from '../git/changes.ts'
import { status } from '../git/status.ts'
import { namedFew } from '../named-few.ts'
import { mainTreeLane } from './main-tree-lane.ts'

export const runChecksInMainTree = (
  command: RunChecks,
  attempt: Attempt,
  ports: CheckPorts & { isReserved?(path: string): boolean },
): Promise<ChecksFinished | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const record = await mainTreeLane(ports.repoRoot, command.lane)
    const beside = await uncommittedBeside(command, ports)
    const evidence: Evidence[] = []
    for (const [index, check] of command.checks.entries())
      evidence.push(await runCheck(check, index + 1, command, record, attempt.signal, ports))
    const note = `the checks saw your checkout with what is not committed there: ${namedFew(beside)}`
    return {
      type: 'ChecksFinished',
      at: ports.clock.now(),
      commandId: command.id,
      tree: command.tree,
      evidence,
      ...(beside.length === 0 ? {} : { notes: [ports.sanitise(note)] }),
    }
  })

/** What is neither in the commit that is checked nor the run's own. */
async function uncommittedBeside(
  { commit }: RunChecks,
  { repoRoot, isReserved }: CheckPorts & { isReserved?(path: string): boolean },
): Promise<readonly string[]> {
  const ours = new Set(await changedFiles(repoRoot, 'HEAD', commit))
  const paths = (await status(repoRoot)).map(({ path }) => path)
  return paths.filter((path) => !ours.has(path) && isReserved?.(path) !== true)
}
