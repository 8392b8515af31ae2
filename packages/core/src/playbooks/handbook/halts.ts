/** Owns the ways a handbook halts: why, and what a person is told to do about it. */

import type { MergeRefused } from '../../effects/merge-lane.ts'
import type { Suspicion } from '../../effects/run-agent.ts'
import { counted } from '../../kernel/counted.ts'
import { type Evidence, passed } from '../../kernel/evidence.ts'
import { describeFinding, type Finding } from '../../kernel/finding.ts'
import { isoTime } from '../../kernel/iso-time.ts'
import { firstStop } from '../../work/attempts.ts'
import type { FewerTests } from '../../work/executed-tests.ts'
import { failureOf } from '../../work/report-sections.ts'
import type { AgentFinished } from './effects.ts'
import type { Handbook, HandbookPhase } from './handbook-document.ts'
import type { IterationState, TerminationReason } from './known-so-far.ts'
import { openBoxes, placed } from './open-boxes.ts'
import { regressionsIn } from './punch-list.ts'
import {
  type Ending,
  type Flight,
  type HandbookState,
  isIdle,
  keptViolation,
  leftBehind,
  letGo,
  noted,
  shutting,
  subjectOf,
  withFlight,
  withoutFlight,
} from './state.ts'

/** Nothing new is begun; what is under way beside comes to its end first. */
export function halted(before: HandbookState, ending: Ending, at: number): HandbookState {
  if (before.ending !== null) return before
  const state = before.flights.filter(({ hurdle }) => hurdle !== null).reduce(leftBehind, before)
  const isDone = ending.reason === 'all_done'
  return {
    ...state,
    ending,
    flights: state.flights.flatMap(unhindered),
    iteration: {
      ...state.iteration,
      // Limits end the run between two prompts, and the end of the handbook is no prompt's.
      ...(isDone || isLimit(ending.reason)
        ? {}
        : { iteration: state.iteration.iteration + 1, lastOutcome: 'fail' as const }),
      lastStepAt: at,
      status: isDone ? 'done' : 'halted',
      terminationReason: ending.reason,
    },
  }
}

/** Nobody waits at a hurdle after the end; an idle lane is closed first. */
function unhindered(flight: Flight): readonly Flight[] {
  if (flight.hurdle === null) return [flight]
  const isOpen = isIdle(flight) && flight.step.type !== 'shut'
  return isOpen ? [shutting({ ...flight, hurdle: null, violation: null }, { type: 'gone' })] : []
}

/** Stopped until somebody has mended what is in the way; the same run then goes on. */
export const stoodStill = (state: HandbookState, at: number): HandbookState =>
  state.ending !== null
    ? state
    : {
        ...state,
        iteration: {
          ...state.iteration,
          iteration: state.iteration.iteration + 1,
          lastOutcome: 'fail',
          lastStepAt: at,
          status: 'halted',
        },
      }

export const goingOn = (state: HandbookState): HandbookState =>
  state.ending === null ? { ...state, iteration: { ...state.iteration, status: 'running' } } : state

/** Halts because of this piece of work: its lane stays for people to look at, unless there is nothing in it. */
export function haltedBy(state: HandbookState, flight: Flight, ending: Ending, at: number): HandbookState {
  if (state.ending !== null)
    return noted(letGo(state, flight), `${promptOf(flight)} was not done: ${ending.failureMode}`)
  const kept = keptViolation(state, flight)
  return isIdle(flight)
    ? withFlight(kept, shutting({ ...flight, violation: null }, { type: 'halt', ending }))
    : halted(withoutFlight(kept, flight), ending, at)
}

const allDone: Ending = {
  reason: 'all_done',
  promptId: null,
  failureMode: '',
  sections: [],
  suggestion: '',
}

/** Once the last critique was made: done only if the handbook, as last read, has no open box and nothing broke. */
export function endOf(state: HandbookState, handbook: Handbook): Ending {
  const open = openBoxes(handbook)
  if (open.length > 0) return boxesLeft(open)
  const critical = regressionsIn(state).filter(({ severity }) => severity === 'Critical')
  return critical.length > 0 ? criticalRegression(critical) : { ...allDone, isShipped: true }
}

