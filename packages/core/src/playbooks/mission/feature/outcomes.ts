/** Owns what a feature's attempt comes to: failed with issues, passed with evidence, or let go of. */

import type { LaneClosed } from '../../../effects/close-lane.ts'
import type { CommandId } from '../../../kernel/ids.ts'
import { oneLine } from '../../../kernel/one-line.ts'
import { featureNamed } from '../documents/features.ts'
import { changing, wanting } from '../documents/known-documents.ts'
import { confirming } from '../documents/memory.ts'
import { unbelieved } from '../documents/records.ts'
import {
  type AfterAnswer,
  type Flight,
  isOnBase,
  type LanedFlight,
  nothingSeen,
  subjectOf,
} from '../state/flight.ts'
import { type Issue, isRefusal } from '../state/mission-document.ts'
import { type MissionState, noted, rest, toStep, withoutFlight } from '../state/state.ts'
import { withHook } from '../telling/errands.ts'

export type Found = Omit<Issue, 'id'>

export const critical = (title: string, detail = ''): Found => ({ severity: 'critical', title, detail })

/** `<run>/validate/F-001/2.1`: told by the command that found it, so that no two are called the same in any run. */
export const numbered = (commandId: CommandId, found: readonly Found[]): readonly Issue[] =>
  found.map((one, index) => ({ id: `${commandId}.${index + 1}`, ...one }))

export function withIssues(
  state: MissionState,
  { task }: Flight,
  commandId: CommandId,
  found: readonly Found[],
): MissionState {
  const id = subjectOf(task)
  const before = featureNamed(state, id)?.issues ?? []
  return found.length === 0
    ? state
    : changing(state, id, { issues: [...before, ...numbered(commandId, found)] })
}

/** Back to the worker, after the architect if there is a question. The lane is kept as it is. */
export function failedWith(
  state: MissionState,
  flight: Flight,
  commandId: CommandId,
  found: readonly Found[],
  question: string | null = null,
): MissionState {
  const id = subjectOf(flight.task)
  const feature = featureNamed(state, id)
  const why = found.map(({ title }) => title).join('; ')
  const attempt = `Attempt ${feature?.attempts ?? 0}: ${why}`
  const settled = { ...flight, ...nothingSeen, tried: [...flight.tried, attempt] }
  // What the person says now stands for what they said before.
  const objections = isRefusal(commandId) ? [] : (feature?.issues ?? []).filter((one) => isRefusal(one.id))
  const refuted = flight.verdicts.filter(({ status }) => status === 'FAIL')
  // A block is a person's word, and stays.
  const status = feature?.status === 'blocked' ? 'blocked' : 'failing'
  const told = wanting(
    changing(state, id, { status, issues: [...objections, ...numbered(commandId, found)] }),
    ...refuted.map(
      ({ claim, evidence }) => ({ type: 'claim', id: claim, status: 'FAIL', evidence }) as const,
    ),
  )
  const isRefuted = (claim: string): boolean => refuted.some((one) => one.claim === claim)
  const doubted = {
    ...told,
    proven: Object.fromEntries(Object.entries(told.proven).filter(([claim]) => !isRefuted(claim))),
  }
  const resting =
    question === null
      ? rest(doubted, settled, 'failed')
      : rest(doubted, { ...settled, question }, 'ambiguous')
  return withHook(resting, 'on-feature-failing', id)
}

/** The claims are shown on the tree that was merged: only now they are written down as passed. */
export function passedWith(state: MissionState, flight: Flight, commandId: CommandId): MissionState {
  const id = subjectOf(flight.task)
  const issues = numbered(commandId, flight.found)
  // Blocked while it was merged: it holds, and that nothing is to be built on it is still a person's word.
  const isBlocked = featureNamed(state, id)?.status === 'blocked'
  const proven = wanting(
    changing(state, id, { status: isBlocked ? 'blocked' : 'passed', issues }),
    ...flight.verdicts.map(
      ({ claim, evidence }) => ({ type: 'claim', id: claim, status: 'PASS', evidence }) as const,
    ),
  )
  const confirmed = confirming(proven, id)
  const passed = withHook(
    {
      ...confirmed,
      proven: {
        ...confirmed.proven,
        ...Object.fromEntries(flight.verdicts.map(({ claim, assertion }) => [claim, assertion])),
      },
      byHand: confirmed.byHand.filter((one) => flight.verdicts.every(({ claim }) => claim !== one)),
      landed: [...new Set([...confirmed.landed, id])],
      uncurated: confirmed.uncurated + 1,
      // What was merged before was documented then.
      undocumented:
        isOnBase(flight) || confirmed.input.documenter === 'off'
          ? confirmed.undocumented
          : [...confirmed.undocumented, id],
    },
    'on-feature-passed',
    id,
  )
  // A claim may have been reworded since the validator saw it.
  return unbelieved(passed)
}

/** Only a person can say how it goes on; other features continue. */
export const stuckWith = (
  state: MissionState,
  flight: Flight,
  question: string,
  onAnswer: AfterAnswer = 'ruled',
): MissionState => rest(state, { ...flight, hurdle: null, question, onAnswer }, 'stuck')

/** Work without a further decision; its lane stays as it is. */
export const letGo = (state: MissionState, flight: Flight, why: string): MissionState =>
  withoutFlight(noted(state, why), flight)

/** The documentation is nothing that anything waits for: trouble with it is told, and it is left as it is. */
export const docsDropped = (state: MissionState, flight: Flight, why: string): MissionState => {
  const { task } = flight
  const features = task.type === 'docs' ? task.features : []
  return docsLeft(
    noted(state, `The documentation of ${features.join(', ')} was left as it is: ${oneLine(why)}`),
    flight,
  )
}

const docsLeft = (state: MissionState, flight: Flight): MissionState => {
  const left = documented(state, flight)
  return flight.lane === null || flight.step.type === 'close'
    ? withoutFlight(left, flight)
    : toStep(left, { ...flight, hurdle: null }, { type: 'close', isLeft: true })
}

/** If people merge, the documentation is theirs to merge, too: its lane names the branch as it closes. */
export const docsReady = (state: MissionState, flight: Flight): MissionState =>
  state.input.isolation.onPass === 'merge'
    ? toStep(state, flight, { type: 'merge' })
    : docsLeft(state, flight)

/** Whatever a lane still holds is said, and where to find it. */
export function laneClosed(state: MissionState, flight: LanedFlight, { kept }: LaneClosed): MissionState {
  const { task, step, lane } = flight
  const over = withoutFlight(state, flight)
  if (kept === null) return over
  if (task.type !== 'docs' || step.type !== 'close' || step.isLeft !== true)
    return noted(over, `A lane was kept: ${kept}`)
  const { branch } = lane
  return noted(
    { ...over, leftDocs: [...over.leftDocs, branch] },
    `The documentation of ${task.features.join(', ')} is not merged; it is kept on ${branch}. To have it: git merge ${branch}`,
  )
}

export const documented = (state: MissionState, flight: Flight): MissionState => {
  const { task } = flight
  return task.type === 'docs'
    ? { ...state, undocumented: state.undocumented.filter((id) => !task.features.includes(id)) }
    : state
}

export const toClose = (state: MissionState, flight: Flight): MissionState =>
  toStep(state, flight, { type: 'close' })
