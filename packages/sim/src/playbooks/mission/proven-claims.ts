import type { MergeLane } from '@harness/core/effects/merge-lane'
import { passed } from '@harness/core/kernel/evidence'
import type { Command, Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { Commit, Files } from '../../world/repository.ts'
import { examiners } from './looks-in-copies.ts'

/** Stricter than the playbook has to be, and not its rule: the agents of this world quote in one way only. */
const isQuoted = (evidence: string): boolean => /"[^"]{2,}"/.test(evidence)

/** The documents as people see them just then. */
export interface Claimed {
  contract(): readonly string[]
  /** Whether people dropped the features that claim it, as far as the run can know. */
  isOut(claim: string): boolean
  /** Of one feature; null if there is no such feature. */
  claimsOf(feature: string): readonly string[] | null
  /** What is left to people of a feature, newest first; null if the run merges, or nothing is left. */
  leftOf(feature: string): readonly Pick<Commit, 'tree' | 'files'>[] | null
}

/** Whether the one differs from the other by documentation only. */
const isDocumented = (before: Files, after: Files): boolean =>
  Object.keys({ ...before, ...after }).every((path) => before[path] === after[path] || path.endsWith('.md'))

/**
 * Told from the journal: a feature is merged only if a validator that changed nothing saw each of its claims, with a
 * quote, on the very tree that is merged, every check passed on it, and no later look saw one fail; a claim is
 * written down as passed only if it was merged so; and nothing is done while a claim of the contract was not, unless
 * people dropped whatever claims it. Where people merge, what they are left was seen and checked so, but for documentation on top.
 */
export function provenClaims(
  { checks: configured, isolation }: Pick<MissionInput, 'checks' | 'isolation'>,
  documents: Claimed,
): Checker<MissionState, Event> & { readonly isShown: (claim: string) => boolean } {
  const checks = configured.map(({ name }) => name)
  const isLeft = isolation.onPass !== 'merge'
  /** By claim, the trees that it was seen on. */
  const seen = new Map<string, Set<string>>()
  /** By tree, the checks that passed on it. */
  const shown = new Map<string, Set<string>>()
  const merged = new Set<string>()
  const note = (notes: Map<string, Set<string>>, key: string, value: string): void =>
    void notes.set(key, (notes.get(key) ?? new Set()).add(value))
  const isChecked = (tree: string): boolean => checks.every((name) => shown.get(tree)?.has(name) === true)

  const isShown = (claim: string): boolean =>
    [...(seen.get(claim) ?? [])].some((tree) => (isLeft || merged.has(tree)) && isChecked(tree))

  const hear = (event: Event): void => {
    if (event.type === 'LaneMerged') merged.add(event.tree)
    // What the base has already needs no merge.
    if ((event.type === 'LaneOpened' || event.type === 'LaneSynced') && event.commit === event.baseCommit)
      merged.add(event.tree)
    if (event.type === 'ChecksFinished')
      for (const item of event.evidence) if (passed(item)) note(shown, item.tree, item.check)
    if (event.type !== 'AgentFinished' || event.violation !== null || !examiners.has(event.role)) return
    if (event.answer.kind !== 'validation') return
    // Each of them says which claims fail; only the validator shows that they hold.
    for (const { id, status, evidence } of event.answer.claims)
      if (status === 'FAIL') seen.get(id)?.delete(event.tree)
      else if (event.role === 'validator' && status === 'PASS' && isQuoted(evidence))
        note(seen, id, event.tree)
  }
  const merging = ({ lane, tree }: MergeLane): Complaint => {
    if (!isChecked(tree)) return `${lane} is merged without checks of its tree`
    // The documentation claims nothing.
    const claims = documents.claimsOf(lane)
    if (claims === null) return null
    if (claims.length === 0) return `${lane} is merged and claims nothing`
    const unseen = claims.find((claim) => seen.get(claim)?.has(tree) !== true)
    return unseen === undefined ? null : `${lane} is merged, and ${unseen} was never seen on its tree`
  }
  const leaving = (feature: string): Complaint => {
    const left = documents.leftOf(feature)
    const [tip] = left ?? []
    if (left === null || tip === undefined) return null
    if (!isChecked(tip.tree)) return `${feature} is left to people without checks of its tree`
    const isSeen = (claim: string): boolean =>
      left.some(({ tree, files }) => seen.get(claim)?.has(tree) === true && isDocumented(files, tip.files))
    const unseen = documents.claimsOf(feature)?.find((claim) => !isSeen(claim))
    return unseen === undefined ? null : `${feature} is left to people, and ${unseen} was never seen on it`
  }
  const wanted = (command: Command): Complaint => {
    if (command.type === 'MergeLane') return merging(command)
    if (command.type !== 'EditDocuments') return null
    for (const { edit } of command.edits) {
      if (edit.type === 'claim' && edit.status === 'PASS' && !(isQuoted(edit.evidence) && isShown(edit.id)))
        return `${edit.id} is written down as passed without evidence`
      const unproven = edit.type === 'feature' && edit.set.status === 'passed' ? leaving(edit.id) : null
      if (unproven !== null) return unproven
    }
    if (command.decision?.decision !== 'DONE') return null
    const unseen = documents.contract().find((claim) => !isShown(claim) && !documents.isOut(claim))
    return unseen === undefined ? null : `the mission is done, and ${unseen} was never seen to hold`
  }
  return {
    name: 'proven claims',
    isShown,
    durable(event) {
      hear(event)
      return event.type === 'CommandIssued' ? wanted(event.command) : null
    },
  }
}
