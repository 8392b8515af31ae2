/**
 * Test support: the story of an autopilot. What the story does not tell goes well by itself. People answer only what the
 * story says.
 */
import { expect } from 'vitest'
import { renderEnvelope } from '../../../kernel/envelope.ts'
import type { Command, Edit, Event, RunAgent } from '../effects.ts'
import type { AutopilotInput } from '../input.ts'
import { autopilotPlaybook as playbook } from '../playbook.ts'
import { byItself, type World } from './by-itself.ts'
import { isCall, type Told } from './happenings.ts'
import { plainInput } from './plain-input.ts'
import { twoTasks } from './plain-plan.ts'

const mostTurns = 500

export function given(more: Partial<AutopilotInput>, ...story: readonly Told[]) {
  const input = { ...plainInput, ...more }
  const world: World = { input, files: new Map(), planned: twoTasks, trees: new Map() }
  let state = playbook.initialState(input)
  let at = input.createdAt
  /** Every command that was ever wanted, in order. */
  const commands: Command[] = []

  const wanted = (): readonly Command[] => {
    const decision = playbook.decide(state)
    return decision.type === 'end' ? [] : decision.commands
  }
  const issue = (): void => {
    for (const command of wanted()) if (!commands.some(({ id }) => id === command.id)) commands.push(command)
  }
  const take = (event: Event): void => {
    at = Math.max(at, event.at)
    state = playbook.evolve(state, event)
    issue()
  }
  const settle = (isWaitedFor: (command: Command) => boolean): void => {
    for (let turn = 0; turn < mostTurns; turn++) {
      if (wanted().some(isWaitedFor)) return
      const [next] = wanted().flatMap((command) => byItself(command, at, world) ?? [])
      if (next === undefined) return
      take(next)
    }
    throw new Error(`it goes on by itself for ever: ${commands.slice(-9).map(shown).join(', ')}`)
  }
  const tell = (told: Told): void => {
    at += 1_000
    settle('claims' in told ? told.claims : (told.before ?? (() => false)))
    if ('claims' in told) {
      const command = wanted().find(told.claims)
      if (command === undefined) throw new Error(`it is not wanted; but: ${wanted().map(shown).join(', ')}`)
      take(told.make(command, at, world))
    } else {
      told.edit?.(world)
      if (told.event !== undefined) take(told.event(at))
    }
  }
  const gate = () => {
    const [command] = wanted()
    if (command?.type !== 'AskHuman') throw new Error(`asks nothing: ${wanted().map(shown).join(', ')}`)
    return command.gate
  }
  const calls = (): readonly RunAgent[] => commands.filter((command) => command.type === 'RunAgent')
  const call = (name: string): RunAgent => {
    const found = calls().findLast(isCall(name))
    if (found === undefined) throw new Error(`never called: ${name}`)
    return found
  }

  issue()
  for (const told of story) tell(told)
  return {
    files: world.files,
    commands,
    wanted,
    calls,
    call,
    gate,
    state: () => state,
    /** Nothing more is told: all goes on by itself until a person has to act. */
    rest() {
      settle(() => false)
      return this
    },
    /** What is wanted now: `RunChecks verify/phase-1/1`. */
    wants: (...expected: readonly string[]) => expect(wanted().map(shown)).toEqual(expected),
    /** The gate that the run waits at, with its choices: `continue: yes, stop`. */
    asks: () =>
      `${gate().name}: ${gate()
        .choices.map(({ name }) => name)
        .join(', ')}`,
    envelope: (name: string) => renderEnvelope(call(name).slices),
    labels: (name: string) => call(name).slices.map(({ label }) => label),
    slice: (name: string, label: string) => call(name).slices.find((one) => one.label === label)?.text,
    /** `[state, what]` of all that was decided. */
    decisions: () => state.decisions.map(({ state: where, what }) => [where, what]),
    /** All that was ever to be edited. */
    edits: (): readonly Edit[] =>
      commands.flatMap((command) =>
        command.type === 'EditDocuments' ? command.edits.map(({ edit }) => edit) : [],
      ),
    /** Commits that the harness made itself. */
    marks: () => commands.flatMap((command) => (command.type === 'CommitLane' ? [command.message] : [])),
    /** What was ever wanted, without the numbers of attempts. */
    order: () => commands.map((command) => shown(command).replace(/\/\d+$/, '')),
    ends() {
      const decision = playbook.decide(state)
      if (decision.type !== 'end') throw new Error(`still wants ${wanted().map(shown).join(', ')}`)
      return decision.end
    },
  }
}

/** `planner plan/phase-1/1`, `RunChecks verify/phase-1/1`. */
const shown = (command: Command): string => {
  const id = command.id.split('/').slice(1).join('/')
  return `${command.type === 'RunAgent' ? command.role.replace('autopilot/', '') : command.type} ${id}`
}
