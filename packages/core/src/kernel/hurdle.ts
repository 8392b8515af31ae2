/**
 * Owns what can stand between a state and its next command, and how a failed agent call turns into such a hurdle:
 * a rate limit waits, a transient failure pauses and tries again, an ambiguous one is tried once more and then shown
 * to a person, a fatal one stops and says what to do.
 */

import type { AgentError, AgentErrorKind } from './agent.ts'
import type { RunEnd } from './event.ts'
import { exitCode } from './exit-code.ts'
import type { Gate } from './gate.ts'
import { grantOrRefuse } from './gate-choices.ts'
import type { CommandId } from './ids.ts'
import { unreachable } from './invariant.ts'
import { minuteMs } from './minute.ts'
import { pausedEnd } from './paused-end.ts'
import { backoffMs, isExhausted, type RetryBudget, retryBudget, spendRetry } from './retry-budget.ts'
import { troubleClassOf } from './trouble.ts'

export type Hurdle =
  | { readonly type: 'sleep'; readonly until: number; readonly why: string }
  | { readonly type: 'gate'; readonly gate: Gate }
  | { readonly type: 'stop'; readonly end: RunEnd }

export type AgentRetryKind = 'transient' | 'ambiguous' | 'unknownReset' | 'knownReset'
export type AgentRetries = Readonly<Record<AgentRetryKind, RetryBudget>>

export const agentRetries: AgentRetries = {
  transient: retryBudget(3),
  ambiguous: retryBudget(1),
  unknownReset: retryBudget(3),
  knownReset: retryBudget(24),
}

const transientPauseMs = 5_000
const unknownResetPauseMs = 15 * minuteMs

/** After a limit's end, so that neither a clock that is a little ahead nor all lanes at once run into it again. */
const afterResetMs = 4_000

/** A reset in the past means that two clocks differ, by an unknown time. */
const untilReset = (resetsAt: number, at: number, spreadKey: string): number =>
  resetsAt > at ? resetsAt + backoffMs(1, afterResetMs, spreadKey) : at + minuteMs

/** No provider closes a window for longer than a week: anything beyond is not a time to wait for. */
const longestWindowMs = 8 * 24 * 60 * minuteMs

const believableReset = (resetsAt: number | undefined, at: number): number | null =>
  resetsAt !== undefined && Number.isFinite(resetsAt) && resetsAt <= at + longestWindowMs ? resetsAt : null

export interface AgentFailure {
  readonly commandId: CommandId
  readonly role: string
  readonly error: AgentError
  readonly at: number
}

/** What to do about a failed call: at most one retry kind is spent, and a null hurdle means again at once. */
export interface Remedy {
  readonly spend: AgentRetryKind | null
  readonly hurdle: Hurdle | null
}

export function remedyFor(failure: AgentFailure, retries: AgentRetries): Remedy {
  const { error, at, role } = failure
  const trouble = troubleClassOf(error.kind)
  switch (trouble) {
    case 'limited': {
      const resetsAt = believableReset(error.resetsAt, at)
      const kind = resetsAt === null ? 'unknownReset' : 'knownReset'
      if (isExhausted(retries[kind])) return { spend: null, hurdle: rateLimitStop(role, error) }
      const until = resetsAt === null ? at + unknownResetPauseMs : untilReset(resetsAt, at, failure.commandId)
      return {
        spend: kind,
        hurdle: { type: 'sleep', until, why: `rate limit of the ${role}: ${error.message}` },
      }
    }
    case 'transient': {
      if (isExhausted(retries.transient)) return { spend: null, hurdle: unreachableStop(role, error) }
      const attempt = spendRetry(retries.transient).used
      const until = at + backoffMs(attempt, transientPauseMs, failure.commandId)
      return { spend: 'transient', hurdle: { type: 'sleep', until, why: `${error.kind}: ${error.message}` } }
    }
    case 'ambiguous':
      return isExhausted(retries.ambiguous)
        ? { spend: null, hurdle: { type: 'gate', gate: failingGate(role, error) } }
        : { spend: 'ambiguous', hurdle: null }
    case 'fatal':
      return { spend: null, hurdle: fatalStop(role, error) }
    default:
      return unreachable(trouble, 'trouble class')
  }
}

const rateLimitStop = (role: string, error: AgentError): Hurdle =>
  stop({
    exitCode: exitCode.rateLimited,
    reason: `The ${role} is still rate limited after waiting: ${error.message}`,
    next: 'Try again later: harness resume',
  })

const unreachableStop = (role: string, error: AgentError): Hurdle =>
  stop({
    exitCode: exitCode.halted,
    reason: `The ${role} could not be reached (${error.kind}): ${error.message}`,
    next: `Check the network and the status of the ${role === forgeRole ? 'forge' : 'provider'}, then: harness resume`,
  })

const fatalStop = (role: string, error: AgentError): Hurdle =>
  stop({
    exitCode: error.kind === 'budget' ? exitCode.callBudget : exitCode.halted,
    reason: `The ${role} cannot work (${error.kind}): ${error.message}`,
    next:
      (role === forgeRole ? forgeAdvice(error) : fatalAdvice[error.kind]) ??
      'Fix the cause, then: harness resume',
  })

/** What is said to have failed if the forge did. */
export const forgeRole = 'forge'

/** The message names the variable, the permission and the repository; this says which of them is to be fixed. */
function forgeAdvice({ kind, status }: AgentError): string | undefined {
  if (status === 404 || status === 410)
    return 'Correct forge.repository in harness.config.json, or give the token access to that repository (harness doctor tells), then: harness resume'
  if (status === 403)
    return 'Give the token the missing permission: contents and pull requests, read and write (docs/forges.md), then: harness resume'
  if (status === 422)
    return 'The forge rejected the request as invalid: fix what it names above (the branch, the base branch or a rule of the repository), then: harness resume'
  switch (kind) {
    case 'auth':
      return 'Put a token that the forge accepts into its variable (GITHUB_TOKEN, or what forge.tokenEnv names; harness doctor tells), then: harness resume'
    case 'invalid':
      return 'Correct forge in harness.config.json (repository, remote, apiUrl), then: harness resume'
    default:
      return undefined
  }
}

const fatalAdvice: Partial<Record<AgentErrorKind, string>> = {
  auth: 'Log in to the provider again (harness doctor shows how), then: harness resume',
  billing: 'Settle billing with the provider or choose another with --provider, then: harness resume',
  invalid: 'Fix the request named above (model, config or script), then: harness resume',
  budget:
    'The call used up the budget that the provider sets: raise that budget with the provider, then: harness resume',
}

export const failingChoices = grantOrRefuse({
  onGrant: 'the same step is tried again with fresh retries',
  onRefuse: 'the run ends as blocked; its lane is kept',
})

const failingGate = (role: string, error: AgentError): Gate => ({
  name: 'agent-failing',
  question: `The ${role} failed twice (${error.kind}). Try again?`,
  detail: error.message,
  choices: failingChoices,
  digest: null,
  exitCode: exitCode.escalated,
})

/** A stop that the operator can lift: the run pauses. */
export const stop = (why: Parameters<typeof pausedEnd>[0]): Hurdle => ({ type: 'stop', end: pausedEnd(why) })
