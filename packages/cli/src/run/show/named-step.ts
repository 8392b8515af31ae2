/** Finds the step of a run that the operator names. Pure. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { UserError } from '@harness/core/kernel/user-error'
import { nearestName } from '@harness/formats/text/nearest-name'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import { matchesCommand } from '../command-name.ts'
import { runName } from '../find-run.ts'
import { type Step, stepsOf } from './steps.ts'

/** Throws if the run has no such command. */
export function namedStep(run: KnownRun, events: readonly AnyEvent[], named: string): Step {
  const steps = stepsOf(events)
  const step = steps.find((each) => matchesCommand(each.command, named))
  if (step !== undefined) return step
  throw unknownCommand(
    run,
    named,
    steps.map(({ command }) => command),
  )
}

function unknownCommand(run: KnownRun, named: string, known: readonly string[]): UserError {
  const short = known.map((id) => id.slice(id.indexOf('/') + 1))
  const nearest = nearestName(named, short)
  const meant = nearest === null ? '' : ` Did you mean ${nearest}?`
  return new UserError(
    'command-unknown',
    `The run ${runName(run)} has no command ${JSON.stringify(named)}.${meant} It has: ${short.join(', ')}`,
    { next: `harness show ${runName(run)}` },
  )
}
