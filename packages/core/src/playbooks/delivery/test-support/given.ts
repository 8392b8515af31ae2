/** Test support: a delivery told as past events, and what it wants next. */
import { expect } from 'vitest'
import type { AgentErrorKind, Spending } from '../../../agent.ts'
import type { Command } from '../../../command.ts'
import type { Event, Outcome } from '../../../event.ts'
import type { Evidence } from '../../../evidence.ts'
import type { Finding, Severity } from '../../../finding.ts'
import { asCommitHash, asLaneName, asRunId, asTreeHash, type CommandId } from '../../../ids.ts'
import type { Decision } from '../../../playbook.ts'
import type { DeliveryInput } from '../input.ts'
import { delivery } from '../playbook.ts'
import type { DeliveryState } from '../state.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }

export const input: DeliveryInput = {
  runId: asRunId('20261116-120000'),
  plan: {
    id: '0001',
    slug: 'sum',
    title: 'Add sum',
    text: '# 0001 Add sum\n',
    path: 'plans/0001-sum.md',
    completedPath: 'done/0001-sum.md',
    acceptanceTags: [],
  },
  baseBranch: 'main',
  checks: [{ name: 'test', run: 'npm test', timeoutMs: 60_000, claims: [] }],
  review: { maxPasses: 5, ratchetFromPass: 3 },
  retries: { checkFixes: 3 },
  roles: {
    implementer: { tier: 'executor', limits },
    reviewer: { tier: 'evaluator', limits },
    fixer: { tier: 'executor', limits },
  },
  budget: { ceilingTokens: 5_000_000, spentBeforeTokens: 0, planTokens: 200_000, hard: false },
  until: null,
}

export const spending = (tokens = 100): Spending => ({
  usage: { input: tokens, output: 0, cacheRead: 0, cacheWrite: 0 },
  usd: 0.01,
  durationMs: 10,
  model: 'test',
})

export const finding = (severity: Severity, title: string, file: string | null = 'src/sum.js'): Finding => ({
  severity,
  title,
  detail: '',
  file,
  line: null,
})

/** Happenings know no ids: each one ends the command that the state is asking for. */
type Happening = (state: DeliveryState, at: number) => Event

const outcome =
  (make: (id: CommandId, at: number, command: Command) => Outcome): Happening =>
  (state, at) => {
    const decision = delivery.decide(state)
    if (decision.type === 'end') throw new Error(`the run has ended: ${decision.end.reason}`)
    const [command] = decision.commands
    if (command === undefined) throw new Error('nothing is in flight')
    return make(command.id, at, command)
  }

const commit = (name: string) => asCommitHash(`commit-${name}`)
const tree = (name: string) => asTreeHash(`tree-${name}`)

export const laneOpened = outcome((commandId, at) => ({
  type: 'LaneOpened',
  at,
  commandId,
  lane: asLaneName('0001-sum'),
  path: '/lanes/0001-sum',
  branch: 'task/0001-sum',
  baseCommit: commit('base'),
  commit: commit('base'),
  tree: tree('base'),
}))

export const changed = (version: string) =>
  outcome((commandId, at) => ({
    type: 'AgentFinished',
    at,
    commandId,
    role: 'implementer',
    text: 'done',
    output: { kind: 'text' },
    spending: spending(),
    providerSession: null,
    commit: commit(version),
    tree: tree(version),
    changedFiles: ['src/sum.js'],
    violation: null,
  }))

export const changedNothing = outcome((commandId, at, command) => ({
  type: 'AgentFinished',
  at,
  commandId,
  role: command.type === 'RunAgent' ? command.role : '',
  text: 'all done!',
  output: { kind: 'text' },
  spending: spending(),
  providerSession: null,
  commit: commit('base'),
  tree: tree('base'),
  changedFiles: [],
  violation: null,
}))

export const reviewed = (...findings: Finding[]) => reviewAnswer(findings, null)
export const reviewedAndEdited = (file: string) =>
  reviewAnswer([], { files: [file], patch: 'set-aside.patch' })

const reviewAnswer = (
  findings: readonly Finding[],
  violation: { files: readonly string[]; patch: string } | null,
) =>
  outcome((commandId, at) => ({
    type: 'AgentFinished',
    at,
    commandId,
    role: 'reviewer',
    text: '',
    output: { kind: 'review', findings, sentinel: findings.length === 0 },
    spending: spending(),
    providerSession: null,
    commit: commit('reviewed'),
    tree: tree('reviewed'),
    changedFiles: [],
    violation,
  }))

export const failed = (kind: AgentErrorKind, resetsAt?: number) =>
  outcome((commandId, at, command) => ({
    type: 'AgentFailed',
    at,
    commandId,
    role: command.type === 'RunAgent' ? command.role : '',
    error: { kind, message: `it was ${kind}`, ...(resetsAt === undefined ? {} : { resetsAt }) },
    spending: spending(),
  }))

export const contractBroken = outcome((commandId, at) => ({
  type: 'ContractBroken',
  at,
  commandId,
  role: 'reviewer',
  contract: 'review',
  problems: ['neither findings nor a sentinel'],
  text: 'hm',
  spending: spending(),
}))

