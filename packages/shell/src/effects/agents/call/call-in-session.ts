/** Makes one call of an agent, in a session that continues or in a fresh one: from the lane as it stands to the event. */
import type { AgentResult } from '@harness/agent-runner/runner/provider'
import type { RunAgent } from '@harness/core/effects/run-agent'
import { oneLine } from '@harness/core/kernel/one-line'
import { UserError } from '@harness/core/kernel/user-error'
import { cleaning } from '../../../machine/redaction/cleaning.ts'
import { beginWork, endWork } from '../../lanes/checkout-work.ts'
import { fitSetUp } from '../../lanes/fit-set-up.ts'
import { guardOf } from '../../lanes/guard.ts'
import type { LaneRecord } from '../../lanes/lane-record.ts'
import { layRepository } from '../../lanes/lay-repository.ts'
import { type PutBack, putBack, putBackNotes } from '../../lanes/put-back.ts'
import { clearStaleLock } from '../../lanes/stale-lock.ts'
import { inCopy } from '../../rooms/in-copy.ts'
import { changedExtensions } from '../extensions/changed-extensions.ts'
import type { AgentPorts, RoleAgent } from '../port/agent-ports.ts'
import { followSession } from '../sessions/follow-session.ts'
import { isSameCall, keepLost, keepsLane, type Session } from '../sessions/open-session.ts'
import { sessionNotes, sessionSlices } from '../sessions/session-slices.ts'
import { sessionTelling } from '../sessions/session-telling.ts'
import type { AgentAnswer, AgentCall, AgentOutcome } from './agent-call.ts'
import { agentMachine } from './agent-machine.ts'
import { withLacked, withNotes } from './agent-outcomes.ts'
import { readyArtifacts, type Texts } from './artifacts.ts'
import { askAgent } from './ask-agent.ts'
import { callFolder } from './call-folder.ts'
import { beginRecording, type CallRecording } from './call-recording.ts'
import { callSlices } from './call-slices.ts'
import { concluded } from './concluded.ts'
import { leaveLane, type Settled, settleCall } from './settle-call.ts'
import { settleCopy } from './settle-copy.ts'

export interface CallPlace {
  readonly command: RunAgent
  readonly lane: LaneRecord
  readonly agent: RoleAgent
  /** What the turns of an earlier attempt came to: they count, and are not asked for again. */
  readonly answered: readonly AgentResult[]
  /** What it had written for the harness then; null if that is not known, or does not count. */
  readonly reported: Texts | null
  /** Says where an answer of an earlier attempt is that does not count; null if there is none. */
  readonly kept: string | null
  readonly ports: AgentPorts
  readonly signal: AbortSignal
}

/** A string if the provider cannot resume the session: why. Nothing was done then. */
export async function callInSession(session: Session, place: CallPlace): Promise<AgentOutcome | string> {
  const { command, lane, ports, signal } = place
  if (command.copy === true)
    return inCopy({ id: command.id, commit: command.startCommit }, lane, signal, ports, (copy) =>
      callStanding(session, { ...place, at: copy }, { leftOver: null, fitted: [] }),
    )
  const stood = await standLane(session, place)
  await beginWork(lane.path)
  try {
    return await callStanding(session, { ...place, at: lane }, stood)
  } finally {
    await endWork(lane.path)
  }
}

