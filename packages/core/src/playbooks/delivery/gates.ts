/** Owns the questions a delivery can put to a person. */

import type { CiJob } from '../../effects/await-ci.ts'
import type { MergeRefused } from '../../effects/merge-lane.ts'
import { counted } from '../../kernel/counted.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import type { Gate, GateChoice } from '../../kernel/gate.ts'
import { shortDigest } from '../../kernel/gate-answer.ts'
import { type CommandId, type CommitHash, showCommand, subjectIn } from '../../kernel/ids.ts'
import { boundedAnswer } from '../../work/bounded-answer.ts'
import { describeDispute, disputesAt } from '../../work/disputes.ts'
import {
  areWaivable,
  blockingEntries,
  blockingFindings,
  describeFindings,
  type FindingSource,
  isSuspicion,
  suspiciousFindings,
  type TrackedFinding,
} from '../../work/findings-ledger.ts'
import { choicesAt, type DeliveryGateName, unreviewedChoices, withoutLetStand } from './choices.ts'
import type { CompletedPlan, PlanEdit } from './documents.ts'
import type { DeliveryInput } from './input.ts'
import type { DeliveryState, Merging, PlanLane } from './state.ts'

/** What a delivery asks, by name; a run that is only shown lists them all. */
export interface DeliveryGate extends Gate {
  readonly name: DeliveryGateName
}

/** The choices for these findings; a failing check among them cannot be let stand. */
const choicesAbout = (
  name: 'review-not-converged' | 'review-oscillates' | 'suspicious-change' | 'finding-disputed',
  entries: readonly TrackedFinding[],
): readonly GateChoice[] => {
  const findings = entries.map(({ finding }) => `[${finding.severity}] ${finding.title}`)
  const choices = choicesAt[name]({ findings })
  return areWaivable(entries) ? choices : withoutLetStand(choices)
}

const listed = (files: readonly string[]): string => files.map((file) => `- ${file}`).join('\n')

export const notConvergedGate = (state: DeliveryState): DeliveryGate => ({
  name: 'review-not-converged',
  question: `${standsInTheWay(state)} after ${counted(state.findings.passes, 'review pass', 'review passes')}. Spend another ${state.input.review.maxPasses}?`,
  detail: describeFindings(blockingFindings(state.findings)),
  choices: choicesAbout('review-not-converged', blockingEntries(state.findings)),
  digest: null,
  exitCode: exitCode.escalated,
})

/** Whose findings are open; the reviewer's come first. */
function standsInTheWay({ findings }: DeliveryState): string {
  const open = (source: FindingSource): boolean => blockingFindings(findings, source).length > 0
  if (open('review')) return 'The review still has blocking findings'
  if (open('ci')) return 'The forge’s own checks still fail'
  if (open('review-ui')) return 'The review of the user interface still has blocking findings'
  if (open('merge-check')) return 'The merge check still has blocking findings'
  return 'There still are blocking findings'
}

/** The last pass was clean, but a later check needed a fix that has no review yet. */
export const passesUsedUpGate = (state: DeliveryState): DeliveryGate => ({
  name: 'review-not-converged',
  detail:
    'The last pass was clean; what was run or brought in after it failed, and that was fixed. The fix has passed the checks.',
  question: `${counted(state.input.review.maxPasses, 'review pass is', 'review passes are')} used, and a fix made since the last one is not reviewed. Spend another ${state.input.review.maxPasses}?`,
  choices: unreviewedChoices,
  digest: null,
  exitCode: exitCode.escalated,
})

export const oscillationGate = (entries: readonly TrackedFinding[]): DeliveryGate => ({
  name: 'review-oscillates',
  question: 'Fixes keep bringing back what was fixed. Go on?',
  detail: entries
    .map((entry) => {
      const changes = entry.history.filter((sighting) => sighting.fate === 'regressed').map((s) => s.change)
      return `${describeFindings([entry.finding])}\n  brought back by: ${changes.map((id) => showCommand(subjectIn(id), id)).join(' and ')}`
    })
    .join('\n'),
  choices: choicesAbout('review-oscillates', entries),
  digest: null,
  exitCode: exitCode.escalated,
})

