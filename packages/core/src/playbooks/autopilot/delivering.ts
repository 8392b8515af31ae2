/** The rooms in which a person says what becomes of the branch, and in which that is done. */
import { unproven } from '../../kernel/evidence.ts'
import { editTexts } from '../../work/checkout-documents.ts'
import { nextId } from '../../work/dispatch.ts'
import { option } from '../../work/gate-rooms.ts'
import { closeLane, mergeLane, runChecks } from '../../work/lane.ts'
import type { Rooms } from '../../work/rooms.ts'
import { asks } from './asking.ts'
import type { Command, Edit } from './effects.ts'
import { overEnd, summaryOf } from './endings.ts'
import { roadmapEdit } from './finishing.ts'
import { finish, laneOf, prove } from './moves.ts'
import { learningsFile, promotedBlock } from './promoted.ts'
import { type AutopilotState, go, say } from './state.ts'

export const deliveringRooms = {
  deliver: asks<'deliver'>({
    name: 'deliver',
    question: (state, { refused: why }) =>
      `${why === null ? 'All phases are done.' : 'That did not work.'} What becomes of the branch ${laneOf(state).branch}?`,
    detail: (state, { refused: why }) => [...(why === null ? [] : [why, '']), summaryOf(state)].join('\n'),
    options: () => ({
      merge: option(
        'Merge',
        'the branch is merged through the queue, once all checks have passed on exactly this tree',
        'merge',
        (state) => prove(state, 'merge'),
      ),
      'pull-request': option(
        'Pull request',
        'a pull request is opened, once all checks have passed on exactly this tree',
        'pull_request',
        (state) => prove(state, 'pull'),
      ),
      leave: option(
        'Leave the branch',
        'the branch stays, and you merge it yourself',
        'left_branch',
        (state) => prove(state, 'leave'),
      ),
    }),
  }),
  prove: {
    wants: (state) => runChecks(nextId(state, 'deliver', 'checks'), laneOf(state), state.input.checks),
    outcomes: {
      ChecksFinished(state, { how }, { evidence }) {
        const { tree } = laneOf(state)
        const failing = unproven(state.input.checks, evidence, tree)
        const known = { ...state, proven: failing.length === 0 ? tree : null }
        if (how === 'leave') return finish(known, { how: 'left' })
        return failing.length === 0
          ? go(known, { phase: how, how })
          : refused(state, `These checks fail on the branch: ${failing.map(({ name }) => name).join(', ')}.`)
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
    wants: (state) => {
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
      const block = promotedBlock(state)
      return editTexts<Edit>(nextId(state, 'finish', 'documents'), [
        roadmapEdit(state, result.how === 'merged' ? 'done' : 'in-progress'),
        ...(block === null ? [] : [{ name: 'learnings', path: learningsFile, edit: { block } }]),
      ])
    },
    outcomes: {
      DocumentsEdited: (state, { result }, { refused: left }) =>
        go(say(state, ...left.map(({ detail }) => detail)), { phase: 'close', result }),
    },
  },
  close: {
    wants: (state, { result }) => ({
      ...closeLane(nextId(state, 'finish', 'close'), laneOf(state), state.input.baseBranch),
      ...(result.how === 'merged' ? {} : { keepsBranch: true as const }),
    }),
    outcomes: { LaneClosed: (state, { result }) => go(state, { phase: 'over', result }) },
  },
  over: { wants: (state, { result }) => overEnd(state, result) },
} satisfies Partial<Rooms<AutopilotState, Command>>

const refused = (state: AutopilotState, why: string): AutopilotState =>
  go(state, { phase: 'deliver', refused: why })

const conflictAdvice = ({ input, lane }: AutopilotState): string =>
  `The base branch ${input.baseBranch} has moved. Leave the branch, then merge by hand: git merge ${lane?.branch}. Or open a pull request.`
