/** The rooms before a plan: the lane opens, the next phase is assessed, and a plan is looked for. */

import { inCheckout } from '../../effects/document-file.ts'
import type { DocumentsRead } from '../../effects/read-documents.ts'
import { counted } from '../../kernel/counted.ts'
import { asLaneName } from '../../kernel/ids.ts'
import { nextId } from '../../work/dispatch.ts'
import { option } from '../../work/gate-rooms.ts'
import { laneAt } from '../../work/lane.ts'
import type { Rooms } from '../../work/rooms.ts'
import { asks, record, stop } from './asking.ts'
import { planPathFor } from './calls.ts'
import type { Command, Read } from './effects.ts'
import {
  phaseNow,
  resumingFrom,
  rigorOf,
  skipChoice,
  startPlanning,
  titleNow,
  toFinalReview,
} from './moves.ts'
import { arrange } from './order.ts'
import { type AutopilotState, go, inPhaseNow, inWork, noWork, say, textIn } from './state.ts'

export const startingRooms = {
  open: {
    wants: (state) => ({
      type: 'OpenLane',
      id: nextId(state, 'open', 'main'),
      lane: asLaneName(state.input.branch.replaceAll('/', '-')),
      branch: state.input.branch,
      baseBranch: state.input.baseBranch,
    }),
    outcomes: {
      LaneOpened: (state, _at, event) =>
        go(greet({ ...state, lane: laneAt(event), laneFolder: event.path }), { phase: 'assess' }),
    },
  },
  assess: {
    wants: ({ input, spec, ...state }) => ({
      type: 'ReadDocuments',
      id: nextId({ input, ...state }, 'assess', 'documents'),
      files: {
        spec: [inCheckout(input.specPath)],
        wishes: [inCheckout(`${input.sessionDir}phases.json`)],
        learnings: [inCheckout('.harness/learnings.md')],
      },
      known: { spec: spec.digest, wishes: null, learnings: null },
      branch: null,
    }),
    outcomes: { DocumentsRead: (state, _at, event) => assessed(state, event) },
  },
  look: {
    wants: (state) => ({
      type: 'LookForPlan',
      id: nextId(state, 'look', `phase-${phaseNow(state).number}`),
      recorded: phaseNow(state).planPath ?? (isForPeople(state) ? planPathFor(state) : null),
      phaseName: isForPeople(state) ? phaseNow(state).name : null,
      specPath: state.input.specPath,
      sessionDir: state.input.sessionDir,
    }),
    outcomes: {
      PlanLookedFor(state, _at, { paths, concerns }) {
        if (paths.length === 0)
          return isForPeople(state)
            ? go(say(state, `There is no plan of ${titleNow(state)} yet`), { phase: 'plan-needed' })
            : startPlanning(state)
        const found = say(state, `Found the plan of ${titleNow(state)}: ${paths.join(', ')}`)
        return go(inPhaseNow(inWork(found, { concerns, written: null }), { planPath: paths.join(',') }), {
          phase: 'read',
          paths,
        })
      },
    },
  },
  'plan-needed': asks<'plan-needed'>({
    name: 'plan-needed',
    question: (state) => `${titleNow(state)} is of high complexity. Is its plan written?`,
    detail: (state) =>
      [
        'A person plans a phase of high complexity, with an agent of their own if they like.',
        `1. Write the plan to ${planPathFor(state)}, or to any file in docs/plans/ that is named after the phase. docs/autopilot.md shows its form.`,
        `2. Answer "ready", or run again: harness autopilot ${state.input.specPath}`,
      ].join('\n'),
    options: () => ({
      ready: option(
        'Ready',
        'the plan is looked for, and then shown for approval',
        'planned_by_person',
        (state) => go(state, { phase: 'look' }),
      ),
      draft: option(
        'Draft it',
        'the planner writes it, and you see it for approval',
        'planned_by_planner',
        (state) => startPlanning(state),
      ),
      'skip-phase': skipChoice,
      stop,
    }),
  }),
} satisfies Partial<Rooms<AutopilotState, Command>>

const isForPeople = (state: AutopilotState): boolean =>
  phaseNow(state).complexity === 'high' && rigorOf(state).highPhases === 'person'

function greet(state: AutopilotState): AutopilotState {
  const { adopted } = state.input
  const names = state.phases.map(({ number, name, complexity }) => `Phase ${number}: ${name} (${complexity})`)
  const found = `${counted(names.length, 'phase')} found: ${names.join(', ')}`
  if (adopted === null) return say(state, found)
  return say(state, found, resumingFrom(state, adopted.currentState))
}

/** The spec, the wishes of people and what was learned are read before each phase. */
function assessed(before: AutopilotState, { at, documents }: DocumentsRead<Read>): AutopilotState {
  const known = withLearnings(withSpec(before, documents), documents)
  const { phases, notes, isMoved } = arrange(
    known.phases,
    documents.wishes?.changed?.content ?? { skip: [], order: [] },
  )
  const skipped = phases.filter(
    ({ number, status }) =>
      status === 'skipped' && known.phases.some((one) => one.number === number && one.status === 'pending'),
  )
  const state = skipped.reduce(
    (one, { number, name }) =>
      record(one, {
        what: 'skipped_phase',
        why: `phase ${number} (${name}): harness autopilot phases --skip`,
      }),
    isMoved
      ? record(say({ ...known, phases }, ...notes), {
          what: 'reordered_phases',
          why: 'harness autopilot phases --order',
        })
      : say({ ...known, phases }, ...notes),
  )
  const current = phases.findIndex(({ status }) => status === 'pending')
  if (current === -1) return toFinalReview({ ...state, current: phases.length })
  const begun = inPhaseNow(
    { ...state, current, work: { ...noWork, startedAt: at } },
    { status: 'in-progress' },
  )
  return go(say(begun, `${titleNow(begun)} (${phaseNow(begun).complexity})`), { phase: 'look' })
}

function withSpec(state: AutopilotState, { spec }: DocumentsRead<Read>['documents']): AutopilotState {
  const changed = spec?.changed ?? null
  if (changed === null) return state
  const { content } = changed
  if (content == null)
    return say(state, `${state.input.specPath} is missing: the session goes by the text that it has`)
  const known: AutopilotState = {
    ...state,
    spec: { text: content.text, digest: spec?.digest ?? null, truths: content.truths },
    phases: state.phases.map((phase) => ({
      ...phase,
      text: textIn(content, phase.name, phase.number) ?? phase.text,
    })),
  }
  return content.text === state.spec.text
    ? known
    : say(
        known,
        `${state.input.specPath} has changed. Agents get the new text; the phases of this session stay as they are.`,
      )
}

/** The end of the file is the newest. */
const mostLearned = 8_000

const withLearnings = (
  state: AutopilotState,
  { learnings }: DocumentsRead<Read>['documents'],
): AutopilotState => ({
  ...state,
  learned: (learnings?.changed?.content ?? '').slice(-mostLearned),
})