export const disputedGate = ({ findings }: DeliveryState): DeliveryGate => {
  const entries = disputesAt(findings, 'insisted')
  return {
    name: 'finding-disputed',
    question: `The fixer disputes ${counted(entries.length, 'finding that the reviewer upholds', 'findings that the reviewers uphold')}. Fix it anyway?`,
    detail: entries.map(describeDispute).join('\n'),
    choices: choicesAbout('finding-disputed', entries),
    digest: null,
    exitCode: exitCode.escalated,
  }
}

export const checksKeepFailingGate = (state: DeliveryState, failed: readonly string[]): DeliveryGate => ({
  name: 'checks-keep-failing',
  question: `${failed.join(', ')} still failing after ${counted(state.retries.checkFix.used, 'fix', 'fixes')}. Try again?`,
  detail: failed.join('\n'),
  choices: choicesAt['checks-keep-failing']({}),
  digest: null,
  exitCode: exitCode.escalated,
})

export const nothingChangedGate = (role: string, text: string): DeliveryGate => ({
  name: 'nothing-changed',
  question: `The ${role} changed no file in two attempts. Try again?`,
  detail: text,
  choices: choicesAt['nothing-changed']({ role }),
  digest: null,
  exitCode: exitCode.escalated,
})

/** An answer that cannot be used. `files` are those it changed; none if it only gave no verdict. */
interface VoidAnswer {
  readonly role: string
  readonly commandId: CommandId
  readonly files: readonly string[]
  readonly text: string
}

/** No verdict was read, so a person reads the answer itself. */
export const voidAnswerGate = ({ role, commandId, files, text }: VoidAnswer): DeliveryGate => ({
  name: files.length === 0 ? 'no-verdict' : 'reviewer-edits-files',
  question:
    files.length === 0
      ? `The ${role} gave no usable answer twice. Ask it again?`
      : `The ${role} changed files twice, so its answers are void. Ask it again?`,
  detail: files.length === 0 ? saidLast({ text, commandId }) : `Set aside, not kept:\n${listed(files)}`,
  choices: choicesAt['no-verdict']({ role }),
  digest: null,
  exitCode: exitCode.escalated,
})

const saidLast = (answer: Pick<VoidAnswer, 'text' | 'commandId'>): string =>
  answer.text.trim() === ''
    ? ''
    : `Its last answer, from which no verdict could be read:\n${boundedAnswer(subjectIn(answer.commandId), answer)}`

export const suspiciousGate = (state: DeliveryState): DeliveryGate => ({
  name: 'suspicious-change',
  question:
    'The change does what the plan does not mention, and the fixer did not undo it. Ask the fixer again?',
  detail: describeFindings(suspiciousFindings(state.findings)),
  choices: choicesAbout('suspicious-change', blockingEntries(state.findings).filter(isSuspicion)),
  digest: null,
  exitCode: exitCode.escalated,
})

export const planEditedGate = (path: string, edit: PlanEdit): DeliveryGate => ({
  name: 'plan-edited',
  question:
    edit.digest === null
      ? `${path} is gone: removed, or completed by another delivery of the plan. Continue with the plan as it was?`
      : `${path} was edited after the run started. Continue with the plan as it is now (${shortDigest(edit.digest)})?`,
  detail: edit.difference,
  choices: choicesAt['plan-edited']({}),
  digest: edit.digest,
  exitCode: exitCode.escalated,
})

export const doneWithoutRecordGate = (
  { plan, baseBranch }: DeliveryInput,
  { commit, by }: CompletedPlan,
): DeliveryGate => ({
  name: 'done-without-record',
  question: `Plan ${plan.id} was completed on ${baseBranch} (${shortDigest(commit)}), and the run has no record of it. Did a person do that?`,
  detail: `${by}. It happened while an agent or a check worked. They are not confined, so the run cannot tell who did it.`,
  choices: choicesAt['done-without-record']({ baseBranch }),
  digest: commit,
  exitCode: exitCode.escalated,
})

export const uiNotSeenGate = (detail: string, next: string): DeliveryGate => ({
  name: 'ui-not-seen',
  question: 'The plan requires a look at its user interface, and this machine cannot take one. Try again?',
  detail: `${detail}\n${next}`,
  choices: choicesAt['ui-not-seen']({}),
  digest: null,
  exitCode: exitCode.escalated,
})