const boxesLeft = (open: readonly string[]): Ending => ({
  reason: 'verification_failed',
  promptId: null,
  failureMode: `open_box: the handbook has open boxes that the run did not reach: ${open.join(', ')}.`,
  sections: [{ title: 'Open boxes', text: open.map((one) => `- ${one}`).join('\n') }],
  suggestion: 'Tick each box, mark it (deferred), or remove it, then: harness handbook.',
})

const criticalRegression = (findings: readonly Finding[]): Ending => ({
  reason: 'verification_failed',
  promptId: 'final',
  failureMode: `critical_regression: the final critique found ${counted(findings.length, 'new Critical issue')}: ${findings.map(({ title }) => title).join('; ')}.`,
  sections: [{ title: 'New Critical issues', text: findings.map(describeFinding).join('\n') }],
  suggestion:
    'Fix and commit it, or untick the prompt that should fix it, then: harness handbook. It makes the final critique again.',
  isShipped: true,
})

/** Nothing shows that such a phase is closed, and the harness does not guess. */
export function emptyCloseReached({ number, close }: HandbookPhase): Ending {
  const name = placed(`Phase ${number} close`, close?.line)
  const tick = close?.box === undefined ? '' : ' Or check the phase yourself and tick the box of its close.'
  return {
    reason: 'verification_failed',
    promptId: `phase-${number}`,
    failureMode: `${name} has nothing to run and nothing to judge.`,
    sections: [],
    suggestion: `Write there what must hold: commands, or words for the phase closer.${tick} Then: harness handbook.`,
  }
}

export const doneBefore: Ending = {
  ...allDone,
  suggestion: 'Untick a box, or add a prompt, to have more done: harness handbook',
  isOld: true,
}

export const isLimit = (reason: TerminationReason): boolean =>
  reason === 'max_iterations' || reason === 'timeout'

const promptOf = ({ task }: Flight): string => subjectOf(task)

/** What the report of a halt tells, whatever halted it. */
export type HaltTold = Omit<Ending, 'reason'> & { readonly reason: string }

/** What keeps the run from going on; null where nothing does. */
export function standstill(state: HandbookState): HaltTold | null {
  const { hurdle, flights } = state
  const [stopped] = flights.filter((flight) => flight.hurdle?.type === 'stop')
  const stop = firstStop([state, ...flights])
  if (stop === null) return null
  const { reason, next } = stop.end
  return {
    reason: 'stopped',
    promptId: hurdle === null && stopped !== undefined ? promptOf(stopped) : null,
    failureMode: reason,
    sections: hurdle === null && stopped !== undefined ? [lastMessage(stopped)] : [],
    suggestion: next,
  }
}

const lastMessage = ({ summaries }: Flight) => ({
  title: 'The agent’s last message',
  text: summaries.at(-1) ?? 'None.',
})

const worktreeText = (flight: Flight): string =>
  flight.lane === null || isIdle(flight) ? '' : ` The worktree is left as it is: ${flight.lane.path}.`

/** The next run begins the prompt anew, in a worktree of its own: what is mended in this one has to be merged by hand. */
const bothWays = (flight: Flight, inPlace: string, anew: string): string =>
  flight.lane === null || isIdle(flight)
    ? `${anew.charAt(0).toUpperCase()}${anew.slice(1)}, then: harness handbook.`
    : `Either keep the change: ${inPlace} in ${flight.lane.path}, commit it there, merge its branch ${flight.lane.branch} and tick the box of ${promptOf(flight)}. Or have it carried out anew: ${anew}, on the branch of your checkout. Then: harness handbook.`

/** One that came to a good end and was not taken for it has written files. */
const mendCause = (broken: Evidence | undefined): string =>
  broken?.exitCode === 0
    ? 'have git ignore what the command writes, or commit it'
    : 'mend what the command complains about'

