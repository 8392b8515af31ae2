/** Carries out an autopilot: resumes the unfinished session, or starts one for the spec. */
import { UserError } from '@harness/core/kernel/user-error'
import type { AutopilotState } from '@harness/core/playbooks/autopilot/state'
import type { DrivenRun } from '../../engine/drive-registered.ts'
import type { AttendedOptions } from '../../engine/registration.ts'
import { startRun } from '../../engine/start-run.ts'
import type { AutopilotAsked } from './autopilot-asked.ts'
import { autopilotSubject } from './found-session.ts'
import { planOf } from './look-for-plan.ts'
import { autopilotRegistration } from './registration.ts'

export function startAutopilot(
  options: AttendedOptions<AutopilotState>,
  asked: AutopilotAsked,
): Promise<DrivenRun<AutopilotState>> {
  let stood: AutopilotState | null = null
  return startRun(
    autopilotRegistration,
    { ...options, ask: askedAgain(options, () => stood) },
    {
      subject: autopilotSubject,
      command: 'harness autopilot',
      asked: { ...asked },
      async guard(state) {
        stood = state
        guardSameSpec(state, asked)
        if (isOtherwise(state, asked))
          options.onNote?.('Flags count for a fresh session only: this one keeps its own.')
      },
    },
  )
}

/** The operator ran the command again: if the plan that a phase waits for is there now, that is the answer. */
function askedAgain(
  { ask, repoRoot, environment }: AttendedOptions<AutopilotState>,
  stood: () => AutopilotState | null,
): AttendedOptions<AutopilotState>['ask'] {
  return async (gate, ...rest) => {
    const state = stood()
    const phase = state?.phases[state.current]
    if (
      gate.name === 'plan-needed' &&
      state !== null &&
      phase !== undefined &&
      state.at.phase === 'plan-needed'
    ) {
      const { found } = await planOf(
        { recorded: phase.planPath, phaseName: phase.name, ...state.input },
        repoRoot,
      )
      if (found.paths.length > 0) return { choice: 'ready', reason: '', by: environment.USER ?? 'operator' }
    }
    return ask === null ? null : ask(gate, ...rest)
  }
}

const isOtherwise = ({ input }: AutopilotState, { rigor, reviewPlans }: AutopilotAsked): boolean =>
  (rigor !== null && rigor !== input.rigor) || (reviewPlans && !input.reviewPlans)

function guardSameSpec({ input }: AutopilotState, { specPath }: AutopilotAsked): void {
  if (specPath === null || specPath === input.specPath) return
  throw new UserError('autopilot-unfinished', `The session of ${input.specPath} is unfinished.`, {
    next: `Resume it: harness autopilot ${input.specPath}; or abandon it first: harness refuse ${autopilotSubject} --give-up -m "why"`,
  })
}
