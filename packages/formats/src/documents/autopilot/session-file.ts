/**
 * Owns `autopilot-state.json`. It is read in every version that tools have written, and printed in version 5. A file that
 * cannot be read is damaged: then the problems say why, and nothing is guessed.
 */
import { containedPath } from '@harness/core/kernel/contained-path'
import {
  rigorLevels,
  type SessionFile,
  type SessionPhase,
  stateNames,
} from '@harness/core/playbooks/autopilot/documents'
import { countIn, truthIn, wordIn } from '../../answers/autopilot/loose-values.ts'
import { type FormatProblem, type Parsed, parsed, refused } from '../../text/format-problem.ts'
import { isObject } from '../../text/is-object.ts'
import { type LocatedValue, type Path, problemIn } from '../../text/located-value.ts'
import { didYouMean } from '../../text/nearest-name.ts'
import { shown } from '../../text/shown.ts'
import { readJsonObject } from './json-object.ts'
import { ReadReport } from './read-report.ts'
import { printedFinding } from './review-file.ts'
import { currentPhaseIn, phaseIn, planPathIn } from './session-phases.ts'
import {
  finalReviewIn,
  historyIn,
  noFinalReview,
  printedRecord,
  recordedDecisionsIn,
  stateIn,
} from './session-records.ts'
import { sessionSlug } from './session-slug.ts'

/** Whether a session of another tool can be continued. */
export const isResumable = ({ currentState }: Pick<SessionFile, 'currentState'>): boolean =>
  currentState !== 'DONE'

export interface ReadSession {
  readonly session: SessionFile
  /** What the file says, and what was read otherwise than it is written. */
  readonly read: readonly string[]
  /** Fields that were not used. */
  readonly ignored: readonly string[]
}

const newest = 5

const known = [
  'schemaVersion',
  'sessionSlug',
  'specPath',
  'planPath',
  'startingCommit',
  'currentState',
  'currentPhase',
  'rigorLevel',
  'reviewPlans',
  'phases',
  'decisions',
  'history',
  'finalReview',
]

/** Fields that came with a version, and that an older file may lack. */
const laterFields = ['startingCommit', 'decisions', 'finalReview', 'reviewPlans', 'rigorLevel']

type Fields = Readonly<Record<string, unknown>>

export function readSessionFile(text: string, file: string): Parsed<ReadSession> {
  const json = readJsonObject(text, file)
  if (!json.ok) return json
  const { fields, located } = json.value
  const version = versionIn(fields, located, file)
  return version.ok ? sessionIn(fields, version.value, located, file) : version
}

function versionIn(value: Fields, located: LocatedValue, file: string): Parsed<number> {
  const version = countIn(value.schemaVersion)
  if (version !== null && version >= 1 && version <= newest) return parsed(version)
  const hint = version !== null && version > newest ? 'it was written by a newer version' : null
  const expected = `a version from 1 to ${newest}`
  return refused([problemIn(located, ['schemaVersion'], file, expected, shown(value.schemaVersion), hint)])
}

function sessionIn(
  value: Fields,
  schemaVersion: number,
  located: LocatedValue,
  file: string,
): Parsed<ReadSession> {
  const report = new ReadReport()
  const problems: FormatProblem[] = []
  const miss = (path: Path, expected: string, found: unknown, hint: string | null = null): void => {
    problems.push(problemIn(located, path, file, expected, shown(found), hint))
  }
  const specPath =
    typeof value.specPath === 'string' ? containedPath(value.specPath.trim().replaceAll('\\', '/')) : null
  if (specPath?.ok !== true) miss(['specPath'], 'a path inside the repository', value.specPath)
  const currentState = stateIn(value.currentState)
  if (currentState === null) {
    const hint = didYouMean(String(value.currentState), stateNames)
    miss(['currentState'], `one of ${stateNames.join(', ')}`, value.currentState, hint)
  }
  const named = Array.isArray(value.phases) ? (value.phases as readonly unknown[]) : []
  if (named.length === 0) miss(['phases'], 'a list of phases', value.phases)
  const phases = named.flatMap((one, index) => {
    const phase = phaseIn(one, report)
    if (phase === null) miss(['phases', index, 'name'], 'the name of a phase', isObject(one) ? one.name : one)
    return phase ?? []
  })
  if (specPath?.ok !== true || currentState === null || problems.length > 0)
    return refused(problems.slice(0, 20))
  const currentPhase = currentPhaseIn(value.currentPhase, phases, report)
  const session: SessionFile = {
    schemaVersion,
    specPath: specPath.path,
    startingCommit: commitIn(value.startingCommit, report),
    currentState,
    currentPhase,
    rigorLevel: rigorIn(value.rigorLevel, report),
    reviewPlans: reviewPlansIn(value.reviewPlans, report),
    phases: withCurrentPlan(phases, currentPhase, value, report),
    decisions: recordedDecisionsIn(value.decisions, report),
    history: historyIn(value.history, report),
    finalReview: value.finalReview === undefined ? noFinalReview : finalReviewIn(value.finalReview, report),
  }
  if (value.currentState !== currentState)
    report.reads(`currentState ${shown(value.currentState)} as ${currentState}`)
  report.ignoresOthers(value, known)
  const missing = laterFields.filter((name) => value[name] === undefined)
  const filled = missing.length === 0 ? [] : [`filled in: ${missing.join(', ')}`]
  return parsed({ session, read: [summaryOf(session), ...filled, ...report.read], ignored: report.ignored })
}

