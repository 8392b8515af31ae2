/** What the performers of a daemon may touch. */
import type { DaemonOutside, HookCommand } from '../place/outside.ts'
import type { Bell } from './bell.ts'
import type { OperatorDesk } from './operator-desk.ts'
import type { RunsInFlight } from './runs-in-flight.ts'
import type { BudgetWatch } from './watch-budget.ts'

export interface DaemonPorts {
  readonly outside: DaemonOutside
  readonly bell: Bell
  readonly desk: OperatorDesk
  readonly inFlight: RunsInFlight
  readonly budget: BudgetWatch
  readonly hooks: HookCommand
  /** How often the repository is looked at if nothing else happens. */
  tickMs(): number
}
