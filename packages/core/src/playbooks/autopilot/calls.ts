/** Owns the calls of an autopilot's personas: who is called, with what, and when its answer counts. */
import { agentCall, calledRole } from '../../work/agent-call.ts'
import { nextId } from '../../work/dispatch.ts'
import { laneOf } from '../../work/lane.ts'
import type { Room } from '../../work/rooms.ts'
import type { Answer } from './answers.ts'
import type { AgentFinished, Command, RunAgent } from './effects.ts'
import { autopilotIdentity } from './identity.ts'
import { type AutopilotState, go, type In, type Place, say } from './state.ts'

type Persona = 'planner' | 'task-executor' | 'verifier' | 'code-reviewer' | 'outcome-evaluator'

interface Called extends Pick<RunAgent, 'slices' | 'session' | 'shows'> {
  /** Names the call: `execute/phase-1-task-2`. */
  readonly does: string
  readonly subject: string
  readonly commitMessage?: string
  readonly document?: string | null
}

export const call = (
  state: AutopilotState,
  persona: Persona,
  { does, subject, slices, commitMessage, document, ...more }: Called,
): RunAgent => ({
  ...agentCall<Answer>({
    ...calledRole(autopilotIdentity, `autopilot/${persona}`, state.input.roles),
    id: nextId(state, does, subject),
    lane: laneOf(state),
    slices,
    commitMessage: commitMessage ?? null,
    document: document ?? null,
  }),
  ...more,
})

type AnswerOf<Kind> = Extract<Answer, { readonly kind: Kind }>
type AskedTwice = Extract<Place, { readonly again: number }>

interface Hearing<At, Kind> {
  readonly persona: Persona
  readonly answers: Kind
  calls(state: AutopilotState, at: At): Called
  /** A text says why the answer does not count. */
  hear(state: AutopilotState, at: At, answer: AnswerOf<Kind>, event: AgentFinished): AutopilotState | string
}

/** A persona whose answer does not count is asked once more, then a person decides. */
export const hears = <Phase extends AskedTwice['phase'], Kind extends Answer['kind']>({
  persona,
  answers,
  calls,
  hear,
}: Hearing<In<Phase>, Kind>): Room<AutopilotState, In<Phase>, Command> => {
  function voided(state: AutopilotState, at: AskedTwice, why: string): AutopilotState {
    const told = say(state, `The ${persona} gave nothing that counts: ${why}`)
    return at.again === 0
      ? go(told, { ...at, again: 1 })
      : go(told, { phase: 'void', role: persona, why, back: { ...at, again: 0 } })
  }
  return {
    wants: (state, at) => call(state, persona, calls(state, at)),
    outcomes: {
      AgentFinished(state, at, event) {
        const { answer, violation } = event
        // What a planner changed beside its plan is put back, and the plan counts.
        const heard =
          violation !== null && persona !== 'planner'
            ? `it changed ${violation.files.join(', ')}; the change was put back`
            : answer.kind === answers
              ? hear(state, at, answer as AnswerOf<Kind>, event)
              : 'its answer has another form'
        return typeof heard === 'string' ? voided(state, at as AskedTwice, heard) : heard
      },
      ContractBroken: (state, at, { problems }) => voided(state, at as AskedTwice, problems.join('; ')),
    },
  } satisfies Room<AutopilotState, In<Phase>, RunAgent>
}
