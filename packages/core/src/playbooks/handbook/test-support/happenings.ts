/** Test support: what can happen in the story of a handbook's run, by agents, checks, merges and people. */

import type { RefusedEdit } from '../../../effects/edit-documents.ts'
import type { FileChange } from '../../../effects/measure-change.ts'
import type { MergeRefused } from '../../../effects/merge-lane.ts'
import type { Suspicion } from '../../../effects/run-agent.ts'
import type { AgentErrorKind } from '../../../kernel/agent.ts'
import type { Evidence } from '../../../kernel/evidence.ts'
import type { Finding } from '../../../kernel/finding.ts'
import { answerTo } from '../../../kernel/gate-answer.ts'
import { asCommitHash, asTreeHash, type CommandId } from '../../../kernel/ids.ts'
import type { QuotesHeld } from '../../../kernel/quotation.ts'
import { checksCounted, checksEnded, spending } from '../../../test-support/outcomes.ts'
import {
  cannot as cannotFor,
  type Happening as Ending,
  ending,
  type Deed as StoryDeed,
  type Scene as StoryScene,
} from '../../../test-support/story.ts'
import type { IssueAnswer, Answer as Said } from '../answers.ts'
import type { Command } from '../effects.ts'
import type { HandbookDocuments, HandbookPrompt } from '../handbook-document.ts'
import type { HandbookState } from '../state.ts'
import { input } from './shelf.ts'

/** Where the story stands, and what each commit changed. */
export interface Scene extends StoryScene<HandbookState, HandbookDocuments> {
  readonly changed: Map<string, readonly FileChange[]>
}

export type Happening = Ending<Scene>
export type Deed = StoryDeed<HandbookState, HandbookDocuments>

interface Answer {
  readonly text?: string
  readonly answer?: Said
  readonly files?: readonly string[]
  readonly violation?: readonly string[]
  readonly suspicions?: readonly Suspicion[]
  readonly quotes?: QuotesHeld
  /** Written, and in no commit. */
  readonly ignored?: readonly string[]
}

/** The agent that works on this subject answers. */
export const answers = (subject: string | null, answer: Answer = {}): Happening =>
  ending('RunAgent', subject, (command, at, scene) => {
    const files = answer.files ?? []
    const version = files.length === 0 ? command.startCommit : asCommitHash(`commit-${++scene.commits}`)
    scene.changed.set(
      version,
      files.map((path) => ({ path, added: 10, removed: 0 })),
    )
    return {
      type: 'AgentFinished',
      at,
      commandId: command.id,
      role: command.role,
      text: answer.text ?? 'It is done.',
      contract: command.contract,
      answer: answer.answer ?? { kind: 'text' },
      spending: spending(),
      providerSession: null,
      commit: version,
      tree: asTreeHash(`tree-${version}`),
      changedFiles: files,
      ...(answer.ignored === undefined ? {} : { ignored: { files: answer.ignored, kept: '/aside' } }),
      ...(answer.quotes === undefined ? {} : { quotes: answer.quotes }),
      ...(answer.suspicions === undefined ? {} : { suspicions: answer.suspicions }),
      violation: answer.violation === undefined ? null : { files: answer.violation, patch: 'aside.patch' },
    }
  })

export const writes = (subject: string, ...files: readonly string[]): Happening =>
  answers(subject, { files: files.length === 0 ? ['src/a.ts'] : files })
export const says = (subject: string, text: string): Happening => answers(subject, { text })
export const finds = (subject: string, ...findings: readonly Finding[]): Happening =>
  subject === 'final'
    ? concludes(findings)
    : answers(subject, { answer: { kind: 'review', findings, sentinel: findings.length === 0 } })
/** The last critique, with what it says of the issues that it was asked about. */
export const concludes = (
  findings: readonly Finding[],
  issues: Readonly<Record<string, IssueAnswer['status']>> = {},
): Happening =>
  answers('final', {
    answer: {
      kind: 'final-critique',
      findings,
      issues: Object.entries(issues).map(([id, status]) => ({ id, status, evidence: '' })),
    },
  })
/** Looked for something, changed nothing, and found this. */
export const reports = (subject: string, ...findings: readonly string[]): Happening =>
  answers(subject, {
    text: '{}',
    answer: { kind: 'prompt-report', summary: 'It was looked at.', findings },
  })
export const verdict = (subject: string, ...failures: readonly string[]): Happening =>
  answers(subject, { answer: { kind: 'verdict', pass: failures.length === 0, failures } })
/** A pass with this evidence, of which these quotations were never seen. */
export const passesWith = (
  subject: string,
  evidence: readonly string[],
  ...missing: readonly string[]
): Happening =>
  answers(subject, {
    answer: { kind: 'verdict', pass: true, failures: [], evidence },
    quotes: { quoted: evidence.length, outputs: 1, missing },
  })
