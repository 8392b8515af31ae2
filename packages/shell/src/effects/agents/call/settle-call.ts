/** Brings a lane to rest after its agent answered, and makes the event of it. */

import { treeOf } from '../../../machine/git/commits.ts'
import { namedFew } from '../../../store/layout/named-few.ts'
import { keepOwnCommits } from '../../lanes/keep-own-commits.ts'
import { laneHead } from '../../lanes/lane-head.ts'
import { type PutBack, putBack, secretNotes } from '../../lanes/put-back.ts'
import { clearStaleLock } from '../../lanes/stale-lock.ts'
import { type Inspection, inspectChange } from '../guard/inspect-change.ts'
import { touchedPlans } from '../guard/plan-files.ts'
import { remakeRemoved } from '../guard/removed-lane.ts'
import type { AgentAnswer, AgentCall, AgentOutcome } from './agent-call.ts'
import { contractBroken, failed, finished, withArtifacts, withNotes, withQuotes } from './agent-outcomes.ts'
import { takeArtifacts } from './artifacts.ts'
import { callQuotes } from './call-quotes.ts'
import { commitWork } from './commit-work.ts'
import { ignoredOf, keepToFiles } from './keep-to-files.ts'
import { recordDiff } from './record-diff.ts'

export interface Settled {
  readonly outcome: AgentOutcome
  /** Has what was put back; null if nothing was. */
  readonly patch: string | null
}

/**
 * Work is kept only of an exec agent that answered as it should and stayed in its lane. An exec agent that did not
 * stay there has failed, so that it is tried once more and then shown to a person; the answer of a reader that
 * changed anything is void.
 */
export async function settleCall(
  call: AgentCall,
  answer: AgentAnswer,
  signal: AbortSignal,
): Promise<Settled> {
  const { lane, command, recording, ports } = call
  const isRemade = await remakeRemoved(lane, command.startCommit, ports, signal)
  await clearStaleLock(lane.path)
  // What HEAD leads to is taken first: it is the work itself.
  await laneHead(lane.path)
  const notes = await keepOwnCommits(lane)
  const artifacts = await takeArtifacts(call)
  for (const note of [...notes, ...artifacts.notes]) recording.note(note)
  const quotes = answer.kind === 'answered' ? await callQuotes(call, answer.output, artifacts.texts) : null
  const { outcome, patch } = await settle(call, answer, isRemade ? 'its own lane, which was gone' : null)
  return {
    outcome: withNotes(withQuotes(withArtifacts(outcome, artifacts.texts), quotes), [
      ...notes,
      ...artifacts.notes,
    ]),
    patch,
  }
}

/** An interrupted call is continued by the next one: the lane stays as it is. */
export async function leaveLane(call: AgentCall, answer: AgentAnswer & { kind: 'failed' }): Promise<Settled> {
  await clearStaleLock(call.lane.path)
  await recordDiff(call)
  const note = `the session of the ${call.command.role} was interrupted; its work stays in the lane, and the next call continues`
  call.recording.note(note)
  return { outcome: withNotes(failed(call, answer, answer.error), [note]), patch: null }
}

async function settle(call: AgentCall, answer: AgentAnswer, violation: string | null): Promise<Settled> {
  if (answer.kind !== 'answered') {
    const aside = await setAside(call)
    const kept = keptIn(aside)
    const notes = kept === null ? [] : [`what the ${call.command.role} had changed is kept in ${kept}`]
    const outcome =
      answer.kind === 'failed' ? failed(call, answer, answer.error) : contractBroken(call, answer)
    return { outcome: withNotes(outcome, [...notes, ...secretNotes(aside)]), patch: aside.patch }
  }
  if (call.command.mode !== 'exec') return readOnly(call, answer, violation)
  return violation === null
    ? keepWork(call, answer)
    : strayed(
        call,
        answer,
        `the agent changed what is not its own (${violation}); what could be was put back`,
      )
}

type Answered = AgentAnswer & { kind: 'answered' }

