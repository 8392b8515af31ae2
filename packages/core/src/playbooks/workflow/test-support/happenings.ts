/** Test support: what a story of a workflow tells. */
import { expect } from 'vitest'
import type { AgentErrorKind } from '../../../kernel/agent.ts'
import { objectionTo } from '../../../kernel/gate-answer.ts'
import { subjectIn } from '../../../kernel/ids.ts'
import { checksEnded, spending } from '../../../test-support/outcomes.ts'
import type { AgentFinished, Command, Event, Outcome, RunAgent } from '../effects.ts'
import { answerOf, finished, type Of, type World } from './by-itself.ts'

/** Ends a command that it claims. */
export interface Happening {
  readonly claims: (command: Command) => boolean
  readonly make: (command: Command, at: number, world: World) => Event
}

/** Happens to the run or the checkout, once all that goes by itself has happened. */
export interface Deed {
  readonly event?: (at: number) => Event
  readonly edit?: (files: Map<string, string>) => void
  /** Before which command it happens. */
  readonly before?: (command: Command) => boolean
}

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

export const isCall = (role: string) => (command: RunAgent) =>
  command.role === `workflow/${role}` || subjectIn(command.id) === role

/** The agent of this role, or of this subject, answers so. */
export const says = (
  role: string,
  more: Partial<AgentFinished> & { readonly line?: string; readonly wrote?: string | null },
): Happening =>
  ending(
    'RunAgent',
    (command, at, world) => {
      const { line, wrote, ...rest } = more
      const [path = ''] = command.artifacts ?? []
      return {
        ...finished(command, { at, commandId: command.id }, world),
        ...(line === undefined ? {} : { answer: answerOf(line) }),
        ...(wrote === undefined ? {} : { artifacts: wrote === null ? {} : { [path]: wrote } }),
        ...rest,
      }
    },
    isCall(role),
  )

export const fails = (role: string, kind: AgentErrorKind, resetsAt?: number): Happening =>
  ending(
    'RunAgent',
    ({ id, role: name }, at) => ({
      type: 'AgentFailed',
      at,
      commandId: id,
      role: name,
      error: { kind, message: 'it failed', ...(resetsAt === undefined ? {} : { resetsAt }) },
      spending: spending(),
    }),
    isCall(role),
  )

/** These checks fail; the others pass. */
export const checks = (...failing: readonly string[]): Happening =>
  ending(
    'RunChecks',
    (command, at) => {
      const passed = checksEnded(command, at, 0, null)
      const evidence = passed.evidence.map((one) =>
        failing.includes(one.check)
          ? { ...one, exitCode: 1, outputTail: `${one.check} broke at src/sum.ts:3` }
          : one,
      )
      return { ...passed, evidence }
    },
    ({ checks: all }) => failing.length === 0 || all.some(({ name }) => failing.includes(name)),
  )

export const measures = (...paths: readonly string[]): Happening =>
  ending('MeasureChange', ({ id }, at) => ({
    type: 'ChangeMeasured',
    at,
    commandId: id,
    files: paths.map((path) => ({ path, added: 1, removed: 0, how: 'modified' as const })),
  }))

/** The next evaluation says this. */
export const evaluates = (line: string, verdict = line.startsWith('PASS') ? 'PASS' : 'FAIL'): Happening =>
  says('evaluator', { line, wrote: `## QA Report\n### Verdict: ${verdict}\n` })

export const resumes = (until: string | null = null): Deed => ({
  event: (at) => ({ type: 'RunResumed', at, until }),
})

export const edits = (path: string, text: string | null, before?: Deed['before']): Deed => ({
  edit: (files) => void (text === null ? files.delete(path) : files.set(path, text)),
  ...(before === undefined ? {} : { before }),
})