export const prose = (subject: string): Happening =>
  ending('RunAgent', subject, (command, at) => ({
    type: 'ContractBroken',
    at,
    commandId: command.id,
    role: command.role,
    contract: command.contract ?? '',
    problems: ['prose'],
    text: 'It is fine.',
    spending: spending(),
  }))
export const fails = (subject: string, kind: AgentErrorKind, resetsAt?: number): Happening =>
  ending('RunAgent', subject, (command, at) => ({
    type: 'AgentFailed',
    at,
    commandId: command.id,
    role: command.role,
    error: { kind, message: `it was ${kind}`, ...(resetsAt === undefined ? {} : { resetsAt }) },
    spending: spending(),
  }))

/** It holds unreported work. */
export const keepsLane = (subject: string): Happening =>
  ending('CloseLane', subject, (command, at) => ({
    type: 'LaneClosed',
    at,
    commandId: command.id,
    kept: 'it has work that is not in main',
  }))

const checks = (subject: string | null, exitCode: number | null): Happening =>
  ending('RunChecks', subject, (command, at) => checksEnded(command, at, exitCode, null))
export const checksCount = (executed: number | null, onBase: number | null, cached = false): Happening =>
  ending('RunChecks', null, (command, at) => checksCounted(command, at, executed, onBase, cached))
export const checksPass = (subject: string | null = null): Happening => checks(subject, 0)
export const checksFail = (subject: string | null = null): Happening => checks(subject, 1)
export const noCheckRan: Happening = ending('RunChecks', null, (command, at) => ({
  type: 'ChecksFinished',
  at,
  commandId: command.id,
  tree: command.tree,
  evidence: [],
}))

/** Onto a base that has moved the checks are run again, and show this. */
export const mergedShowing = (...evidence: readonly Evidence[]): Happening =>
  ending('MergeLane', null, (command, at) => ({
    type: 'LaneMerged',
    at,
    commandId: command.id,
    commit: command.commit,
    tree: command.tree,
    evidence,
    size: null,
    by: 'harness',
  }))
export const merged: Happening = mergedShowing()
export const mergeRefused = (reason: MergeRefused['reason'], evidence?: readonly Evidence[]): Happening =>
  ending('MergeLane', null, (command, at) => ({
    type: 'MergeRefused',
    at,
    commandId: command.id,
    reason,
    detail: 'both changed src/a.ts',
    ...(evidence === undefined ? {} : { evidence }),
  }))
export const tickRefused = (reason: RefusedEdit['reason']): Happening =>
  ending('EditDocuments', null, (command, at) => ({
    type: 'DocumentsEdited',
    at,
    commandId: command.id,
    digests: {},
    written: [],
    refused: [{ edit: 0, reason, detail: reason, problems: [] }],
  }))
export const measures = (...files: readonly FileChange[]): Happening =>
  ending('MeasureChange', null, (command, at) => ({
    type: 'ChangeMeasured',
    at,
    commandId: command.id,
    files,
  }))
export const cannot = (type: Command['type'], code: string): Happening => cannotFor(type, null, code)
/** A whole piece of mutating work that passes. */
export const done = (subject: string, ...files: readonly string[]): readonly Happening[] => [
  writes(subject, ...files),
  checksPass(subject),
  merged,
]

/** A person answers the question about boxes that no record explains. */
export const answersDoubt = (choice: 'by-hand' | 'put-back', reason = ''): Happening =>
  ending('AskHuman', 'handbook', ({ id, gate }, at) => ({
    type: 'GateAnswered',
    at,
    commandId: id,
    answer: answerTo(gate, { choice, reason, by: 'ada' }),
  }))

export const edits = (edit: NonNullable<Deed['edit']>): Deed => ({ edit, isLate: true })
/** The same, before anything else happens by itself. */
export const atOnce = ({ isLate: _, ...deed }: Deed): Deed => deed
export const editsPrompts = (edit: (prompts: readonly HandbookPrompt[]) => readonly HandbookPrompt[]): Deed =>
  edits((shelf) => ({ ...shelf, handbook: { ...shelf.handbook, prompts: edit(shelf.handbook.prompts) } }))
export const sets = (id: string, more: Partial<HandbookPrompt>): Deed =>
  editsPrompts((prompts) => prompts.map((one) => (one.id === id ? { ...one, ...more } : one)))
/** A person stops the run while this agent call is under way. */
export const stopsDuring = (...named: readonly string[]): Deed => ({
  event: (at) => ({
    type: 'RunInterrupted',
    at,
    reason: 'signal',
    spent: named.map((name) => ({ commandId: `${input.runId}/${name}` as CommandId, spending: spending() })),
  }),
})
export const later = (laterMs: number): Deed => ({ laterMs, isLate: true })
