import type { AskHuman } from '@harness/core/effects/ask-human'
import { passed } from '@harness/core/kernel/evidence'
import { type Finding, signatureOf } from '@harness/core/kernel/finding'
import type { Event } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import type { Checker } from '../../engine/checker.ts'
import { baseTip } from '../../world/base-branch.ts'
import { provenKey, type Site } from '../../world/ground.ts'
import { verdictOf } from './verdict.ts'

/**
 * Nothing is merged without passing evidence for exactly its tree, which the checks really gave, and without a review
 * that left nothing blocking and came after the last change by an agent, unless a person let it stand. Looks at the
 * journal and at what truly happened in the world, never at the playbook's state.
 */
export function provenMerge<State>(site: Site, input: DeliveryInput): Checker<State, Event> {
  const told = new Set<string>()
  /** What the merge itself must tell, for it made the tree. */
  let owed: string | null = null
  let passes = 0
  let verdict: readonly Finding[] | null = null
  /** Also after the change went on. */
  let latest: readonly Finding[] = []
  const aboutReview = new Set<string>()
  /** By gate, the findings in dispute as the person sees them. */
  const disputes = new Map<string, string>()
  const letStand = new Set<string>()
  const note = (event: Event): void => {
    if (event.type === 'ChecksFinished' || event.type === 'LaneMerged')
      for (const item of event.evidence)
        if (passed(item)) told.add(provenKey(item.tree, item.check, item.run))
    if (event.type === 'AgentFinished' && event.changedFiles.length > 0) verdict = null
    if (event.type === 'CommandIssued' && event.command.type === 'AskHuman' && isAboutReview(event.command))
      aboutReview.add(event.command.id)
    if (event.type === 'CommandIssued' && event.command.type === 'AskHuman' && isDispute(event.command))
      disputes.set(event.command.id, event.command.gate.detail)
    if (event.type === 'GateAnswered' && event.answer.choice === 'let-stand') {
      const shown = disputes.get(event.commandId)
      for (const finding of shown === undefined ? [] : latest)
        if (shown?.includes(finding.title)) letStand.add(signatureOf(finding))
      if (!aboutReview.has(event.commandId)) return
      for (const finding of verdict ?? []) letStand.add(signatureOf(finding))
      verdict ??= []
    }
    const given = verdictOf(event)
    if (given === null) return
    verdict = given
    latest = given
    passes++
  }
  const blockingLeft = (): string | null => {
    if (verdict === null) return 'the change that was merged was never reviewed'
    const blocking = verdict.find(
      (finding) =>
        !letStand.has(signatureOf(finding)) &&
        (finding.severity === 'Critical' ||
          finding.severity === 'High' ||
          (finding.severity === 'Medium' && passes < input.review.ratchetFromPass)),
    )
    return blocking === undefined ? null : `merged with a finding that blocks: ${JSON.stringify(blocking)}`
  }
  return {
    name: 'proven merge',
    durable(event) {
      note(event)
      if (event.type !== 'LaneMerged' || owed === null) return null
      const missing = told.has(owed) ? null : `the merge does not tell of ${owed}`
      owed = null
      return missing
    },
    settled: () => (owed === null ? null : `merged without evidence of ${owed} in the journal`),
    changed({ kind }) {
      if (kind !== 'merged') return null
      const { tree } = baseTip(site)
      const due = input.checks.map(({ name, run }) => ({ name, key: provenKey(tree, name, run) }))
      for (const { name, key } of due)
        if (!site.proven.has(key)) return `merged tree ${tree}, on which ${name} never passed`
      owed = due.find(({ key }) => !told.has(key))?.key ?? null
      const { e2e } = input
      const shown =
        e2e === null || [...told].some((key) => key.endsWith(` ${e2e.check.name}: ${e2e.check.run}`))
      return shown ? blockingLeft() : 'merged without an end-to-end run that passed'
    },
  }
}

const isAboutReview = ({ gate }: AskHuman): boolean =>
  gate.name === 'review-not-converged' || gate.name === 'review-oscillates'

const isDispute = ({ gate }: AskHuman): boolean => gate.name === 'finding-disputed'
