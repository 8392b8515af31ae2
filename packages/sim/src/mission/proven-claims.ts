import type { Command } from '@harness/core/command'
import type { Event } from '@harness/core/event'
import { passed } from '@harness/core/evidence'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import type { Checker, Complaint } from '../checker.ts'

/** Stricter than the playbook has to be, and not its rule: the agents of this world quote in one way only. */
const isQuoted = (evidence: string): boolean => /"[^"]{2,}"/.test(evidence)

/**
 * Told from the journal alone: a claim is written down as passed only where a validator that changed nothing saw it, with
 * a quote, on a tree that every check passed on and that is the one that was merged; nothing is merged unchecked, and nothing is done while a claim of the contract was not
 * seen so, whatever people wrote into it.
 */
export function provenClaims(
  checks: readonly string[],
  contract: () => readonly string[],
): Checker<MissionState> {
  const seen = new Map<string, Set<string>>()
  const shown = new Map<string, Set<string>>()
  const merged = new Set<string>()
  const note = (notes: Map<string, Set<string>>, key: string, value: string): void =>
    void notes.set(key, (notes.get(key) ?? new Set()).add(value))
  const isChecked = (tree: string): boolean => checks.every((name) => shown.get(tree)?.has(name) === true)

  const isShown = (claim: string): boolean =>
    [...(seen.get(claim) ?? [])].some((tree) => merged.has(tree) && isChecked(tree))

  const hear = (event: Event): void => {
    if (event.type === 'LaneMerged') merged.add(event.tree)
    if (event.type === 'ChecksFinished')
      for (const item of event.evidence) if (passed(item)) note(shown, item.tree, item.check)
    if (event.type !== 'AgentFinished' || event.role !== 'validator' || event.violation !== null) return
    if (event.output.kind !== 'validation') return
    for (const { id, status, evidence } of event.output.claims)
      if (status === 'PASS' && isQuoted(evidence)) note(seen, id, event.tree)
  }
  const wanted = (command: Command): Complaint => {
    if (command.type === 'MergeLane' && !isChecked(command.tree))
      return `${command.lane} is merged without checks of its tree`
    if (command.type !== 'WriteDocuments') return null
    for (const edit of command.edits)
      if (edit.type === 'claim' && edit.status === 'PASS' && !(isQuoted(edit.evidence) && isShown(edit.id)))
        return `${edit.id} is written down as passed without evidence`
    if (command.decision?.decision !== 'DONE') return null
    const unseen = contract().find((claim) => !isShown(claim))
    return unseen === undefined ? null : `the mission is done, and nobody has seen that ${unseen} holds`
  }
  return {
    name: 'proven claims',
    durable(event) {
      hear(event)
      return event.type === 'CommandIssued' ? wanted(event.command) : null
    },
  }
}
