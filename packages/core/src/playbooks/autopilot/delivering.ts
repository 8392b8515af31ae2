/** The rooms after a phase, and those in which a person says what becomes of the branch, and in which that is done. */
import { unproven } from '../../kernel/evidence.ts'
import { isoTime } from '../../kernel/iso-time.ts'
import { editTexts } from '../../work/checkout-documents.ts'
import { nextId } from '../../work/dispatch.ts'
import { closeLane, laneOf, mergeLane, runChecks } from '../../work/lane.ts'
import type { Rooms } from '../../work/rooms.ts'
import { asks } from './asking.ts'
import type { Command, Edit } from './effects.ts'
import { overEnd, stoppedEnd, summaryOf } from './endings.ts'
import { finish, prove, titleOf } from './moves.ts'
import { learningsFile, promotedOf } from './notes.ts'
import { rigorOf } from './rigor.ts'
import { type AutopilotState, go, say } from './state.ts'

export const deliveringRooms = {
  complete: {
    wants: (state) =>
      editTexts<Edit>(nextId(state, 'complete', 'roadmap'), [onRoadmap(state, 'in-progress')]),
    outcomes: {
      DocumentsEdited(state, _at, { refused: left }) {
        const isAsked = rigorOf(state, 'asksOn') && state.phases.some(({ status }) => status === 'pending')
        const told = say(state, ...left.map(({ detail }) => detail))
        return go(told, { phase: isAsked ? 'continue' : 'assess' })
      },
    },
  },
  continue: asks('continue', {
    name: 'continue',
    question({ phases, current }) {
      const done = phases[current]
      const next = phases.find(({ status }) => status === 'pending')
      const after = next === undefined ? '' : ` Next: ${titleOf(next)} (${next.complexity}).`
      return `${done === undefined ? 'The phase' : titleOf(done)} is complete.${after} Continue?`
    },
    detail: ({ said }) => said.findLast((line) => line.includes(' complete | ')) ?? '',
    deeds: { yes: (state) => go(state, { phase: 'assess' }) },
  }),
  deliver: asks('deliver', {
    name: 'deliver',
    question: (state, { refused: why }) =>
      `${why === null ? 'All phases are done.' : 'That did not work.'} What becomes of the branch ${laneOf(state).branch}?`,
    detail: (state, { refused: why }) => `${why === null ? '' : `${why}\n\n`}${summaryOf(state)}`,
    deeds: {
      merge: (state) => prove(state, 'merge'),
      'pull-request': (state) => prove(state, 'pull'),
      leave: (state) => prove(state, 'leave'),
    },
  }),
  prove: {
    wants: (state) => runChecks(nextId(state, 'deliver', 'checks'), laneOf(state), state.input.checks),
    outcomes: {
      ChecksFinished(state, { how }, { evidence }) {
        const { tree } = laneOf(state)
        const failing = unproven(state.input.checks, evidence, tree)
        const known = { ...state, proven: failing.length === 0 ? tree : null }
        if (how === 'leave') return finish(known, { how: 'left' })
        if (failing.length === 0) return go(known, { phase: how, how })
        return refused(
          state,
          `These checks fail on the branch: ${failing.map(({ name }) => name).join(', ')}.`,
        )
      },
    },
  },
  merge: {
    wants: (state) =>
      mergeLane(nextId(state, 'deliver', 'merge'), laneOf(state), {
        baseBranch: state.input.baseBranch,
        message: `Autopilot: ${state.input.specPath}`,
        checks: state.input.checks,
      }),
    outcomes: {
      LaneMerged: (state, _at, { commit }) => finish(state, { how: 'merged', commit }),
      MergeRefused: (state, _at, { reason, detail }) =>
        refused(state, reason === 'conflict' ? `${detail}\n${conflictAdvice(state)}` : detail),
    },
  },
  pull: {
    wants(state) {
      const { lane, branch, commit } = laneOf(state)
      return {
        type: 'OpenPull',
        id: nextId(state, 'deliver', 'pull'),
        lane,
        branch,
        commit,
        baseBranch: state.input.baseBranch,
        pull: null,
        title: `Autopilot: ${state.input.specPath}`,
        body: summaryOf(state),
      }
    },
    outcomes: {
      PullOpened: (state, _at, { url }) => finish(state, { how: 'pull', url }),
      PullClosed: (state, _at, { url }) => refused(state, `A person closed the pull request ${url}.`),
      LaneMerged: (state, _at, { commit }) => finish(state, { how: 'merged', commit }),
      MergeRefused: (state, _at, { detail }) => refused(state, detail),
    },
  },
  /** Only what is merged is done on the roadmap. */
  finish: {
    wants(state, { result }) {
      const learnings = promotedOf(state.learnings)
      const edit = { learnings, now: isoTime(state.updatedAt) }
      return editTexts<Edit>(nextId(state, 'finish', 'documents'), [
        onRoadmap(state, result.how === 'merged' ? 'done' : 'in-progress'),
        ...(learnings.length === 0 ? [] : [{ name: 'learnings', path: learningsFile, edit }]),
      ])
    },
    outcomes: {
      DocumentsEdited: (state, { result }, { refused: left }) =>
        go(say(state, ...left.map(({ detail }) => detail)), { phase: 'close', result }),
    },
  },
  close: {
    wants: (state, { result }) => {
      const id = nextId(state, 'finish', 'close')
      return closeLane(id, laneOf(state), state.input.baseBranch, result.how !== 'merged')
    },
    outcomes: { LaneClosed: (state, { result }) => go(state, { phase: 'over', result }) },
  },
  over: { wants: (state, { result }) => overEnd(state, result) },
  void: asks('void', {
    name: 'output-missing',
    question: (_state, { role, why }) => `The ${role} gave nothing that counts: ${why}. Try again?`,
    deeds: { retry: (state, { back }) => go(state, back) },
  }),
  stopped: { wants: (state) => stoppedEnd(state) },
} satisfies Partial<Rooms<AutopilotState, Command>>

/** Tells the roadmap how far the spec is, if there is one. */
const onRoadmap = ({ input, updatedAt }: AutopilotState, status: 'in-progress' | 'done') => ({
  name: 'roadmap',
  path: 'docs/roadmap.md',
  edit: { spec: input.specPath, status, now: isoTime(updatedAt) },
})

const refused = (state: AutopilotState, why: string): AutopilotState =>
  go(state, { phase: 'deliver', refused: why })

const conflictAdvice = ({ input, lane }: AutopilotState): string =>
  `The base branch ${input.baseBranch} has moved. Leave the branch, then merge by hand: git merge ${lane?.branch}. Or open a pull request.`
