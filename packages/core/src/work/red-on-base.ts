/**
 * Owns "judge only what changes": which checks may fail in a change because they fail on its base too. A check that has
 * passed in a lane may not fail there again.
 */
import type { MergeLane } from '../effects/merge-lane.ts'
import type { RunChecks } from '../effects/run-checks.ts'
import type { Check, FailedOnBase, Failures } from '../kernel/check.ts'
import { type Evidence, isGreen } from '../kernel/evidence.ts'
import type { CommitHash, LaneName } from '../kernel/ids.ts'

export interface Excuse {
  readonly run: string
  /** Counts only for a lane on this base, and for no merge. Null if a person let it stand. */
  readonly onlyOn: CommitHash | null
  /** Lanes in which it has passed since. */
  readonly fixedIn: readonly LaneName[]
  /** True if such a lane was merged. */
  readonly isFixed: boolean
  /** What failed on the base. Absent in old journals. */
  readonly failed?: FailedOnBase
}

export const excuseOf = (item: Evidence, onlyOn: CommitHash | null): Excuse => ({
  run: item.run,
  onlyOn,
  fixedIn: [],
  isFixed: false,
  ...(item.failures === undefined ? {} : { failed: failedOnBase(item, item.failures) }),
})

const failedOnBase = ({ executed = null, outputTail }: Evidence, failures: Failures): FailedOnBase => ({
  ...failures,
  executed,
  outputTail,
})

/** The command, with the checks marked that may fail. */
export function excusing<Command extends RunChecks | MergeLane>(
  command: Command,
  excuses: readonly Excuse[],
): Command {
  const counts = (excuse: Excuse): boolean => !excuse.fixedIn.includes(command.lane) && holds(excuse, command)
  const excused = excuses.filter(counts)
  if (!command.checks.some(({ run }) => excused.some((one) => one.run === run))) return command
  const checks = command.checks.map((check): Check => {
    const excuse = excused.find(({ run }) => run === check.run)
    if (excuse === undefined) return check
    const { failed } = excuse
    return { ...check, redOnBase: true, ...(failed === undefined ? {} : { failedOnBase: failed }) }
  })
  return { ...command, checks }
}

const holds = ({ onlyOn, isFixed }: Excuse, command: RunChecks | MergeLane): boolean =>
  command.type === 'MergeLane'
    ? onlyOn === null && !isFixed
    : onlyOn === null || onlyOn === command.baseCommit

/** After checks in a lane: one that passed there is excused there no more. */
export const passedIn = (
  excuses: readonly Excuse[],
  lane: LaneName,
  evidence: readonly Evidence[],
): readonly Excuse[] =>
  excuses.map((excuse) =>
    evidence.some((item) => item.run === excuse.run && isGreen(item)) && !excuse.fixedIn.includes(lane)
      ? { ...excuse, fixedIn: [...excuse.fixedIn, lane] }
      : excuse,
  )

/** After a merge: what it fixed is fixed on the base. */
export const mergedFrom = (excuses: readonly Excuse[], lane: LaneName): readonly Excuse[] =>
  excuses.map((excuse) => (excuse.fixedIn.includes(lane) ? { ...excuse, isFixed: true } : excuse))