function summaryOf({ schemaVersion, currentState, currentPhase, phases }: SessionFile): string {
  const at =
    currentPhase < phases.length
      ? `phase ${currentPhase + 1} of ${phases.length}`
      : `after ${phases.length} phases`
  const over = phases.filter(({ status }) => status === 'complete').length
  return `version ${schemaVersion}: ${currentState}, ${at}, ${over} complete`
}

/** Anything but a hash could be taken for an option by git. */
function commitIn(value: unknown, report: ReadReport): string | null {
  if (typeof value === 'string' && /^[0-9a-f]{7,64}$/i.test(value)) return value
  if ((value ?? null) !== null) report.ignores(`startingCommit ${shown(value)}, which is no commit`)
  return null
}

function rigorIn(value: unknown, report: ReadReport): SessionFile['rigorLevel'] {
  const level = rigorLevels.find((one) => one === wordIn(value)) ?? 'standard'
  if (value !== undefined && value !== level) report.reads(`rigorLevel ${shown(value)} as ${level}`)
  return level
}

/** If the value cannot be understood, a person looks at the plans. */
function reviewPlansIn(value: unknown, report: ReadReport): boolean {
  const isOn = (value ?? null) === null ? false : (truthIn(value) ?? true)
  if (value !== undefined && value !== isOn) report.reads(`reviewPlans ${shown(value)} as ${isOn}`)
  return isOn
}

/** The plan of the file as a whole is that of the current phase, if one must be there and no other phase has it. */
function withCurrentPlan(
  phases: readonly SessionPhase[],
  current: number,
  { planPath, currentState }: Fields,
  report: ReadReport,
): readonly SessionPhase[] {
  const path = planPathIn(planPath, 'planPath', report)
  const phase = phases[current]
  if (path === null || phase === undefined || phase.planPath !== null) return phases
  const isPlanned = /^(?:APPROVE_PLAN|EXECUTE|VERIFY|REVIEW)$/.test(stateIn(currentState) ?? '')
  if (!isPlanned || phases.some((one) => one.planPath?.split(',').includes(path) === true)) {
    report.ignores('planPath')
    return phases
  }
  report.reads(`planPath as the plan of phase “${phase.name}”`)
  return phases.map((one, index) => (index === current ? { ...one, planPath: path } : one))
}

/** In version 5, every field in its place. */
export function printSessionFile(session: Omit<SessionFile, 'schemaVersion'>): string {
  const printed = {
    schemaVersion: newest,
    sessionSlug: sessionSlug(session.specPath),
    specPath: session.specPath,
    planPath: session.phases[session.currentPhase]?.planPath ?? null,
    startingCommit: session.startingCommit,
    currentState: session.currentState,
    currentPhase: session.currentPhase,
    rigorLevel: session.rigorLevel,
    reviewPlans: session.reviewPlans,
    phases: session.phases.map(({ name, complexity, complexityOverride, planPath, status }) => ({
      name,
      complexity,
      complexityOverride,
      planPath,
      status,
    })),
    decisions: session.decisions.map(({ state, what, why, signals }) => ({ state, what, why, signals })),
    history: session.history.map(printedRecord),
    finalReview: {
      status: session.finalReview.status,
      findings: session.finalReview.findings.map(printedFinding),
      retryCount: session.finalReview.retryCount,
    },
  }
  return `${JSON.stringify(printed, null, 2)}\n`
}