async function callStanding(
  session: Session,
  /** The agent works at `at`: the lane, or a copy of it. */
  place: CallPlace & { readonly at: LaneRecord },
  { leftOver, fitted }: Stood,
): Promise<AgentOutcome | string> {
  const { command, lane, at, agent, answered, kept, ports, signal } = place
  await readyArtifacts(session, place)
  await keepLost(session, leftOver?.patch ?? null, ports)
  const { slice, lacked } = await agentMachine(command, agent, lane, ports)
  const changed = await changedExtensions(command, agent, ports)
  const { slices: own, uses } = await callSlices(command, agent, at.path, slice, ports)
  const about = await sessionSlices({
    session,
    command,
    lane: at.path,
    patch: leftOver?.patch ?? null,
    recordingOf: (id) => callFolder(ports.runDir, id),
    ports,
  })
  const telling = sessionTelling(session, command.role, own, about)
  const slices = [...own, ...about]
  const followed = followSession({ session, command, lane, agent, slices, telling, ports })
  const recorded = await beginRecording({ command, agent, slices, session, telling, answered }, ports)
  const clean = cleaning(ports.redact)
  const told = new Set<string>()
  const recording: CallRecording = {
    ...recorded,
    onEvent(event) {
      followed.hear(event)
      if (event.type === 'note') told.add(clean(event.text))
      recorded.onEvent(event)
    },
  }
  try {
    const given = [
      ...(answered.length === 0 ? [] : [answerCounts(command.role)]),
      ...(kept === null ? [] : [kept]),
    ]
    const notes = [
      ...(leftOver === null ? [] : putBackNotes(leftOver)),
      ...fitted,
      ...sessionNotes(session, command),
      ...given,
      ...(lacked === null ? [] : [lacked]),
      ...(changed === null ? [] : [changed]),
    ]
    for (const note of notes) recording.note(note)
    const images = isSameCall(session) ? undefined : command.images
    const call = {
      ...{
        command,
        lane,
        place: at,
        agent,
        slices,
        images,
        context: uses,
        telling,
        recording,
        answered,
        ports,
      },
      strayed: answered.length === 0 ? null : leftOver,
    }
    const answer = await askAgent(call, signal)
    const refused = telling.resume === null ? null : whyRefused(answer, followed.answered)
    if (refused !== null) {
      recording.note(`the session cannot be resumed: ${refused}`)
      return `the provider could not resume it (${refused})`
    }
    const isLeft = answer.kind === 'failed' && (await followed.interrupted(answer.error))
    return await concluded(call, answer, signal, async () => {
      const settled = await settle(call, answer, isLeft, signal)
      if (!isLeft) await followed.ended(settled.outcome, settled.patch)
      return withLacked(withNotes(settled.outcome, [...notes, ...told]), sentences(lacked, ...given))
    })
  } finally {
    followed.close()
    await recording.close()
  }
}

function settle(
  call: AgentCall,
  answer: AgentAnswer,
  isLeft: boolean,
  signal: AbortSignal,
): Promise<Settled> {
  if (call.command.copy === true) return settleCopy(call, answer)
  return isLeft && answer.kind === 'failed' ? leaveLane(call, answer) : settleCall(call, answer, signal)
}

const answerCounts = (role: string): string =>
  `the ${role} had answered before the harness ended: its answer counts, and it is not asked again`

/** What the report says of the call; null if that is nothing. */
const sentences = (...all: readonly (string | null)[]): string | null => {
  const said = all.filter((each) => each !== null)
  return said.length === 0 ? null : said.join('; ')
}

interface Stood {
  /** Null if the lane is left as the interrupted call left it. */
  readonly leftOver: PutBack | null
  /** Notes about the lane's set-up. */
  readonly fitted: readonly string[]
}

async function standLane(session: Session, { command, lane, ports, signal }: CallPlace): Promise<Stood> {
  await guardOf(ports)
  const { startCommit, id } = command
  if (!keepsLane(session, command)) {
    const leftOver = await putBack(lane, startCommit, ports, id)
    return { leftOver, fitted: await fitSetUp(startCommit, lane, signal, ports).catch(unfit) }
  }
  await clearStaleLock(lane.path)
  await layRepository(lane.path)
  return { leftOver: null, fitted: [] }
}

/** The agent may be there to fix just that. */
function unfit(error: unknown): readonly string[] {
  if (!(error instanceof UserError)) throw error
  return [`the lane could not be set up for this commit: ${oneLine(error.message)}`]
}

/** Why a session was refused before its model said anything; null if it was not. */
const whyRefused = (answer: AgentAnswer, answered: boolean): string | null =>
  !answered &&
  answer.kind === 'failed' &&
  (answer.error.sessionLost === true || answer.error.kind === 'context')
    ? oneLine(answer.error.message)
    : null