const checks = (exitCode: number | null, problem: string | null = null) =>
  outcome((commandId, at, command) => {
    if (command.type !== 'RunChecks') throw new Error(`wanted ${command.type}, not checks`)
    const evidence: Evidence[] = command.checks.map((check) => ({
      check: check.name,
      run: check.run,
      tree: command.tree,
      exitCode,
      problem,
      outputDigest: 'digest',
      outputTail: exitCode === 0 ? 'ok' : 'expected 3, got 2',
      durationMs: 5,
      claims: [],
    }))
    return { type: 'ChecksFinished', at, commandId, tree: command.tree, evidence }
  })

export const checksPassed = checks(0)
export const checksFailed = checks(1)
export const checksTimedOut = checks(null, 'timed out after 60 s')
export const noCheckRan = outcome((commandId, at) => ({
  type: 'ChecksFinished',
  at,
  commandId,
  tree: tree('v1'),
  evidence: [],
}))

export const synced = (version: string, base = 'base') =>
  outcome((commandId, at) => ({
    type: 'LaneSynced',
    at,
    commandId,
    baseCommit: commit(base),
    commit: commit(version),
    tree: tree(version),
  }))
export const conflicted = outcome((commandId, at) => ({
  type: 'SyncConflicted',
  at,
  commandId,
  baseCommit: commit('base2'),
  files: ['src/sum.js'],
}))
export const merged = outcome((commandId, at) => ({
  type: 'LaneMerged',
  at,
  commandId,
  commit: commit('merge'),
  tree: tree('v1'),
}))
export const mergeRefused = (reason: 'base-moved' | 'checkout-in-the-way' | 'tree-differs') =>
  outcome((commandId, at) => ({ type: 'MergeRefused', at, commandId, reason, detail: reason }))
export const planCompleted = outcome((commandId, at) => ({
  type: 'PlanCompleted',
  at,
  commandId,
  path: 'done/0001-sum.md',
  commit: commit('chore'),
}))
export const laneClosed = outcome((commandId, at) => ({ type: 'LaneClosed', at, commandId, kept: null }))
export const granted = outcome((commandId, at) => ({
  type: 'GateAnswered',
  at,
  commandId,
  answer: { decision: 'granted', reason: '', by: 'ada' },
}))
export const refused = (reason: string) =>
  outcome((commandId, at) => ({
    type: 'GateAnswered',
    at,
    commandId,
    answer: { decision: 'refused', reason, by: 'ada' },
  }))
export const timerFired = outcome((commandId, at) => ({ type: 'TimerFired', at, commandId }))
export const frozen = outcome((commandId, at) => ({ type: 'Frozen', at, commandId, reason: 'budget' }))
export const commandFailed = (code: string) =>
  outcome((commandId, at) => ({ type: 'CommandFailed', at, commandId, code, detail: code, next: 'mend it' }))
export const resumed =
  (until: string | null = null): Happening =>
  (_state, at) => ({ type: 'RunResumed', at, until })
export const interrupted =
  (tokens: number): Happening =>
  (state, at) => {
    const decision = delivery.decide(state)
    const [command] = decision.type === 'end' ? [] : decision.commands
    if (command === undefined) throw new Error('nothing is in flight')
    return {
      type: 'RunInterrupted',
      at,
      reason: 'signal',
      spent: [{ commandId: command.id, spending: spending(tokens) }],
    }
  }

export function given(happenings: readonly Happening[], told: Partial<DeliveryInput> = {}) {
  let state = delivery.initialState({ ...input, ...told })
  happenings.forEach((happening, index) => {
    state = delivery.evolve(state, happening(state, (index + 1) * 1000))
  })
  const decision = delivery.decide(state)
  return {
    state,
    decision,
    /** The commands wanted now, by type, id and role. */
    wants: (...expected: readonly string[]) => expect(summary(decision)).toEqual(expected),
    decides: (expected: Decision) => expect(decision).toEqual(expected),
    ends: () => {
      if (decision.type !== 'end') throw new Error(`still wants ${summary(decision).join(', ')}`)
      return decision.end
    },
    asks: () => {
      if (decision.type !== 'wait') throw new Error(`does not wait: ${summary(decision).join(', ')}`)
      const [command] = decision.commands
      if (command === undefined) throw new Error('waits for nobody')
      return command.gate
    },
    command: () => {
      if (decision.type === 'end') throw new Error(`ended: ${decision.end.reason}`)
      const [command] = decision.commands
      if (command === undefined) throw new Error('wants nothing')
      return command
    },
    /** What the agent wanted now would be told. */
    envelope: () => {
      const [command] = decision.type === 'perform' ? decision.commands : []
      if (command?.type !== 'RunAgent') throw new Error('wants no agent')
      return command.slices.map((slice) => `${slice.label}\n${slice.text}`).join('\n')
    },
  }
}

function summary(decision: Decision): readonly string[] {
  if (decision.type === 'end') return [`end ${decision.end.exitCode}`]
  return decision.commands.map((command) =>
    command.type === 'RunAgent' ? `${command.role} ${command.id}` : `${command.type} ${command.id}`,
  )
}
