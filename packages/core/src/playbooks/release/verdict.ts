/**
 * Owns whether a criterion holds: a completed plan delivers it, a test names it, and a check that the harness ran on this
 * tree says that the test passed. What cannot be told has not passed. No agent is asked.
 */
import type { TagFound, TagLine } from '../../effects/find-tags.ts'
import type { Check } from '../../kernel/check.ts'
import { type Evidence, isGreen } from '../../kernel/evidence.ts'
import type { Criterion } from '../../work/acceptance.ts'
import type { TaggedPlan } from '../../work/tagged-plan.ts'

export interface JudgedCriterion extends Pick<Criterion, 'tag' | 'text'> {
  readonly status: 'covered' | 'uncovered' | 'covered-but-test-missing' | 'covered-but-test-failed'
  /** Plans that have the tag. */
  readonly plans: readonly string[]
  /** Tests that name the tag. */
  readonly tests: readonly string[]
  /** What shows that it holds; null if nothing does. */
  readonly proof: Pick<TagLine, 'check' | 'line'> | null
  /** What is missing; empty if nothing is. */
  readonly why: string
}

/** What is known of a tree. `evidence` is null if no check has run yet. */
export interface Known {
  readonly plans: readonly TaggedPlan[]
  readonly checks: readonly Check[]
  readonly found: Readonly<Record<string, TagFound>>
  readonly absent: readonly string[]
  readonly evidence: readonly Evidence[] | null
}

/** Why a criterion does not hold yet that lacks nothing else. */
export const notRun = 'no check has run on this tree'

type Verdict = Pick<JudgedCriterion, 'status' | 'proof' | 'why'>

export function judgeCriterion(criterion: Criterion, known: Known): JudgedCriterion {
  const { tag, text } = criterion
  return {
    tag,
    text,
    plans: known.plans.filter(({ acceptanceTags }) => acceptanceTags.includes(tag)).map(({ id }) => id),
    tests: foundOf(tag, known).tests,
    ...(uncovered(criterion, known) ?? untested(criterion, known) ?? unproven(tag, known)),
  }
}

const missing = (status: Verdict['status'], why: string): Verdict => ({ status, proof: null, why })

const foundOf = (tag: string, { found }: Known): TagFound =>
  (Object.hasOwn(found, tag) ? found[tag] : undefined) ?? { tests: [], lines: [] }

const isCompleted = ({ status, place }: TaggedPlan): boolean =>
  status === 'completed' && place === 'completed'

/** Each plan with the tag is completed, and each that the criterion names. */
function uncovered({ tag, coveredBy }: Criterion, { plans }: Known): Verdict | null {
  const tagged = plans.filter(({ acceptanceTags }) => acceptanceTags.includes(tag))
  if (tagged.length === 0) return missing('uncovered', 'no plan has the tag')
  const unknown = coveredBy.filter((id) => plans.every((plan) => plan.id !== id))
  if (unknown.length > 0) return missing('uncovered', `there is no plan ${unknown.join(', ')}`)
  const open = plans.filter(
    (plan) => (tagged.includes(plan) || coveredBy.includes(plan.id)) && !isCompleted(plan),
  )
  return open.length === 0 ? null : missing('uncovered', open.map(openPlan).join(', '))
}

const openPlan = ({ id, status }: TaggedPlan): string =>
  `plan ${id} is ${status === 'completed' ? 'not among the completed plans' : status}`

const claiming = (tag: string, checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ name, claims }) => name === tag || claims.includes(tag))

function untested({ tag, testedBy }: Criterion, known: Known): Verdict | null {
  const gone = testedBy.filter((file) => known.absent.includes(file))
  if (gone.length > 0) return missing('covered-but-test-missing', `${gone.join(', ')} is not there`)
  if (foundOf(tag, known).tests.length > 0 || claiming(tag, known.checks).length > 0) return null
  return missing('covered-but-test-missing', 'no test and no check names the tag')
}

function unproven(tag: string, known: Known): Verdict {
  const { evidence, checks } = known
  if (evidence === null) return missing('covered-but-test-missing', notRun)
  const red = new Set(evidence.filter((item) => !isGreen(item)).map(({ check }) => check))
  const ran = new Set(evidence.map(({ check }) => check))
  const { tests, lines } = foundOf(tag, known)
  const failed = lines.find(({ verdict, check }) => verdict === 'failed' || red.has(check))
  if (failed !== undefined)
    return missing('covered-but-test-failed', `${failed.check} failed: ${failed.line}`)
  const claims = claiming(tag, checks)
  const broken = claims.find(({ name }) => red.has(name) || !ran.has(name))
  if (broken !== undefined) return missing('covered-but-test-failed', `the check ${broken.name} did not pass`)
  const [line] = lines
  if (line !== undefined && tests.length > 0)
    return { status: 'covered', proof: { check: line.check, line: line.line }, why: '' }
  const [claim] = claims
  if (claim !== undefined)
    return { status: 'covered', proof: { check: claim.name, line: claim.run }, why: '' }
  return missing(
    'covered-but-test-missing',
    `${tests.join(', ')} names it, but no check printed that it passed: its title must have the tag, and the check must print titles`,
  )
}