async function keepWork(call: AgentCall, answer: Answered): Promise<Settled> {
  const { command, lane, recording, ports } = call
  const violation = (await keepToFiles(call)) ?? strayedBefore(call)
  let suspicions: Inspection['suspicions'] = []
  const work = await commitWork(lane, {
    startCommit: command.startCommit,
    message: command.commitMessage ?? `Work of the ${command.role}`,
    commandId: command.id,
    at: ports.clock.now(),
    identity: ports.identity,
    async refuse(changed, staged) {
      const why = await whyRefused(call, changed)
      if (why !== null) return why
      const inspection = await inspectChange(lane.path, command, staged, ports)
      suspicions = inspection.suspicions
      return inspection.refusal
    },
  })
  if (!work.ok) return strayed(call, answer, work.problem)
  if (work.foldedCommits > 0) {
    recording.note(`the agent made ${work.foldedCommits} commits of its own, which were folded into one`)
  }
  for (const note of work.notes) recording.note(note)
  const { commit, tree, changedFiles } = work
  await recordDiff(call, commit)
  const ignored = await ignoredOf(call)
  const outcome = finished(call, answer, {
    commit,
    tree,
    changedFiles,
    violation,
    ...(ignored === null ? {} : { ignored }),
    ...(suspicions.length === 0 ? {} : { suspicions }),
  })
  return { outcome: withNotes(outcome, work.notes), patch: null }
}

/** What an attempt whose answer counts had changed beside its report. */
function strayedBefore({ command: { artifacts = [], mayWrite }, strayed: before }: AgentCall) {
  const files = (before?.files ?? []).filter((path) => !artifacts.includes(path))
  return mayWrite === undefined || files.length === 0 ? null : { files, patch: before?.patch ?? '' }
}

async function whyRefused(
  { command, lane, ports }: AgentCall,
  changed: readonly string[],
): Promise<string | null> {
  const plans = await touchedPlans(lane.path, command.startCommit, changed, ports.planDir)
  if (plans.length > 0)
    return `the agent changed or deleted ${namedFew(plans)}, but plans belong to the people who wrote them`
  const reserved = changed.filter((path) => ports.isReserved?.(path) === true)
  return reserved.length === 0
    ? null
    : `the agent changed ${namedFew(reserved)}, which only people and the harness itself may change`
}

async function readOnly(call: AgentCall, answer: Answered, violation: string | null): Promise<Settled> {
  const { lane, command } = call
  const tree = await treeOf(lane.path, command.startCommit)
  const now = await setAside(call)
  const aside = now.files.length === 0 && call.strayed !== null ? call.strayed : now
  const changed = violation !== null || aside.files.length > 0
  const files = [...aside.files, ...(violation === null ? [] : [violation])]
  const outcome = finished(call, answer, {
    commit: command.startCommit,
    tree,
    changedFiles: [],
    violation: changed ? { files, patch: aside.patch ?? '' } : null,
  })
  return { outcome, patch: aside.patch }
}

async function strayed(call: AgentCall, answer: Answered, problem: string): Promise<Settled> {
  const aside = await setAside(call)
  const kept = keptIn(aside)
  const message = kept === null ? problem : `${problem}; its work was kept in ${kept}`
  const outcome = failed(call, answer, { kind: 'unknown', message })
  return { outcome: withNotes(outcome, secretNotes(aside)), patch: aside.patch }
}

/** All places; null if there is none. */
function keptIn({ patch, submodules }: PutBack): string | null {
  const places = [...(patch === null ? [] : [patch]), ...submodules.map(({ kept }) => kept)]
  return places.length === 0 ? null : places.join(' and ')
}

/** Keeps what the agent did as a patch, in the recording too, and puts the lane back. */
async function setAside(call: AgentCall): Promise<PutBack> {
  const { lane, command, recording, ports } = call
  const aside = await putBack(lane, command.startCommit, ports, command.id, () => recordDiff(call))
  if (aside.files.length === 0) await recording.keepDiff(Buffer.alloc(0))
  if (aside.patch !== null) recording.note(`what the agent changed was kept in ${aside.patch}`)
  return aside
}
