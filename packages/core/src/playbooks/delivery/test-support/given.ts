/** Test support: a delivery told as past events, and what it wants next. */
import { expect } from 'vitest'
import type { AgentErrorKind } from '../../../agent.ts'
import type { Command } from '../../../command.ts'
import type {
  CiReported,
  Event,
  LaneMerged,
  MergeRefused,
  Outcome,
  Suspicion,
  UiNotCaptured,
} from '../../../event.ts'
import type { Finding } from '../../../finding.ts'
import { asCommitHash, asLaneName, asRunId, asTreeHash, type CommandId } from '../../../ids.ts'
import type { Need } from '../../../need.ts'
import type { Decision } from '../../../playbook.ts'
import { checksEnded, finding, spending } from '../../../test-support/outcomes.ts'
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
    'ui-reviewer': { tier: 'evaluator', limits },
    fixer: { tier: 'executor', limits },
    'pr-writer': { tier: 'advisor', limits },
    'merge-checker': { tier: 'verifier', limits },
  },
  budget: { ceilingTokens: 5_000_000, spentBeforeTokens: 0, planTokens: 200_000, hard: false },
  forge: { kind: 'local' },
  ui: null,
  e2e: null,
  until: null,
}

export const github: DeliveryInput['forge'] = {
  kind: 'github',
  label: 'agent/automerge',
  merge: 'direct',
  patienceMs: 3_600_000,
}
export const ui = {
  server: { run: 'npm run dev', url: 'http://127.0.0.1:4000', readyMs: 60_000 },
  routes: ['/'],
  required: false,
}
export const e2e = {
  check: { name: 'e2e', run: 'npm run e2e', timeoutMs: 60_000, claims: [] },
  artifactDirs: ['playwright-report'],
}

export { finding, spending }

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

