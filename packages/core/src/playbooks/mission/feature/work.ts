/** What a mission makes of what its workers, debuggers, architects and documenters did. */
import { recovered } from '../../../kernel/retrying.ts'
import { timesEnded } from '../../../work/dispatch.ts'
import { changedLane } from '../../../work/lane.ts'
import { mayWriteFile } from '../../../work/may-write.ts'
import { planCallsFor } from '../../../work/suspicions.ts'
import { contractOf, featureNamed, textOf } from '../documents/features.ts'
import { changing, wanting } from '../documents/known-documents.ts'
import { remembering, withTricks } from '../documents/memory.ts'
import type { WorkReport } from '../state/answers.ts'
import type { AgentFinished } from '../state/effects.ts'
import { type FeatureLane, type Flight, type LanedFlight, nothingSeen, subjectOf } from '../state/flight.ts'
import { isRefusal } from '../state/mission-document.ts'
import { type MissionState, noted, rest, withFlight } from '../state/state.ts'
import { withHook } from '../telling/errands.ts'
import { toLanding } from './landing.ts'
import { critical, docsDropped, documented, type Found, failedWith, stuckWith, toClose } from './outcomes.ts'
import { answerVoid, heard, usableAnswer, whyVoid } from './void-answers.ts'

const ownFolder = '.harness/'

const reportOf = ({ answer, text }: AgentFinished): WorkReport =>
  answer.kind === 'mission-work' ? answer : { summary: text, tricks: [], ambiguity: null }

export function worked(before: MissionState, unsettled: LanedFlight, event: AgentFinished): MissionState {
  const id = subjectOf(unsettled.task)
  const report = reportOf(event)
  const flight = heard(unsettled)
  const state = withHook(
    withTricks(remembering(before, event, report.summary), id, report.tricks),
    'post-worker',
    id,
  )
  const own = event.changedFiles.filter((file) => isNobodysWork(state, id, file))
  if (own.length > 0) return touchedOwn(state, flight, event, own)
  const done: Flight = { ...flight, ...nothingSeen, lane: changedLane(flight.lane, event) }
  if (report.ambiguity !== null) return rest(state, { ...done, question: report.ambiguity }, 'ambiguous')
  if (event.changedFiles.length === 0 && !isWorthAnotherLook(state, id, flight.lane))
    return failedWith(state, done, event.commandId, [
      critical('The worker changed nothing', `It said: ${report.summary.slice(0, 500)}`),
    ])
  const suspicious = suspicionsOf(state, id, event)
  if (suspicious.length > 0) return failedWith(state, done, event.commandId, suspicious)
  // Who has resolved a conflict has the base for itself still.
  const next = { ...done, question: null }
  return flight.step.type === 'resolve' ? toLanding(state, next) : rest(state, next, 'worked')
}

/**
 * A worker may be right that nothing is left to change: what the lane holds is looked at again, and if it holds no
 * more than the base, once. What was wrong with the work itself stays wrong until it is changed, and so does what a
 * person refused.
 */
function isWorthAnotherLook(state: MissionState, id: string, lane: FeatureLane): boolean {
  const { issues: open = [], sourceIssueId = null } = featureNamed(state, id) ?? {}
  const isThere = lane.commit !== lane.baseCommit || state.landed.includes(id)
  const isNew = timesEnded(state.dispatched, 'validate', id) === 0 && !isRefusal(sourceIssueId ?? '')
  return (isThere || isNew) && !open.some((issue) => issue.id.includes(`/work/${id}/`) || isRefusal(issue.id))
}

/** What the mission goes by; the spec only where its feature does not name it. */
const isNobodysWork = (state: MissionState, id: string, file: string): boolean =>
  file.startsWith(ownFolder) ||
  (file === state.input.specPath && !planCallsFor(textOf(featureNamed(state, id)), file))

/** Spec, features, contract and memory are not the worker's: its change is not taken over, and is kept as a patch. */
function touchedOwn(
  state: MissionState,
  flight: Flight,
  event: AgentFinished,
  files: readonly string[],
): MissionState {
  const told = noted(
    state,
    `The worker of ${subjectOf(flight.task)} changed ${files.join(', ')}; that was not taken over.`,
  )
  return failedWith(told, flight, event.commandId, [
    critical(
      `The worker changed ${files.join(', ')}, which is not its to change`,
      `The whole change was set aside. Make it again without touching .harness/ or ${state.input.specPath}.`,
    ),
  ])
}

/** What only the feature may call for is an issue, unless the feature names the file. */
function suspicionsOf(state: MissionState, id: string, { suspicions = [] }: AgentFinished): readonly Found[] {
  const text = textOf(featureNamed(state, id))
  return suspicions
    .filter(({ file }) => !planCallsFor(text, file))
    .map(({ kind, file, detail }) => critical(`${kind}: ${file}; put it back`, detail))
}

export function debugged(state: MissionState, before: Flight, event: AgentFinished): MissionState {
  const flight: Flight = { ...recovered(before), debugNotes: event.text, step: { type: 'architect' } }
  const told = remembering(state, event, event.text)
  return withFlight(
    wanting(told, { type: 'debug', feature: subjectOf(flight.task), text: event.text }),
    flight,
  )
}

export function ruled(before: MissionState, flight: Flight, event: AgentFinished): MissionState {
  const answer = usableAnswer(event, 'ruling')
  if (answer === null) return answerVoid(before, flight, event, whyVoid(event))
  const id = subjectOf(flight.task)
  const settled: Flight = {
    ...heard(flight),
    // Who answers a question has not said how what fails is to be fixed.
    ruledAt: flight.question === null ? (featureNamed(before, id)?.attempts ?? 0) : flight.ruledAt,
    tried: [...flight.tried, `Architect: ${answer.decision}`],
  }
  const ruling = `${answer.decision} (because: ${answer.reason})`
  const state = remembering(before, event, ruling)
  if (answer.question !== null) return stuckWith(state, settled, answer.question)
  const { claim } = answer
  const isKnown = claim !== null && contractOf(state).some((entry) => entry.id === claim)
  const told = isKnown
    ? wanting(state, { type: 'ruling', claim, ruling })
    : withNote(state, id, `Ruling: ${ruling}`)
  return rest(told, { ...settled, question: null }, 'ruled')
}

/** Appended to the feature, once. */
export function withNote(state: MissionState, id: string, note: string): MissionState {
  const feature = featureNamed(state, id)
  if (feature === undefined || feature.notes.includes(note)) return state
  return changing(state, id, { notes: [feature.notes.trim(), note].filter((text) => text !== '').join('\n') })
}

export function documentedBy(state: MissionState, before: LanedFlight, event: AgentFinished): MissionState {
  const flight = recovered(before)
  const told = remembering(state, event, event.text)
  const mayWrite = documentFiles(state.input.specPath)
  const strange = event.changedFiles.filter((file) => !mayWriteFile(mayWrite, file))
  if (strange.length > 0)
    return docsDropped(
      told,
      flight,
      `the documenter changed ${strange.join(', ')}, which is no documentation`,
    )
  if (event.changedFiles.length === 0) return toClose(documented(told, flight), flight)
  return rest(told, { ...flight, lane: changedLane(flight.lane, event) }, 'written')
}

/** As `mayWrite` says it. The spec is the person's: the documenter does not change what was wanted. */
export const documentFiles = (specPath: string): readonly string[] => [
  '*.md',
  '*.mdx',
  '*.txt',
  '*.rst',
  '*.adoc',
  '**/docs/',
  `!${specPath}`,
]
