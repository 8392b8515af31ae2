/** Test support: what agents can answer in the story of a delivery, or fail with. */

import type { Suspicion } from '../../../effects/run-agent.ts'
import type { AgentErrorKind } from '../../../kernel/agent.ts'
import type { Dispute } from '../../../kernel/dispute.ts'
import type { Finding } from '../../../kernel/finding.ts'
import type { Need } from '../../../kernel/need.ts'
import type { QuotesHeld } from '../../../kernel/quotation.ts'
import { spending } from '../../../test-support/outcomes.ts'
import type { Answer } from '../answers.ts'
import { commit, outcome, tree } from './happening.ts'

export const changed = (version: string, suspicions?: readonly Suspicion[]) =>
  outcome((commandId, at) => ({
    ...(suspicions === undefined ? {} : { suspicions }),
    type: 'AgentFinished',
    at,
    commandId,
    role: 'implementer',
    text: 'done',
    contract: 'work',
    answer: { kind: 'text' },
    spending: spending(),
    providerSession: null,
    commit: commit(version),
    tree: tree(version),
    changedFiles: ['src/sum.js'],
    violation: null,
  }))

/** `version` is what the agent changed beside its answer; null if it changed nothing. */
const said = (text: string, answer: Answer, version: string | null) =>
  outcome((commandId, at, command) => ({
    type: 'AgentFinished',
    at,
    commandId,
    role: command.type === 'RunAgent' ? command.role : '',
    text,
    contract: 'work',
    answer,
    spending: spending(),
    providerSession: null,
    commit: commit(version ?? 'base'),
    tree: tree(version ?? 'base'),
    changedFiles: version === null ? [] : ['src/sum.js'],
    violation: null,
  }))

export const needs = (need: Need, version: string | null = null) =>
  said('I need something', { kind: 'need', need }, version)

export const disputed = (disputes: readonly Dispute[], version: string | null = null) =>
  said('It is wrong', { kind: 'dispute', disputes }, version)

export const pullWrittenAs = (summary: string) =>
  outcome((commandId, at) => ({
    type: 'AgentFinished',
    at,
    commandId,
    role: 'pr-writer',
    text: '',
    contract: 'pull-text',
    answer: { kind: 'pull-text', summary, risks: 'Overflow.' },
    spending: spending(),
    providerSession: null,
    commit: commit('v1'),
    tree: tree('v1'),
    changedFiles: [],
    violation: null,
  }))
export const pullWritten = pullWrittenAs('Adds sum.')

export const changedNothing = outcome((commandId, at, command) => ({
  type: 'AgentFinished',
  at,
  commandId,
  role: command.type === 'RunAgent' ? command.role : '',
  text: 'all done!',
  contract: 'work',
  answer: { kind: 'text' },
  spending: spending(),
  providerSession: null,
  commit: commit('base'),
  tree: tree('base'),
  changedFiles: [],
  violation: null,
}))

export const reviewed = (...findings: Finding[]) => readerSaid(reviewOf(findings))
export const reviewedAndEdited = (file: string) =>
  readerSaid(reviewOf([]), '', { files: [file], patch: 'set-aside.patch' })
export const inProse = (text: string) => readerSaid({ kind: 'text' }, text)

/** These quotations of the findings stand in nothing that the reviewer saw. */
export const reviewedUnseen = (missing: readonly string[], ...findings: Finding[]) =>
  readerSaid(reviewOf(findings), '', null, { quoted: findings.length, outputs: 1, missing })

const reviewOf = (findings: readonly Finding[]): Answer => ({
  kind: 'review',
  findings,
  sentinel: findings.length === 0,
})

const readerSaid = (
  answer: Answer,
  text = '',
  violation: { files: readonly string[]; patch: string } | null = null,
  quotes?: QuotesHeld,
) =>
  outcome((commandId, at) => ({
    type: 'AgentFinished',
    at,
    commandId,
    role: 'reviewer',
    text,
    contract: 'review',
    answer,
    spending: spending(),
    providerSession: null,
    commit: commit('reviewed'),
    tree: tree('reviewed'),
    changedFiles: [],
    violation,
    ...(quotes === undefined ? {} : { quotes }),
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

/** The judge rules on the check `test`. */
export const ruled = (justified: boolean, quote = '') =>
  outcome((commandId, at, command) => ({
    type: 'AgentFinished',
    at,
    commandId,
    role: 'test-judge',
    text: '',
    contract: 'test-rulings',
    // No answer of the delivery itself: its decorator reads it.
    answer: {
      kind: 'test-rulings',
      rulings: ['test', 'e2e'].map((check) => ({ check, justified, quote, why: 'Nothing asks for it.' })),
    } as unknown as Answer,
    spending: spending(),
    providerSession: null,
    commit: command.type === 'RunAgent' ? command.startCommit : commit('base'),
    tree: tree('base'),
    changedFiles: [],
    violation: null,
  }))
