/** Tells what a run that is taken up again goes on with. Pure. */
import type { RunSight } from '../views/run-sight.ts'

export interface UnderWayAgain {
  /** Agents and checks; null where neither comes next. */
  readonly what: string | null
  /** Questions of open gates. */
  readonly asks: readonly string[]
}

export function underWayAgain(sight: RunSight): UnderWayAgain {
  const commands = sight.wanted()
  const named = commands.flatMap((command) =>
    command.type === 'RunAgent'
      ? [`the ${command.role}`]
      : command.type === 'RunChecks'
        ? command.checks.map(({ name }) => name)
        : [],
  )
  return {
    what: named.length === 0 ? null : named.join(', '),
    asks: commands.flatMap((command) => (command.type === 'AskHuman' ? [command.gate.question] : [])),
  }
}