export function verificationFailed(flight: Flight, evidence: readonly Evidence[]): Ending {
  const broken = evidence.find((item) => !passed(item))
  return {
    ...brokenBy(flight, broken),
    suggestion: bothWays(flight, mendCause(broken), mendCause(broken)),
  }
}

function brokenBy(flight: Flight, broken: Evidence | undefined): Omit<Ending, 'suggestion'> {
  return {
    reason: 'verification_failed',
    promptId: promptOf(flight),
    failureMode:
      broken === undefined
        ? 'A verification command never ran.'
        : `\`${broken.run}\` failed: ${failureOf(broken).replace(/\.$/, '')}.`,
    sections: [
      lastMessage(flight),
      { title: 'Failing command', text: broken === undefined ? 'None ran.' : `\`${broken.run}\`` },
      { title: 'End of its output', text: broken?.outputTail ?? '' },
    ],
  }
}

/** What passes checks that the same change has edited proves nothing. */
export const checksTalkedOver = (flight: Flight, suspicions: readonly Suspicion[]): Ending => ({
  reason: 'verification_failed',
  promptId: promptOf(flight),
  failureMode: 'checks_edited: the change touches what it is judged by.',
  sections: [
    lastMessage(flight),
    {
      title: 'What it touches',
      text: suspicions.map(({ file, detail }) => `- ${file}: ${detail}`).join('\n'),
    },
  ],
  suggestion: bothWays(
    flight,
    'take back what it should not touch',
    'name the file in the paths of the prompt’s scope if it is to do that, else sharpen the prompt',
  ),
})

/** What passes with fewer tests than before proves less than before. */
export const testsLost = (flight: Flight, fewer: readonly FewerTests[]): Ending => ({
  reason: 'verification_failed',
  promptId: promptOf(flight),
  failureMode: 'fewer_tests: fewer tests are executed than on the base.',
  sections: [
    lastMessage(flight),
    { title: 'Fewer tests', text: fewer.map(({ check, detail }) => `- ${check}: ${detail}`).join('\n') },
  ],
  suggestion: bothWays(
    flight,
    'bring the tests back',
    'say in the prompt which tests are to be removed, or name a test in the paths of its scope',
  ),
})

export const mergeRefused = (flight: Flight, event: MergeRefused): Ending =>
  event.reason === 'checks-failed' ? failedOnTop(flight, event) : notMerged(flight, event)

/** It passed alone and does not together with what came meanwhile: merged by hand as it is, it would break the branch. */
function failedOnTop(flight: Flight, { detail, evidence = [] }: MergeRefused): Ending {
  const failed = evidence.find((item) => !passed(item))
  const broken = brokenBy(flight, failed)
  const mend = mendCause(failed)
  return {
    ...broken,
    failureMode: `The change passed alone, but not on top of what was committed meanwhile: ${evidence.length === 0 ? detail : broken.failureMode}`,
    sections: [...broken.sections, { title: 'What the merge said', text: detail }],
    suggestion: bothWays(flight, `merge the branch of your checkout, ${mend}`, mend),
  }
}

const notMerged = (flight: Flight, { reason, detail }: MergeRefused): Ending => ({
  reason: 'verification_failed',
  promptId: promptOf(flight),
  failureMode: `The verified change could not be merged back (${reason}).`,
  sections: [lastMessage(flight), { title: 'What git said', text: detail }],
  suggestion: `Merge the branch ${flight.lane?.branch ?? ''} by hand and tick the box, or clear what is in the way, then: harness handbook.${worktreeText(flight)}`,
})

export const nothingTwice = (flight: Flight): Ending => ({
  reason: 'verification_failed',
  promptId: promptOf(flight),
  failureMode: 'require_nonempty: the prompt came to nothing twice.',
  sections: flight.summaries.map((text, index) => ({
    title: `Summary of attempt ${index + 1}`,
    text: text === '' ? 'Nothing.' : text,
  })),
  suggestion: `Recon may have misclassified this prompt’s expected_signal, or the surface is genuinely clean: review, and either tick the checkbox manually or rewrite the prompt.${worktreeText(flight)}`,
})