/** Foreseen: the operator wants to see each change before it is merged. */
export const mergeWantedGate = ({ input, lane }: Merging): DeliveryGate => ({
  name: 'merge-wanted',
  question: `Plan ${input.plan.id} has passed everything. Merge ${shortDigest(lane.tree)} into ${input.baseBranch}?`,
  detail: `See the whole change: harness diff ${input.plan.id}`,
  choices: choicesAt['merge-wanted']({ baseBranch: input.baseBranch }),
  digest: lane.tree,
  exitCode: exitCode.waitingAtGate,
})

export const conflictGate = (baseBranch: string, files: readonly string[]): DeliveryGate => ({
  name: 'merge-conflict',
  question: `The change conflicts with ${baseBranch} again and again. Let it be resolved once more?`,
  detail: listed(files),
  choices: choicesAt['merge-conflict']({}),
  digest: null,
  exitCode: exitCode.escalated,
})

export const baseRewrittenGate = (baseBranch: string, was: CommitHash, is: CommitHash): DeliveryGate => ({
  name: 'base-rewritten',
  question: `${baseBranch} was rewritten: it no longer contains ${was.slice(0, 12)}, which this change stands on. Go on?`,
  detail: `${baseBranch} is at ${is.slice(0, 12)} now. What was taken out of it is still part of this change's branch, and would come back with it.`,
  choices: choicesAt['base-rewritten']({ baseBranch }),
  digest: null,
  exitCode: exitCode.escalated,
})

export const ciSilentGate = (url: string, jobs: readonly CiJob[]): DeliveryGate => ({
  name: 'ci-silent',
  question: 'The forge has not reported all of its checks in time. Wait as long again?',
  detail: [url, ...jobs.map((job) => `- ${job.state}: ${job.name}`)].join('\n'),
  choices: choicesAt['ci-silent']({}),
  digest: null,
  exitCode: exitCode.escalated,
})

export const pullClosedGate = (number: number, url: string): DeliveryGate => ({
  name: 'pull-closed',
  question: `Pull request ${number} was closed without being merged. Open it again?`,
  detail: url,
  choices: choicesAt['pull-closed']({}),
  digest: null,
  exitCode: exitCode.escalated,
})

/** The branch could not be put on the forge: there is no pull request to speak of a merge. */
export const pushRejectedGate = (branch: string, detail: string): DeliveryGate => ({
  name: 'push-rejected',
  question: `${branch} could not be pushed to the forge. Is the cause fixed, so that the run can try again?`,
  detail,
  choices: choicesAt['push-rejected']({}),
  digest: null,
  exitCode: exitCode.escalated,
})

export const mergeRefusedGate = (
  reason: MergeRefused['reason'],
  detail: string,
  { branch, commit }: Pick<PlanLane, 'branch' | 'commit'>,
): DeliveryGate => ({
  name: 'merge-refused',
  question: refusals[reason] ?? 'The merge was refused. Try again?',
  detail:
    reason === 'push-rejected'
      ? `${detail}\nTo leave theirs out, put ${branch} on the forge back to ${commit}; to keep theirs, merge the pull request yourself. Then grant, or refuse to end here.`
      : inCheckout(reason, detail),
  choices: choicesAt['merge-refused']({}),
  digest: null,
  exitCode: exitCode.escalated,
})

const refusals: Partial<Record<MergeRefused['reason'], string>> = {
  'push-rejected': 'The branch has commits that were not checked, so it was not merged. Is that fixed?',
  'not-merged-in-time': 'The forge has not merged the pull request in time. Wait as long again?',
}

/** Trying again succeeds only once the person's own files are out of the way. */
const inCheckout = (reason: MergeRefused['reason'], detail: string): string =>
  reason === 'checkout-in-the-way'
    ? `${detail}\nCommit what you changed there (or end the rebase, or move the file away), then grant.`
    : detail

export const completionRefusedGate = (
  merged: CommitHash,
  reason: MergeRefused['reason'],
  detail: string,
): DeliveryGate => ({
  name: 'completion-refused',
  question: `The change is merged as ${merged.slice(0, 12)}, but the plan's file could not be moved. Try again?`,
  detail: inCheckout(reason, detail),
  choices: choicesAt['completion-refused']({}),
  digest: null,
  exitCode: exitCode.escalated,
})