export const changed = (version: string, suspicions?: readonly Suspicion[]) =>
  outcome((commandId, at) => ({
    ...(suspicions === undefined ? {} : { suspicions }),
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

export const needs = (need: Need, version: string | null = null) =>
  outcome((commandId, at, command) => ({
    type: 'AgentFinished',
    at,
    commandId,
    role: command.type === 'RunAgent' ? command.role : '',
    text: 'I need something',
    output: { kind: 'need', need },
    spending: spending(),
    providerSession: null,
    commit: commit(version ?? 'base'),
    tree: tree(version ?? 'base'),
    changedFiles: version === null ? [] : ['src/sum.js'],
    violation: null,
  }))

export const pullWrittenAs = (summary: string) =>
  outcome((commandId, at) => ({
    type: 'AgentFinished',
    at,
    commandId,
    role: 'pr-writer',
    text: '',
    output: { kind: 'pull-text', summary, risks: 'Overflow.' },
    spending: spending(),
    providerSession: null,
    commit: commit('v1'),
    tree: tree('v1'),
    changedFiles: [],
    violation: null,
  }))
export const pullWritten = pullWrittenAs('Adds sum.')

export const planUnedited = outcome((commandId, at) => ({ type: 'PlanRead', at, commandId, edit: null }))
export const planEdited = (text: string | null, difference = '-old\n+new'): Happening =>
  Object.assign(
    outcome((commandId, at) => ({ type: 'PlanRead', at, commandId, edit: { text, difference } })),
    { isEdit: true },
  )

export const planCompletedElsewhere: Happening = Object.assign(
  outcome((commandId, at) => ({
    type: 'PlanRead',
    at,
    commandId,
    edit: null,
    completed: { commit: commit('theirs'), by: 'theirs by Ada, “chore: complete plan 0001”' },
  })),
  { isEdit: true },
)

export const uiCaptured = outcome((commandId, at) => ({
  type: 'UiCaptured',
  at,
  commandId,
  screens: [{ route: '/', viewport: '390x844', file: '/run/ui/1.png', complaints: ['404 /logo.svg'] }],
}))
export const uiNotCaptured = (reason: UiNotCaptured['reason']) =>
  outcome((commandId, at) => ({
    type: 'UiNotCaptured',
    at,
    commandId,
    reason,
    detail: `it was ${reason}`,
    next: 'mend it',
  }))

export const pullOpened = outcome((commandId, at) => ({
  type: 'PullOpened',
  at,
  commandId,
  number: 7,
  url: 'https://forge/pull/7',
  created: true,
}))
export const pullClosed = outcome((commandId, at) => ({
  type: 'PullClosed',
  at,
  commandId,
  number: 7,
  url: 'https://forge/pull/7',
}))
export const ciReported = (state: CiReported['state']) =>
  outcome((commandId, at) => ({
    type: 'CiReported',
    at,
    commandId,
    state,
    jobs:
      state === 'absent'
        ? []
        : [{ name: 'build', state: jobState(state), url: 'https://ci/1', summary: 'log' }],
  }))
const jobState = (state: CiReported['state']) =>
  state === 'passed' || state === 'failed' ? state : ('pending' as const)

export const forgeFailed = (kind: AgentErrorKind, resetsAt?: number, status?: number) =>
  outcome((commandId, at) => ({
    type: 'ForgeFailed',
    at,
    commandId,
    error: {
      kind,
      message: `it was ${kind}`,
      ...(resetsAt === undefined ? {} : { resetsAt }),
      ...(status === undefined ? {} : { status }),
    },
  }))
export const baseRewritten = outcome((commandId, at) => ({
  type: 'BaseRewritten',
  at,
  commandId,
  baseCommit: commit('rewritten'),
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

const checks = (exitCode: number | null, problem: string | null = null, printed?: string) =>
  outcome((_commandId, at, command) => {
    if (command.type !== 'RunChecks') throw new Error(`wanted ${command.type}, not checks`)
    return checksEnded(command, at, exitCode, problem, printed)
  })

export const checksPassed = checks(0)
export const checksFailed = checks(1)
export const commandMissing = (printed: string) => checks(127, null, printed)
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
  commit: commit('marked'),
  tree: tree('marked'),
}))
const landed = (by: LaneMerged['by']) =>
  outcome((commandId, at) => ({
    type: 'LaneMerged',
    at,
    commandId,
    commit: commit('merge'),
    tree: tree('v1'),
    evidence: [],
    size: { files: 1, added: 3, removed: 0 },
    by,
  }))
export const merged = landed('harness')
export const mergedByOthers = landed('others')
export const mergeRefused = (reason: MergeRefused['reason']) =>
  outcome((commandId, at) => ({ type: 'MergeRefused', at, commandId, reason, detail: reason }))
export const planCompleted = outcome((commandId, at) => ({
  type: 'PlanCompleted',
  at,
  commandId,
  path: 'done/0001-sum.md',
  commit: commit('chore'),
}))
export const laneClosed = outcome((commandId, at) => ({ type: 'LaneClosed', at, commandId, kept: null }))
export const laneKept = (kept: string) =>
  outcome((commandId, at) => ({ type: 'LaneClosed', at, commandId, kept }))
export const grantedWith = (reason: string) =>
  outcome((commandId, at) => ({
    type: 'GateAnswered',
    at,
    commandId,
    answer: { decision: 'granted', reason, by: 'ada' },
  }))
export const granted = grantedWith('')
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
  /** Nobody edits the plan unless the story says so. */
  const readPlan = (at: number) => {
    if (state.phase === 'read-plan' && state.hurdle === null && delivery.decide(state).type === 'perform')
      state = delivery.evolve(state, planUnedited(state, at))
  }
  happenings.forEach((happening, index) => {
    const at = (index + 1) * 1000
    if (!('isEdit' in happening)) readPlan(at)
    state = delivery.evolve(state, happening(state, at))
  })
  readPlan(happenings.length * 1000)
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
