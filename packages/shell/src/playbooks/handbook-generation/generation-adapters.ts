/** The adapters of a handbook's making: those of every playbook, and what writes it. */
import { UserError } from '@harness/core/kernel/user-error'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { commonAdapters, redacting } from '../../engine/conduct/common-adapters.ts'
import { holdSubject } from '../../engine/conduct/hold-subject.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import type { Adapters } from '../../engine/loop/adapters.ts'
import { handbookSubject } from '../../store/layout/run-subject.ts'
import { runsOf } from '../../store/runs/runs.ts'
import { begunElsewhere } from '../handbook/refused-run.ts'
import { writeHandbook } from '../handbook/write-handbook.ts'

export const generationAdapters = (ports: RunPorts): Adapters => ({
  ...commonAdapters(ports, null),
  writeHandbook: (command, attempt) =>
    redacting(ports)(
      command.replace
        ? orCommandFailed(command, attempt, ports, () =>
            undriven(ports, () => writeHandbook(command, attempt, ports)),
          )
        : writeHandbook(command, attempt, ports),
    ),
})

type Place = Pick<RunPorts, 'stateDir' | 'repoRoot'>

/** Nobody begins to drive the handbook that lies there while it is replaced. */
const undriven = <Result>(place: Place, work: () => Promise<Result>): Promise<Result> =>
  holdSubject(place.stateDir, handbookSubject, 'harness handbook generate', async () => {
    await guardUndriven(place)
    return work()
  })

/** A run that goes on with another handbook than it was begun with would do what nobody asked for. */
export async function guardUndriven({ stateDir, repoRoot }: Place): Promise<void> {
  const unfinished = await unfinishedRun(stateDir, handbookSubject)
  if (unfinished === null) return
  const run = (await runsOf(stateDir, handbookSubject)).find(({ runId }) => runId === unfinished)
  const elsewhere = run === undefined ? null : await begunElsewhere(run.dir, repoRoot)
  if (elsewhere !== null) throw elsewhere
  throw new UserError('handbook-unfinished', 'The handbook that is to be replaced has an unfinished run.', {
    next: 'Finish it: harness handbook; or give it up: harness refuse handbook -m "why"; then run the command again.',
  })
}
