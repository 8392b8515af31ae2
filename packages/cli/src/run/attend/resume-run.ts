/** Resumes a run of any playbook, as the operator is told of it. */
import type { AttendedOptions, ToldResult } from '@harness/shell/engine/registration'
import { resumeRegistered } from '@harness/shell/engine/start-run'
import { beginCommand } from '@harness/shell/store/layout/run-subject'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import type { Face } from '../../line/face.ts'

export const resumeRun = <State extends SpendingState>(
  { registration }: Face<State>,
  options: AttendedOptions<State>,
  run: KnownRun,
  reload = false,
): Promise<ToldResult> => resumeRegistered(registration, options, run, beginCommand(run.subject), reload)
