/** MeasureChange: counts, file by file, what a lane changed between two commits. Only reads, and may be repeated. */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ChangeMeasured, MeasureChange } from '@harness/core/effects/measure-change'
import { fileChanges } from '../../machine/git/change-size.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import type { LanePorts } from './lane-ports.ts'

export const measureChange = (
  command: MeasureChange,
  attempt: Attempt,
  ports: LanePorts,
): Promise<ChangeMeasured | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => ({
    type: 'ChangeMeasured',
    at: ports.clock.now(),
    commandId: command.id,
    files: await fileChanges(ports.repoRoot, command.from, command.to),
  }))
