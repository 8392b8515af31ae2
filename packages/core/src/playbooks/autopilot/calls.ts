/** Owns the calls of an autopilot's personas: who is called, with what, and when its answer counts. */
import type { Materials } from '../../effects/run-agent.ts'
import type { Slice } from '../../kernel/envelope.ts'
import { invariant } from '../../kernel/invariant.ts'
import { isoTime } from '../../kernel/iso-time.ts'
import { roleOf } from '../../kernel/playbook-identity.ts'
import { agentCall } from '../../work/agent-call.ts'
import { nextId } from '../../work/dispatch.ts'
import type { Room } from '../../work/rooms.ts'
import type { Answer } from './answers.ts'
import type { AgentFinished, Command, RunAgent } from './effects.ts'
import { autopilotIdentity } from './identity.ts'
import { laneOf, phaseNow } from './moves.ts'
import { type AutopilotState, go, type In, type Place, say } from './state.ts'

type Persona = 'planner' | 'task-executor' | 'verifier' | 'code-reviewer' | 'outcome-evaluator'

interface Called extends Pick<RunAgent, 'session'> {
  /** Names the call: `execute/phase-1-task-2`. */
  readonly does: string
  readonly subject: string
  readonly slices: readonly Slice[]
  readonly commitMessage?: string
  readonly document?: string
  readonly shows?: Materials
}

export function call(
  state: AutopilotState,
  persona: Persona,
  { does, subject, slices, commitMessage, document, ...more }: Called,
): RunAgent {
  const role = `autopilot/${persona}`
  const settings = state.input.roles[role]
  invariant(settings !== undefined, `the role ${role} has settings`)
  return {
    ...agentCall<Answer>({
      id: nextId(state, does, subject),
      role,
      duties: roleOf(autopilotIdentity, role),
      settings,
      lane: laneOf(state),
      slices,
      commitMessage: commitMessage ?? null,
      document: document ?? null,
    }),
    ...more,
  }
}

type AskedTwice = Extract<Place, { readonly again: number }>

interface Hearing<At extends AskedTwice, Kind extends Answer['kind']> {
  readonly persona: Persona
  readonly answers: Kind
  calls(state: AutopilotState, at: At): Called
  /** A text says why the answer does not count. */
  hear(
    state: AutopilotState,
    at: At,
    answer: Extract<Answer, { readonly kind: Kind }>,
    event: AgentFinished,
  ): AutopilotState | string
}

/** A persona whose answer does not count is asked once more, then a person decides. */
export const hears = <Phase extends AskedTwice['phase'], Kind extends Answer['kind']>({
  persona,
  answers,
  calls,
  hear,
}: Hearing<In<Phase> & AskedTwice, Kind>): Room<AutopilotState, In<Phase>, Command> =>
  ({
    wants: (state: AutopilotState, at: In<Phase> & AskedTwice) => call(state, persona, calls(state, at)),
    outcomes: {
      AgentFinished(state: AutopilotState, at: In<Phase> & AskedTwice, event: AgentFinished) {
        const heard =
          objectionTo(event) ??
          (event.answer.kind === answers
            ? hear(state, at, event.answer as Extract<Answer, { readonly kind: Kind }>, event)
            : 'its answer has another form')
        return typeof heard === 'string' ? voided(state, at, persona, heard) : heard
      },
      ContractBroken: (
        state: AutopilotState,
        at: In<Phase> & AskedTwice,
        { problems }: { readonly problems: readonly string[] },
      ) => voided(state, at, persona, problems.join('; ')),
    },
  }) as unknown as Room<AutopilotState, In<Phase>, Command>

function voided(state: AutopilotState, at: AskedTwice, persona: Persona, why: string): AutopilotState {
  const told = say(state, `The ${persona} gave nothing that counts: ${why}`)
  return at.again === 0
    ? go(told, { ...at, again: 1 })
    : go(told, { phase: 'void', role: persona, why, back: { ...at, again: 0 } })
}

/** What a planner changed beside its plan is put back, and the plan counts. */
const objectionTo = ({ role, violation }: AgentFinished): string | null =>
  violation === null || role === 'autopilot/planner'
    ? null
    : `it changed ${violation.files.join(', ')}; the change was put back`

const mostInName = 60

/** `docs/plans/2026-03-19-core-scanner-plan.md`; with a number if that name is taken. */
export function planPathFor(state: AutopilotState, number = 1): string {
  const words = phaseNow(state)
    .name.toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? ['phase']
  const slug = words.join('-').slice(0, mostInName).replace(/-+$/, '')
  const day = isoTime(state.input.createdAt).slice(0, 10)
  return `docs/plans/${day}-${slug}-plan${number === 1 ? '' : `-${number}`}.md`
}

/** Where executors write what the next ones need. */
export const scratchpadPath = (state: AutopilotState): string =>
  `${state.input.sessionDir}scratchpad/phase-${phaseNow(state).number}.md`
