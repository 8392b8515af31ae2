/** How the generation of a handbook is shown and taken up. */
import { phaseOf } from '@harness/core/kernel/ids'
import type { Answer } from '@harness/core/playbooks/handbook-generation/answers'
import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import type { NeedAnswer } from '@harness/core/work/answers'
import { giveUpRun } from '@harness/shell/engine/conduct/give-up-run'
import { replayRun } from '@harness/shell/engine/replay/replay-run'
import {
  type GenerationResult,
  resumeGeneration,
} from '@harness/shell/playbooks/handbook-generation/generate-handbook'
import { generationEffects } from '@harness/shell/playbooks/handbook-generation/generation-effects'
import { generationGivingUp } from '@harness/shell/playbooks/handbook-generation/generation-giving-up'
import { generationReplay } from '@harness/shell/playbooks/handbook-generation/generation-replay'
import { generationSubject } from '@harness/shell/store/layout/run-subject'
import { needLine } from '../../run/progress/answer-lines.ts'
import type { RunSight } from '../../run/views/run-sight.ts'
import { anyView, type RunView, type ToldResult } from '../../run/views/run-view.ts'

export const generationSight = (state: GenerationState): RunSight => {
  const { input, hurdle, phase } = state
  return {
    subject: generationSubject,
    runId: input.runId,
    about: 'Make a handbook from PRODUCT.md and the code',
    phase,
    effects: generationEffects,
    baseBranch: input.baseBranch,
    follows: hurdle !== null || phase === 'over' ? null : phase,
    next: phase === 'plan' ? 'lint and write' : null,
    sleep: hurdle?.type === 'sleep' ? hurdle : null,
    warnings: [],
    spent: state.spent,
    wanted() {
      const decision = handbookGeneration.decide(state)
      return decision.type === 'end' ? [] : decision.commands
    },
    aside: () => null,
    answerLine: ({ commandId, role, output: answer }, spent) =>
      (answer as Answer).kind === 'need'
        ? needLine(phaseOf(commandId), role, answer as NeedAnswer, spent)
        : null,
  }
}

export const toldGeneration = ({ state, ...result }: GenerationResult): ToldResult => ({
  ...result,
  branch: null,
  fields: { files: filesOf(state), problems: state.problems },
})

const filesOf = (state: GenerationState): readonly string[] =>
  'files' in state && state.files !== null ? state.files : []

const view: RunView<GenerationState> = {
  playbook: handbookGeneration,
  sight: generationSight,
  portrait: (state) => ({
    label: 'handbook',
    subject: 'made from PRODUCT.md and the code',
    branch: null,
    isOver: state.phase === 'over',
    sections: [
      { title: 'Written', lines: filesOf(state) },
      { title: 'What was wrong with the last plan', lines: state.problems },
    ],
    fields: { phase: state.phase, files: filesOf(state), problems: state.problems },
  }),
  resume: async (options, run) => toldGeneration(await resumeGeneration({ ...options, run })),
  replay: (options) => replayRun(options, generationReplay),
  giveUp: (options) => giveUpRun(options, generationGivingUp),
}

export const generationView = anyView(view)
