/** Test support: what a story of an autopilot tells. */
import { expect } from 'vitest'
import type { AgentErrorKind } from '../../../kernel/agent.ts'
import { objectionTo } from '../../../kernel/gate-answer.ts'
import { checksEnded, spending } from '../../../test-support/outcomes.ts'
import type { Answer } from '../answers.ts'
import type { FindingSeverity, ReviewFinding } from '../documents.ts'
import type { AgentFinished, Command, Event, Outcome, RunAgent } from '../effects.ts'
import { done, finished, type Of, type World } from './by-itself.ts'

/** Ends a command that it claims. */
export interface Happening {
  readonly claims: (command: Command) => boolean
  readonly make: (command: Command, at: number, world: World) => Event
}

/** Happens to the run or the checkout, once all that goes by itself has happened. */
export interface Deed {
  readonly event?: (at: number) => Event
  readonly edit?: (world: World) => void
  /** Before which command it happens. */
  readonly before?: (command: Command) => boolean
}

export type Told = Happening | Deed

export const ending = <Type extends Command['type']>(
  type: Type,
  make: (command: Of<Type>, at: number, world: World) => Outcome,
  test: (command: Of<Type>) => boolean = () => true,
): Happening => ({
  claims: (command) => command.type === type && test(command as Of<Type>),
  make: (command, at, world) => make(command as Of<Type>, at, world),
})

/** A person answers the gate of this name. */
export const answers = (gate: string, choice: string, reason = ''): Happening =>
  ending(
    'AskHuman',
    ({ id, gate: asked }, at) => {
      const answer = { choice, reason, by: 'ana', ...(asked.digest === null ? {} : { digest: asked.digest }) }
      expect(objectionTo(asked, answer)).toBeNull()
      return { type: 'GateAnswered', at, commandId: id, answer }
    },
    (command) => command.gate.name === gate,
  )

/** `planner`, or the beginning of what the call is named after: `execute/phase-1-task-2`. */
export const isCall = (name: string) => (command: RunAgent) =>
  command.role === `autopilot/${name}` || command.id.includes(`/${name}/`)

/** The persona answers so. */
export const says = (
  name: string,
  {
    answer = {},
    wrote,
    ...more
  }: Partial<Omit<AgentFinished, 'answer'>> & {
    readonly answer?: Partial<Answer>
    readonly wrote?: string | null
  },
): Happening =>
  ending(
    'RunAgent',
    (command, at, world) => {
      const usual = finished(command, { at, commandId: command.id }, world)
      const [path = ''] = command.artifacts ?? []
      return {
        ...usual,
        answer: { ...usual.answer, ...answer } as Answer,
        ...(wrote === undefined ? {} : { artifacts: wrote === null ? {} : { [path]: wrote } }),
        ...more,
      }
    },
    isCall(name),
  )

/** The lane stays where it was. */
export const unchanged = (command: RunAgent, world: World) => ({
  commit: command.startCommit,
  tree: world.trees.get(command.startCommit) ?? ('' as never),
  changedFiles: [],
})

/** An executor reports, and changes nothing. */
export const idle = (answer: Partial<typeof done> = {}, name = 'task-executor'): Happening =>
  ending(
    'RunAgent',
    (command, at, world) => ({
      ...finished(command, { at, commandId: command.id }, world),
      ...unchanged(command, world),
      answer: { ...done, ...answer },
    }),
    isCall(name),
  )

export const blocked = (problem = 'no such module', name = 'task-executor'): Happening =>
  ending(
    'RunAgent',
    (command, at, world) => ({
      ...finished(command, { at, commandId: command.id }, world),
      ...unchanged(command, world),
      answer: { ...done, status: 'blocked', problem },
    }),
    isCall(name),
  )

/** Four times in a row: the first attempt and all retries. */
export const gaveUp = (name = 'task-executor'): readonly Happening[] =>
  ['first', 'second', 'third', 'fourth'].map((nth) => blocked(`${nth} error`, name))

export const breaks = (name: string, ...problems: readonly string[]): Happening =>
  ending(
    'RunAgent',
    ({ id, role, contract }, at) => ({
      type: 'ContractBroken',
      at,
      commandId: id,
      role,
      contract: contract ?? '',
      problems,
      text: '',
      spending: spending(),
    }),
    isCall(name),
  )

export const fails = (name: string, kind: AgentErrorKind, resetsAt?: number): Happening =>
  ending(
    'RunAgent',
    ({ id, role }, at) => ({
      type: 'AgentFailed',
      at,
      commandId: id,
      role,
      error: { kind, message: 'it failed', ...(resetsAt === undefined ? {} : { resetsAt }) },
      spending: spending(),
    }),
    isCall(name),
  )

/** These checks fail; the others pass. */
export const checks = (...failing: readonly string[]): Happening =>
  ending('RunChecks', (command, at) => {
    const passed = checksEnded(command, at, 0, null)
    const evidence = passed.evidence.map((one) =>
      failing.includes(one.check) ? { ...one, exitCode: 1, outputTail: `${one.check} broke` } : one,
    )
    return { ...passed, evidence }
  })

export const validates = (...problems: readonly string[]): Happening =>
  ending('ValidateSession', ({ id }, at) => ({ type: 'SessionValidated', at, commandId: id, problems }))

export const finding = (severity: FindingSeverity, title: string): ReviewFinding => ({
  severity,
  title,
  detail: '',
  file: 'src/walk.js',
  line: 3,
})

/** The next review finds these. */
export const finds = (name: string, ...findings: readonly ReviewFinding[]): Happening =>
  says(name, { answer: { findings } })

export const resumes: Deed = { event: (at) => ({ type: 'RunResumed', at, until: null }) }

export const edits = (path: string, text: string | null, before?: Deed['before']): Deed => ({
  edit: ({ files }) => void (text === null ? files.delete(path) : files.set(path, text)),
  ...(before === undefined ? {} : { before }),
})

/** From the start of the story. */
export const holds = (path: string, text: string): Deed => edits(path, text, () => true)

/** What planners write from now on. */
export const plans = (text: string): Deed => ({
  edit: (world) => {
    world.planned = text
  },
  before: () => true,
})