/** What no commit has, no later prompt gets to see. */
export const writtenInVain = (
  flight: Flight,
  { files, kept }: NonNullable<AgentFinished['ignored']>,
): Ending => ({
  reason: 'verification_failed',
  promptId: promptOf(flight),
  failureMode: `git ignores ${files.join(', ')}, so that what was written is in no commit.`,
  sections: [lastMessage(flight), { title: 'What was written', text: `It is kept in ${kept}` }],
  suggestion: `Have git track ${files.join(', ')} (git check-ignore -v ${files.join(' ')} tells which line ignores it) and commit that. Then either take over what is kept in ${kept}, commit it and tick the box of ${promptOf(flight)}, or leave the prompt to be carried out anew; then: harness handbook.`,
})

export const closeFailed = (flight: Flight, failures: readonly string[]): Ending => ({
  reason: 'verification_failed',
  promptId: promptOf(flight),
  failureMode: 'The close of the phase did not pass.',
  sections: [{ title: 'What is missing', text: failures.map((failure) => `- ${failure}`).join('\n') }],
  suggestion: 'Mend what is missing, or untick the prompt that left it out, then: harness handbook.',
})

export const critiqueExhausted = (flight: Flight): Ending => ({
  reason: 'self_critique_exhausted',
  promptId: promptOf(flight),
  failureMode: `The brief failed its self-critique ${flight.trail.length} times.`,
  sections: [
    { title: 'The brief', text: flight.brief ?? '' },
    ...flight.trail.map((failures, index) => ({
      title: `Self-critique ${index + 1}`,
      text: failures.map((failure) => `- ${failure}`).join('\n'),
    })),
  ],
  suggestion: 'Sharpen the prompt or PRODUCT.md where the critic finds it wanting, then: harness handbook.',
})

const limitAdvice =
  'Raise max_iterations or timeout_minutes under iteration_state in the sidecar (IMPECCABLE_MAX_ITERATIONS and IMPECCABLE_TIMEOUT_MINUTES count for the first run only), then: harness handbook. Or inspect for a livelock: typically a self-critique loop, or an agent that returns the same diff repeatedly.'

export const timeIsUpAfter = ({ iteration }: HandbookState): number =>
  iteration.startedAt + iteration.timeoutMinutes * 60_000

/** The limit that is reached at this moment; null where there is none. */
export function limitReached(state: HandbookState, at: number, promptsLeft: boolean): Ending | null {
  const { iteration } = state
  if (at > timeIsUpAfter(state))
    return limit(state, 'timeout', `More than ${iteration.timeoutMinutes} minutes have passed.`)
  return promptsLeft && iteration.iteration >= iteration.maxIterations
    ? limit(state, 'max_iterations', `${iteration.iteration} iterations are used.`)
    : null
}

const limit = (state: HandbookState, reason: TerminationReason, failureMode: string): Ending => ({
  reason,
  promptId: null,
  failureMode,
  sections: [
    { title: 'iteration_state', text: describeIteration(state.iteration, reason) },
    {
      title: 'Next predicted action',
      text:
        state.predicted === null
          ? 'None.'
          : `${state.predicted.promptId} (${state.predicted.verb ?? 'no verb'}): ${state.predicted.rationale}`,
    },
  ],
  suggestion: limitAdvice,
})

const describeIteration = (state: IterationState, reason: TerminationReason): string =>
  [
    `- iteration: ${state.iteration} of ${state.maxIterations}`,
    `- timeout_minutes: ${state.timeoutMinutes}`,
    `- started_at: ${isoTime(state.startedAt)}`,
    `- last_step_at: ${isoTime(state.lastStepAt)}`,
    `- last_outcome: ${state.lastOutcome ?? 'none'}`,
    '- status: halted',
    `- termination_reason: ${reason}`,
  ].join('\n')
