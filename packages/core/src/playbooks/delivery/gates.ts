/** Owns the questions a delivery can put to a person. */
import { exitCode } from '../../exit-code.ts'
import { blockingFindings, describeFindings, type TrackedFinding } from '../../findings-ledger.ts'
import type { Gate } from '../../gate.ts'
import { type CommitHash, showCommand } from '../../ids.ts'
import type { DeliveryState } from './state.ts'

const refuseBlocks = 'the run ends as blocked; its lane and findings are kept'

export const notConvergedGate = (state: DeliveryState): Gate => ({
  name: 'review-not-converged',
  question: `The review still has blocking findings after ${state.findings.passes} passes. Spend another ${state.input.review.maxPasses}?`,
  detail: describeFindings(blockingFindings(state.findings)),
  onGrant: 'the fixer goes on with a fresh budget of review passes',
  onRefuse: refuseBlocks,
  exitCode: exitCode.escalated,
})

/** The last pass was clean, but what was brought in from the base afterwards needed a fix that nobody has reviewed. */
export const passesUsedUpGate = (state: DeliveryState): Gate => ({
  name: 'review-not-converged',
  question: `All ${state.input.review.maxPasses} review passes are used, and a fix made since the last one is not reviewed. Spend another ${state.input.review.maxPasses}?`,
  detail: `The last pass was clean; then the checks failed with what came from ${state.input.baseBranch}, and that was fixed.`,
  onGrant: 'the reviewer goes on with a fresh budget of review passes',
  onRefuse: refuseBlocks,
  exitCode: exitCode.escalated,
})

export const oscillationGate = (entries: readonly TrackedFinding[]): Gate => ({
  name: 'review-oscillates',
  question: 'Fixes keep bringing back what was fixed. Go on?',
  detail: entries
    .map((entry) => {
      const changes = entry.history.filter((sighting) => sighting.fate === 'regressed').map((s) => s.change)
      return `${describeFindings([entry.finding])}\n  brought back by: ${changes.map(showCommand).join(' and ')}`
    })
    .join('\n'),
  onGrant: 'the fixer goes on; earlier regressions are forgiven',
  onRefuse: refuseBlocks,
  exitCode: exitCode.escalated,
})

export const checksKeepFailingGate = (state: DeliveryState, failed: readonly string[]): Gate => ({
  name: 'checks-keep-failing',
  question: `${failed.join(', ')} still failing after ${state.retries.checkFix.used} fixes. Try again?`,
  detail: failed.join('\n'),
  onGrant: 'the fixer goes on with a fresh budget',
  onRefuse: refuseBlocks,
  exitCode: exitCode.escalated,
})

export const nothingChangedGate = (role: string, text: string): Gate => ({
  name: 'nothing-changed',
  question: `The ${role} changed no file in two attempts. Try again?`,
  detail: text,
  onGrant: `the ${role} is asked again`,
  onRefuse: refuseBlocks,
  exitCode: exitCode.escalated,
})

export const reviewerEditsGate = (files: readonly string[]): Gate => ({
  name: 'reviewer-edits-files',
  question: 'The reviewer changed files twice, so its verdicts are void. Ask it again?',
  detail: `Set aside, not kept:\n${files.map((file) => `- ${file}`).join('\n')}`,
  onGrant: 'the reviewer is asked again',
  onRefuse: refuseBlocks,
  exitCode: exitCode.escalated,
})

export const conflictGate = (baseBranch: string, files: readonly string[]): Gate => ({
  name: 'merge-conflict',
  question: `The change conflicts with ${baseBranch}. Try again?`,
  detail: files.map((file) => `- ${file}`).join('\n'),
  onGrant: `${baseBranch} is brought into the lane again, which helps once it no longer conflicts`,
  onRefuse: refuseBlocks,
  exitCode: exitCode.escalated,
})

export const mergeRefusedGate = (detail: string): Gate => ({
  name: 'merge-refused',
  question: 'The merge was refused. Try again?',
  detail,
  onGrant: 'preflight and merge are tried again',
  onRefuse: refuseBlocks,
  exitCode: exitCode.escalated,
})

export const completionRefusedGate = (merged: CommitHash, detail: string): Gate => ({
  name: 'completion-refused',
  question: `The change is merged as ${merged.slice(0, 12)}, but the plan's file could not be moved. Try again?`,
  detail,
  onGrant: 'the plan is moved to the completed ones',
  onRefuse: 'the run ends as done; move the plan yourself',
  exitCode: exitCode.escalated,
})
