/**
 * Test support: the story of a workflow. What the story does not tell goes well by itself. People answer only what the
 * story says.
 */
import { expect } from 'vitest'
import { renderEnvelope } from '../../../kernel/envelope.ts'
import type { Command, Event, RunAgent } from '../effects.ts'
import type { WorkflowInput } from '../input.ts'
import { byItself, type World } from './by-itself.ts'
import { type Deed, type Happening, isCall } from './happenings.ts'
import { plainInput, playbook } from './plain-input.ts'

const mostTurns = 500

export function given(more: Partial<WorkflowInput>, ...story: readonly (Happening | Deed)[]) {
  let state = playbook.initialState({ ...plainInput, ...more })
  let at = 1_000
  const world: World = { files: new Map(), commits: 0 }
  /** Every command that was ever wanted, in order. */
  const log: string[] = []
  /** Everything that an agent was ever asked. */
  const calls: RunAgent[] = []
  /** Every state that the run was in. */
  const states = [state]

  const wanted = (): readonly Command[] => {
    const decision = playbook.decide(state)
    return decision.type === 'end' ? [] : decision.commands
  }
  const issue = (): void => {
    for (const command of wanted().filter((one) => !log.includes(shown(one)))) {
      log.push(shown(command))
      if (command.type === 'RunAgent') calls.push(command)
    }
  }
  const take = (event: Event): void => {
    at = Math.max(at, event.at)
    state = playbook.evolve(state, event)
    states.push(state)
    issue()
  }
  const settle = (isWaitedFor: (command: Command) => boolean): void => {
    for (let turn = 0; turn < mostTurns; turn++) {
      if (wanted().some(isWaitedFor)) return
      const [next] = wanted().flatMap((command) => byItself(command, at, world) ?? [])
      if (next === undefined) return
      take(next)
    }
    throw new Error(`it goes on by itself for ever: ${log.slice(-9).join(', ')}`)
  }
  const tell = (told: Happening | Deed): void => {
    at += 1_000
    settle('claims' in told ? told.claims : (told.before ?? (() => false)))
    if ('claims' in told) {
      const command = wanted().find(told.claims)
      if (command === undefined) throw new Error(`it is not wanted; but: ${wanted().map(shown).join(', ')}`)
      take(told.make(command, at, world))
    } else {
      told.edit?.(world.files)
      if (told.event !== undefined) take(told.event(at))
    }
  }
  const asked = () => {
    const [command] = wanted()
    if (command?.type !== 'AskHuman') throw new Error(`asks nothing: ${wanted().map(shown).join(', ')}`)
    return command.gate
  }
  const call = (role: string): RunAgent => {
    const found = calls.findLast(isCall(role))
    if (found === undefined) throw new Error(`never called: ${role}`)
    return found
  }

  issue()
  for (const told of story) tell(told)
  return {
    log,
    calls,
    states,
    files: world.files,
    wanted,
    state: () => state,
    at: () => state.at,
    /** Nothing more is told: all goes on by itself until a person has to act. */
    rest() {
      settle(() => false)
      return this
    },
    wants: (...expected: readonly string[]) => expect(wanted().map(shown)).toEqual(expected),
    /** The gate that the run waits at, with its choices: `verify: continue, stop`. */
    asks: () =>
      `${asked().name}: ${asked()
        .choices.map(({ name }) => name)
        .join(', ')}`,
    /** What the gate says first. */
    question: () => asked().question,
    call,
    envelope: (role: string) => renderEnvelope(call(role).slices),
    ends() {
      const decision = playbook.decide(state)
      if (decision.type !== 'end') throw new Error(`still wants ${wanted().map(shown).join(', ')}`)
      return decision.end
    },
    said: () => state.said.map((message) => ('key' in message ? message.key : message.text)),
    /** What was ever wanted, without the numbers of attempts. */
    order: () => log.map((line) => line.replace(/\/\d+$/, '')),
  }
}

/** `architect proposals/architect/1`, `RunChecks verify/build/1`. */
const shown = (command: Command): string => {
  const id = command.id.split('/').slice(1).join('/')
  return `${command.type === 'RunAgent' ? command.role.replace('workflow/', '') : command.type} ${id}`
}
