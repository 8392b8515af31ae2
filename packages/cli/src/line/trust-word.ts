/** Owns what a command line and the environment say about trust. */
import type { CommandContext, Environment } from './command.ts'

/** The variable that says the same as `--trust`, for CI. */
const variable = 'HARNESS_TRUST'

export function trustOf(
  env: Environment,
  { trust, yes, json }: Readonly<Record<string, unknown>>,
): CommandContext['trust'] {
  if (trust === true || env[variable] === '1') return 'given'
  return yes === true || json === true ? 'withheld' : 'ask'
}
