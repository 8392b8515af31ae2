/** What a run of an own playbook wants next: what the playbook says, unless something is in its way. Pure. */
import type { MergeLane } from '../../effects/merge-lane.ts'
import { passed } from '../../kernel/evidence.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { attemptOf, type CommandId } from '../../kernel/ids.ts'
import { type Decision, end, perform } from '../../kernel/playbook.ts'
import { nextId } from '../../work/dispatch.ts'
import { wakeAt } from '../../work/wakes.ts'
import type { AnyOwnPlaybook } from './definition.ts'
import type { Command } from './effects.ts'
import { isProven, runOf } from './run.ts'
import type { OwnLane, OwnState } from './state.ts'

/** The phase of the commands that the harness adds by itself. */
export const troublePhase = 'trouble'

/** More often than any provider is waited for. */
const mostAttempts = 100

export function decide(playbook: AnyOwnPlaybook, state: OwnState): Decision<Command> {
  const { hurdle, inFlight, ended } = state
  if (ended !== null) return end(ended)
  const id = (subject: string): CommandId => nextId(state, troublePhase, subject)
  if (hurdle?.type === 'sleep') return together(inFlight, wakeAt(id('wait'), hurdle))
  if (hurdle?.type === 'gate')
    return together(inFlight, { type: 'AskHuman', id: id(hurdle.gate.name), gate: hurdle.gate })
  if (hurdle?.type === 'stop') return afterWork(state, end(hurdle.end))
  const wanted = playbook.decide(state.own, runOf(playbook, state))
  if (wanted?.type === 'end') return afterWork(state, wanted)
  return proven(state, commandsIn(wanted, inFlight))
}

const together = (inFlight: readonly Command[], one: Command): Decision<Command> =>
  perform(...inFlight.filter(({ id }) => id !== one.id), one)

/** A run ends when the work under way has ended. */
function afterWork({ inFlight }: OwnState, wanted: Decision<Command>): Decision<Command> {
  const work = inFlight.filter(({ type }) => type !== 'AskHuman' && type !== 'WakeAt')
  return work.length === 0 ? wanted : perform(...work)
}

function commandsIn(wanted: unknown, inFlight: readonly Command[]): readonly Command[] {
  const commands = (wanted as Partial<Extract<Decision<Command>, { readonly commands: unknown }>> | null)
    ?.commands
  if (!Array.isArray(commands)) throw new Error('It must return perform(…), done(…) or halted(…)')
  if (commands.length === 0 && inFlight.length === 0)
    throw new Error('It wants nothing, and nothing is under way')
  const ids = commands.map(({ id }: Command) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined)
    throw new Error(`It wants the command ${twice} twice. Give each call of an agent a subject of its own`)
  const often = ids.find((id) => attemptOf(id) > mostAttempts)
  if (often !== undefined) throw new Error(`It wants ${often}. A loop needs a limit in the state`)
  return commands
}

/** No lane is merged before every check of the config has passed on exactly what it holds. */
function proven(state: OwnState, commands: readonly Command[]): Decision<Command> {
  const { checks } = state.input
  for (const command of commands) {
    const at = command.type === 'MergeLane' ? laneOf(state, command) : null
    if (at === null || isProven(at.lane, checks)) continue
    const failing = at.lane.evidence.filter((one) => one.tree === at.lane.tree && !passed(one))
    if (failing.length > 0)
      return afterWork(
        state,
        failingChecks(
          at.name,
          failing.map(({ check }) => check),
        ),
      )
  }
  return perform(
    ...commands.map((command) => {
      const at = command.type === 'MergeLane' ? laneOf(state, command) : null
      return at === null || isProven(at.lane, checks)
        ? command
        : runOf({ name: '', version: 1 }, state).runChecks(at.name)
    }),
  )
}

function laneOf(
  { lanes }: OwnState,
  command: MergeLane,
): { readonly name: string; readonly lane: OwnLane } | null {
  const found = Object.entries(lanes).find(([, { lane }]) => lane === command.lane)
  return found === undefined ? null : { name: found[0], lane: found[1] }
}

const failingChecks = (lane: string, failing: readonly string[]): Decision<never> =>
  end({
    outcome: 'paused',
    exitCode: exitCode.halted,
    reason: `The lane ${lane} is not merged. These checks fail in it: ${failing.join(', ')}.`,
    next: 'Look at what failed, fix the cause, then: harness resume',
    resumable: true,
    report: '',
  })
