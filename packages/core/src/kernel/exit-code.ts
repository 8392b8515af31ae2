/** Owns what each exit code of the product means; every code has one meaning. */
export const exitCode = {
  done: 0,
  halted: 1,
  usage: 2,
  escalated: 3,
  contractBroken: 4,
  limitReached: 5,
  callBudget: 6,
  planRejected: 7,
  waitingAtGate: 8,
  frozen: 9,
  heldByAnother: 11,
  stateDamaged: 12,
  rateLimited: 75,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCode)[keyof typeof exitCode]
