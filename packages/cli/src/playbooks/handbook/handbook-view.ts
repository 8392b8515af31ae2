/** How a handbook's runs are shown and taken up. */
import { passed } from '@harness/core/kernel/evidence'
import type { AgentFinished } from '@harness/core/playbooks/handbook/effects'
import type { PromptRecord } from '@harness/core/playbooks/handbook/known-so-far'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import { type HandbookState, subjectOf } from '@harness/core/playbooks/handbook/state'
import { giveUpRun } from '@harness/shell/engine/conduct/give-up-run'
import { replayRun } from '@harness/shell/engine/replay/replay-run'
import { handbookEffects } from '@harness/shell/playbooks/handbook/handbook-effects'
import { handbookGivingUp } from '@harness/shell/playbooks/handbook/handbook-giving-up'
import { handbookReplay } from '@harness/shell/playbooks/handbook/handbook-replay'
import { phaseText, sleepOf } from '@harness/shell/playbooks/handbook/handbook-summary'
import { handbookFile } from '@harness/shell/playbooks/handbook/open-handbook'
import { type HandbookResult, resumeHandbook } from '@harness/shell/playbooks/handbook/run-handbook'
import { handbookSubject } from '@harness/shell/store/layout/run-subject'
import type { RunSight } from '../../run/views/run-sight.ts'
import { anyView, type Portrait, type RunView, type ToldResult } from '../../run/views/run-view.ts'
import { handbookAnswer } from './handbook-answer.ts'
import { handbookProgress } from './handbook-progress.ts'
import { handbookTarget } from './handbook-target.ts'

const sight = (state: HandbookState): RunSight => {
  const { input, predicted, spent } = state
  return {
    subject: handbookSubject,
    runId: input.runId,
    about: handbookFile,
    phase: phaseText(state),
    effects: handbookEffects,
    baseBranch: input.baseBranch,
    follows: null,
    next: predicted?.promptId ?? null,
    sleep: sleepOf(state),
    warnings: [],
    spent,
    wanted() {
      const decision = handbook.decide(state)
      return decision.type === 'end' ? [] : decision.commands
    },
    aside: () => null,
    answerLine: (event, spent) => handbookAnswer(event as AgentFinished, spent),
  }
}

export const handbookSeen: Pick<RunView<HandbookState>, 'sight' | 'own'> = {
  sight,
  own: { openProgress: handbookProgress },
}

export const toldHandbook = ({ state, ...result }: HandbookResult): ToldResult => ({
  ...result,
  branch: state.input.baseBranch,
  fields: {
    promptsDone: state.records.map(({ promptId }) => promptId),
    iteration: state.iteration.iteration,
    maxIterations: state.iteration.maxIterations,
    terminationReason: state.iteration.terminationReason,
    overruns: state.overruns.length,
  },
})

const view: RunView<HandbookState> = {
  playbook: handbook,
  ...handbookSeen,
  portrait,
  resume: async (options, run) => toldHandbook(await resumeHandbook({ ...options, run })),
  replay: (options) => replayRun(options, handbookReplay),
  giveUp: (options) => giveUpRun(options, handbookGivingUp),
  openTarget: (context, { forAgents }) => handbookTarget(context, null, forAgents),
}

export const handbookView = anyView(view)

function portrait(state: HandbookState): Portrait {
  const { iteration, predicted, records, overruns, notes, flights, input } = state
  return {
    label: 'handbook',
    subject: `${handbookFile}, iteration ${iteration.iteration} of ${iteration.maxIterations}, within ${iteration.timeoutMinutes} minutes`,
    branch: input.baseBranch,
    isOver: state.ending?.reason === 'all_done',
    sections: [
      { title: 'Under way', lines: flights.map(({ task, step }) => `${subjectOf(task)}: ${step.type}`) },
      { title: 'Prompts', lines: records.map(recordText) },
      { title: 'Said on the way', lines: notes },
    ],
    fields: { phase: phaseText(state), iteration, predicted, prompts: records, overruns },
  }
}

function recordText(record: PromptRecord): string {
  const { promptId, emptyResult, overrun, actualLoc, actualFiles, evidence, violation } = record
  const facts = [
    ...(actualLoc === null ? [] : [`${actualLoc} lines in ${actualFiles} files`]),
    ...(emptyResult ? ['empty result'] : []),
    ...(overrun ? ['overrun'] : []),
    ...evidence.map((item) => `${item.check} ${passed(item) ? 'passed' : 'failed'}`),
    ...(violation === null ? [] : [`changed ${violation.files.join(', ')}, set aside in ${violation.patch}`]),
  ]
  return `${promptId}: ${facts.length === 0 ? 'read' : facts.join(', ')}`
}
