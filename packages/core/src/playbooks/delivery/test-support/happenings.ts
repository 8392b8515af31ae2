/** Test support: what can happen in the story of a delivery, by checks, git, the forge, the clock and people. */

import type { CiReported } from '../../../effects/await-ci.ts'
import type { UiNotCaptured } from '../../../effects/capture-ui.ts'
import type { LaneMerged, MergeRefused } from '../../../effects/merge-lane.ts'
import type { AgentErrorKind } from '../../../kernel/agent.ts'
import { answerTo } from '../../../kernel/gate-answer.ts'
import { asLaneName } from '../../../kernel/ids.ts'
import { checksCounted, checksEnded, spending } from '../../../test-support/outcomes.ts'
import { digest } from '../../../test-support/story.ts'
import type { PlanContents } from '../documents.ts'
import { delivery } from '../playbook.ts'
import { commit, type Happening, outcome, tree } from './happening.ts'

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

const reread = <Content>(content: Content | null) => ({
  digest: digest(JSON.stringify(content)),
  changed: { content },
})
/** The plan on the base and in the checkout, and who completed it. */
export const planRead = (
  plan: string | null,
  draft: string | null = null,
  completion: PlanContents['completion'] | null = null,
): Happening =>
  Object.assign(
    outcome((commandId, at) => ({
      type: 'DocumentsRead',
      at,
      commandId,
      documents: { plan: reread(plan), draft: reread(draft), completion: reread(completion) },
    })),
    { isEdit: true },
  )
export const planUnedited: Happening = (state, at) => planRead(state.planText)(state, at)
export const planDigest = (text: string): string => reread(text).digest
export const planCompletedElsewhere = planRead(null, null, {
  commit: commit('theirs'),
  author: 'Ada',
  subject: 'chore: complete plan 0001',
})

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

const checks = (exitCode: number | null, problem: string | null = null, printed?: string) =>
  outcome((_commandId, at, command) => {
    if (command.type !== 'RunChecks') throw new Error(`wanted ${command.type}, not checks`)
    return checksEnded(command, at, exitCode, problem, printed)
  })

export const checksPassed = checks(0)
export const checksCount = (executed: number | null, onBase: number | null) =>
  outcome((_commandId, at, command) => {
    if (command.type !== 'RunChecks') throw new Error(`wanted ${command.type}, not checks`)
    return checksCounted(command, at, executed, onBase)
  })
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
    answer: { choice: 'grant', reason, by: 'ada' },
  }))
export const granted = grantedWith('')
/** Any choice by its name. */
export const chosen = (choice: string, reason = '') =>
  outcome((commandId, at) => ({
    type: 'GateAnswered',
    at,
    commandId,
    answer: { choice, reason, by: 'ada' },
  }))
export const refused = (reason: string) =>
  outcome((commandId, at) => ({
    type: 'GateAnswered',
    at,
    commandId,
    answer: { choice: 'refuse', reason, by: 'ada' },
  }))
export const letStand = (reason: string, only?: number) =>
  outcome((commandId, at) => ({
    type: 'GateAnswered',
    at,
    commandId,
    answer: { choice: only === undefined ? 'let-stand' : `let-stand-${only}`, reason, by: 'ada' },
  }))
/** The answer to a plan that is completed without a record. */
export const answersDoubt = (choice: 'by-hand' | 'put-back', reason = '') =>
  outcome((commandId, at, command) => {
    if (command.type !== 'AskHuman') throw new Error(`does not ask: ${command.type}`)
    const answer = answerTo(command.gate, { choice, reason, by: 'ada' })
    return { type: 'GateAnswered', at, commandId, answer }
  })
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
