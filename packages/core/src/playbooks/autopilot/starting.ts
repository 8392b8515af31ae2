/** The rooms before a plan: the lane opens, the next phase is assessed, and a plan is looked for. */

import type { DocumentsRead } from '../../effects/read-documents.ts'
import { counted } from '../../kernel/counted.ts'
import { asLaneName } from '../../kernel/ids.ts'
import { readTexts } from '../../work/checkout-documents.ts'
import { nextId } from '../../work/dispatch.ts'
import { laneAt } from '../../work/lane.ts'
import type { Rooms } from '../../work/rooms.ts'
import { asks } from './asking.ts'
import type { Command, Read } from './effects.ts'
import { phaseNow, record, resumingFrom, startPlanning, subjectOf, titleNow, toFinalReview } from './moves.ts'
import { learningsFile } from './notes.ts'
import { arrange } from './order.ts'
import { planPathFor } from './plan-path.ts'
import { rigorOf } from './rigor.ts'
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
    wants: (state) =>
      readTexts<Read>(
        nextId(state, 'assess', 'documents'),
        {
          spec: state.input.specPath,
          wishes: `${state.input.sessionDir}phases.json`,
          learnings: learningsFile,
        },
        { spec: state.spec.digest },
      ),
    outcomes: { DocumentsRead: (state, _at, { at, documents }) => assessed(withRead(state, documents), at) },
  },
  look: {
    wants: (state) => ({
      type: 'LookForPlan',
      id: nextId(state, 'look', subjectOf(state)),
      recorded: phaseNow(state).planPath ?? (isForPeople(state) ? planPathFor(state) : null),
      phaseName: isForPeople(state) ? phaseNow(state).name : null,
      specPath: state.input.specPath,
      sessionDir: state.input.sessionDir,
    }),
    outcomes: {
      PlanLookedFor(state, _at, { paths, concerns }) {
        if (paths.length > 0) {
          const found = say(state, `Found the plan of ${titleNow(state)}: ${paths.join(', ')}`)
          const known = inPhaseNow(inWork(found, { concerns, written: null }), { planPath: paths.join(',') })
          return go(known, { phase: 'read', paths })
        }
        return isForPeople(state)
          ? go(say(state, `There is no plan of ${titleNow(state)} yet`), { phase: 'plan-needed' })
          : startPlanning(state)
      },
    },
  },
  'plan-needed': asks('plan-needed', {
    name: 'plan-needed',
    question: (state) => `${titleNow(state)} is of high complexity. Is its plan written?`,
    detail: (state) =>
      [
        'A person plans a phase of high complexity, with an agent of their own if they like.',
        `1. Write the plan to ${planPathFor(state)}, or to any file in docs/plans/ that is named after the phase. docs/autopilot.md shows its form.`,
        `2. Answer "ready", or run again: harness autopilot ${state.input.specPath}`,
      ].join('\n'),
    deeds: {
      ready: (state) => go(state, { phase: 'look' }),
      draft: (state) => startPlanning(state),
    },
  }),
} satisfies Partial<Rooms<AutopilotState, Command>>

const isForPeople = (state: AutopilotState): boolean =>
  phaseNow(state).complexity === 'high' && rigorOf(state, 'highPhases') === 'person'

function greet(state: AutopilotState): AutopilotState {
  const { adopted } = state.input
  const names = state.phases.map(({ number, name, complexity }) => `Phase ${number}: ${name} (${complexity})`)
  const found = `${counted(names.length, 'phase')} found: ${names.join(', ')}`
  return say(state, found, ...(adopted === null ? [] : [resumingFrom(state, adopted.currentState)]))
}

/** The next phase that is still to do begins. */
function assessed(state: AutopilotState, at: number): AutopilotState {
  const current = state.phases.findIndex(({ status }) => status === 'pending')
  if (current === -1) return toFinalReview({ ...state, current: state.phases.length })
  const work = { ...noWork, startedAt: at }
  const begun = inPhaseNow({ ...state, current, work }, { status: 'in-progress' })
  return go(say(begun, `${titleNow(begun)} (${phaseNow(begun).complexity})`), { phase: 'look' })
}

/** The end of the file is the newest. */
const mostLearned = 8_000

/** The spec, the wishes of people and what was learned are read before each phase. */
function withRead(
  state: AutopilotState,
  { spec, wishes, learnings }: DocumentsRead<Read>['documents'],
): AutopilotState {
  const learned = (learnings?.changed?.content ?? '').slice(-mostLearned)
  const known = { ...withSpec(state, spec), learned }
  const wanted = wishes?.changed?.content ?? { skip: [], order: [] }
  const { phases, notes, isMoved } = arrange(known.phases, wanted)
  const skipped = phases.filter(({ number, status }) =>
    known.phases.some((one) => one.number === number && one.status !== status),
  )
  const told = say({ ...known, phases }, ...notes)
  const moved = { what: 'reordered_phases', why: 'harness autopilot phases --order' }
  return skipped.reduce(
    (one, { number, name }) =>
      record(one, {
        what: 'skipped_phase',
        why: `phase ${number} (${name}): harness autopilot phases --skip`,
      }),
    isMoved ? record(told, moved) : told,
  )
}

function withSpec(state: AutopilotState, spec: DocumentsRead<Read>['documents']['spec']): AutopilotState {
  const changed = spec?.changed ?? null
  if (changed === null) return state
  const { content } = changed
  if (content == null)
    return say(state, `${state.input.specPath} is missing: the session goes by the text that it has`)
  const known: AutopilotState = {
    ...state,
    spec: { text: content.text, digest: spec?.digest ?? null, truths: content.truths },
    phases: state.phases.map((one) => ({ ...one, text: textIn(content, one.name, one.number) ?? one.text })),
  }
  const news = `${state.input.specPath} has changed. Agents get the new text; the phases of this session stay as they are.`
  return content.text === state.spec.text ? known : say(known, news)
}
