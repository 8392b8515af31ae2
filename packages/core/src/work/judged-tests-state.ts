/** Owns what a run keeps of tests in doubt: what waits for a ruling, what was ruled, and what reports show. */
import type { ChecksFinished, RunChecks } from '../effects/run-checks.ts'
import type { Evidence } from '../kernel/evidence.ts'
import { type AgentRetries, agentRetries, type Hurdle } from '../kernel/hurdle.ts'
import {
  asRunId,
  attemptOf,
  type CommandId,
  type LaneName,
  phaseOf,
  subjectIn,
  type TreeHash,
} from '../kernel/ids.ts'
import { type Dispatched, nextId } from './dispatch.ts'
import { doubtIn, doubtKey, doubtSubject, type TestDoubt } from './test-doubts.ts'

/** Checks that passed with a doubt. The playbook has not heard of them yet. */
export interface PendingChecks {
  readonly command: RunChecks
  readonly finished: ChecksFinished
  /** How many answers of the judge were void. */
  readonly voids: number
  /** What a person is asked about, with the judge's reasons; null as long as the judge is asked. */
  readonly asked: readonly Unjustified[] | null
  readonly retries: AgentRetries
  readonly hurdle: Hurdle | null
}

export interface Unjustified {
  readonly check: string
  readonly why: string
}

export interface RuledDoubt {
  readonly lane: LaneName
  readonly key: string
  /** It holds for this tree only; null if it holds for the lane. */
  readonly tree: TreeHash | null
  readonly by: string
  readonly words: string
  readonly at: number
  readonly isPerson: boolean
}

/** What the newest run of a check showed about the tests that the lane touches. */
export interface SeenTests extends Pick<Evidence, 'check' | 'run' | 'tests'> {
  readonly lane: LaneName
  readonly doubt: TestDoubt | null
  /** Null if nothing justifies the doubt, or there is none. */
  readonly ruled: RuledDoubt | null
}

export interface JudgedTests {
  readonly pending: readonly PendingChecks[]
  readonly ruled: readonly RuledDoubt[]
  /** How often a doubt went to the playbook as a failed check, by lane and doubt. */
  readonly failed: Readonly<Record<string, number>>
  readonly seen: readonly SeenTests[]
  readonly dispatched: Dispatched
}

export const nothingJudged: JudgedTests = { pending: [], ruled: [], failed: {}, seen: [], dispatched: {} }

export const pendingChecks = (command: RunChecks, finished: ChecksFinished): PendingChecks => ({
  command,
  finished,
  voids: 0,
  asked: null,
  retries: agentRetries,
  hurdle: null,
})

interface WithJudgedTests {
  readonly judgedTests?: JudgedTests
}

/** Null if no check showed anything about tests yet. */
export const judgedTestsOf = (state: unknown): JudgedTests | null =>
  (state as WithJudgedTests).judgedTests ?? null

/** A playbook knows nothing of it, so it is put back after each event. */
export const withJudgedTests = <State>(state: State, judgedTests: JudgedTests): State => ({
  ...state,
  judgedTests,
})

const judgePhase = 'judge-tests'
export const weakenedGate = 'tests-weakened'
const waitPhase = 'judge-wait'

/** If the command belongs to the judging of tests, and to no playbook. */
export const isJudging = (id: string): boolean => [judgePhase, weakenedGate, waitPhase].includes(phaseOf(id))

const judgedAs = (checks: string): string => `${phaseOf(checks)}-${subjectIn(checks)}-${attemptOf(checks)}`

/** If the command judges the tests of these checks. */
export const isJudgingFor = (id: string, checks: string): boolean =>
  isJudging(id) && subjectIn(id) === judgedAs(checks)

const subjectFor = ({ command: { id } }: PendingChecks): string => judgedAs(id)

export const pendingFor = ({ pending }: JudgedTests, id: CommandId): PendingChecks | undefined =>
  pending.find((one) => subjectFor(one) === subjectIn(id))

const idIn =
  (phase: string) =>
  (judged: JudgedTests, pending: PendingChecks): CommandId => {
    const [run = ''] = pending.command.id.split('/')
    return nextId(
      { input: { runId: asRunId(run) }, dispatched: judged.dispatched },
      phase,
      subjectFor(pending),
    )
  }
export const judgeId = idIn(judgePhase)
export const gateId = idIn(weakenedGate)
export const waitId = idIn(waitPhase)

/** The ruling that covers a doubt of this tree; null if there is none. */
export const rulingOn = (
  { ruled }: JudgedTests,
  { lane, tree }: Pick<RunChecks, 'lane' | 'tree'>,
  doubt: TestDoubt,
): RuledDoubt | null =>
  ruled.findLast(
    (one) => one.lane === lane && one.key === doubtKey(doubt) && (one.tree === null || one.tree === tree),
  ) ?? null

/** The doubts in these checks that nothing justifies yet. */
export const openDoubts = (
  judged: JudgedTests,
  command: RunChecks,
  evidence: readonly Evidence[],
): readonly TestDoubt[] =>
  evidence.flatMap((item) => {
    const doubt = doubtIn(item)
    return doubt === null || rulingOn(judged, command, doubt) !== null ? [] : [doubt]
  })

export const failuresOf = ({ failed }: JudgedTests, lane: LaneName, doubt: TestDoubt): number =>
  failed[`${lane} ${doubtSubject(doubt)}`] ?? 0

export const countFailures = (
  { failed }: JudgedTests,
  lane: LaneName,
  doubts: readonly TestDoubt[],
): JudgedTests['failed'] => ({
  ...failed,
  ...Object.fromEntries(
    doubts.map((doubt) => {
      const key = `${lane} ${doubtSubject(doubt)}`
      return [key, (failed[key] ?? 0) + 1]
    }),
  ),
})
