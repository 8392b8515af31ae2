/** A bug of ours: stops the run and keeps the journal. Never used for what an operator or an agent can cause. */
export class InvariantError extends Error {
  constructor(message: string) {
    super(`invariant broken: ${message}`)
    this.name = 'InvariantError'
  }
}

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}

/** The value; fails if there is none. */
export function present<Value>(value: Value | null | undefined, message: string): Value {
  invariant(value !== null && value !== undefined, message)
  return value
}

/** For the default branch of an exhaustive switch. */
export function unreachable(value: never, what: string): never {
  throw new InvariantError(`unexpected ${what}: ${JSON.stringify(value)}`)
}
