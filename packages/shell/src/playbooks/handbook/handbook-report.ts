/** Owns what a handbook's run tells of a state: prompts, what is under way, and what it waits for. Pure. */
import { verdictOn } from '@harness/core/kernel/evidence'
import { byHandIn } from '@harness/core/playbooks/handbook/by-hand'
import { handbookOf } from '@harness/core/playbooks/handbook/choosing'
import { doubtGate } from '@harness/core/playbooks/handbook/doubt'
import { nextWake } from '@harness/core/playbooks/handbook/evolve'
import { handbookFile } from '@harness/core/playbooks/handbook/handbook-document'
import type { PromptRecord } from '@harness/core/playbooks/handbook/known-so-far'
import { firstOpen } from '@harness/core/playbooks/handbook/order'
import { type HandbookState, subjectOf } from '@harness/core/playbooks/handbook/state'
import type { GivenReport, Sleep } from '../../engine/run-report.ts'

export function handbookReport(state: HandbookState): GivenReport {
  const { iteration, predicted, records, overruns, notes, flights, input } = state
  const phase = phaseText(state)
  const byHand = byHandIn(handbookOf(state), state)
  return {
    title: handbookFile,
    label: 'handbook',
    heading: `${handbookFile}, iteration ${iteration.iteration} of ${iteration.maxIterations}, within ${iteration.timeoutMinutes} minutes`,
    phase,
    branch: input.baseBranch,
    baseBranch: input.baseBranch,
    isOver: state.ending?.reason === 'all_done',
    next: predicted?.promptId ?? null,
    gate: state.doubt?.next.type === 'ask' ? doubtGate(state.doubt) : null,
    sleep: sleepOf(state),
    sections: [
      { title: 'Under way', lines: flights.map(({ task, step }) => `${subjectOf(task)}: ${step.type}`) },
      { title: 'Prompts', lines: records.map(recordText) },
      { title: 'By hand', lines: byHand },
      { title: 'Said on the way', lines: notes },
    ],
    fields: { phase, iteration, predicted, prompts: records, overruns, byHand },
  }
}

/** What a program is told of a handbook's run when a process lets go of it. */
export const handbookFields = ({
  records,
  iteration,
  overruns,
}: HandbookState): Readonly<Record<string, unknown>> => ({
  promptsDone: records.map(({ promptId }) => promptId),
  iteration: iteration.iteration,
  maxIterations: iteration.maxIterations,
  terminationReason: iteration.terminationReason,
  overruns: overruns.length,
})

function recordText(record: PromptRecord): string {
  const { promptId, emptyResult, overrun, actualLoc, actualFiles, evidence, violation } = record
  const facts = [
    ...(actualLoc === null ? [] : [`${actualLoc} lines in ${actualFiles} files`]),
    ...(emptyResult ? ['empty result'] : []),
    ...(overrun ? ['overrun'] : []),
    ...evidence.map((item) => `${item.check} ${verdictOn(item)}`),
    ...(violation === null ? [] : [`changed ${violation.files.join(', ')}, set aside in ${violation.patch}`]),
  ]
  return `${promptId}: ${facts.length === 0 ? 'read' : facts.join(', ')}`
}

/** What is under way, else the prompt that comes next. */
function phaseText({ flights, documents, ending }: HandbookState): string {
  if (ending !== null) return ending.reason
  const [first, ...more] = flights
  if (first !== undefined) return more.length === 0 ? subjectOf(first.task) : `${flights.length} prompts`
  return (documents === null ? null : firstOpen(documents.handbook)?.id) ?? 'begin'
}

/** A run sleeps only if everything that is under way waits. */
const sleepOf = (state: HandbookState): Sleep | null =>
  state.flights.every(({ hurdle }) => hurdle?.type === 'sleep') ? nextWake(state) : null
