/**
 * Owns the auto-fix: a closed table of states and what moves between them. A fix is tried once a session. Every move is one
 * write; what the table does not have cannot happen.
 */
export const autofixMoves = [
  /** The person chose the auto-fix at the first gate. */
  'propose',
  /** The process ended while the proposer worked. */
  'crash',
  /** The proposer wrote a patch. */
  'patch',
  /** It wrote none. */
  'no-patch',
  /** The second gate: apply, reject, stop. */
  'apply',
  'reject',
  'stop',
  /** A path of the patch is refused, or a hunk does not fit: nothing was changed. */
  'refuse',
  /** The checks after the patch. */
  'pass',
  'fail',
] as const
export type AutofixMove = (typeof autofixMoves)[number]

const table = {
  idle: { propose: 'proposing' },
  proposing: { crash: 'idle', patch: 'proposed', 'no-patch': 'failed' },
  proposed: { apply: 'applied', reject: 'rejected', stop: 'declined' },
  applied: { refuse: 'failed', pass: 'verified', fail: 'stopped' },
  verified: {},
  stopped: {},
  rejected: {},
  declined: {},
  failed: {},
} as const

export type AutofixState = keyof typeof table
export const autofixStates = Object.keys(table) as readonly AutofixState[]

export const autofixTable: Readonly<
  Record<AutofixState, Readonly<Partial<Record<AutofixMove, AutofixState>>>>
> = table

/** Null if the table does not have the move. */
export const moved = (state: AutofixState, move: AutofixMove): AutofixState | null =>
  autofixTable[state][move] ?? null

/** I1: true from the second gate's decision on. */
export const isAttempted = (state: AutofixState): boolean =>
  state !== 'idle' && state !== 'proposing' && state !== 'proposed'

/** I2: the first gate offers the auto-fix only while nothing of it has begun. */
export const isOffered = (state: AutofixState): boolean => state === 'idle'
