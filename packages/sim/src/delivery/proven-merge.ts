import type { Event } from '@harness/core/event'
import type { Finding } from '@harness/core/finding'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import type { Checker } from '../checker.ts'
import { baseTip } from '../world/base-branch.ts'
import { provenKey, type Site } from '../world/ground.ts'
import { verdictOf } from './verdict.ts'

/**
 * Nothing is merged without passing evidence for exactly its tree, which the checks really gave, and without a review
 * that left nothing blocking and came after the last change by an agent. Looks at the journal and at what truly
 * happened in the world, never at the playbook's state.
 */
export function provenMerge<State>(site: Site, input: DeliveryInput): Checker<State> {
  const told = new Set<string>()
  let passes = 0
  let verdict: readonly Finding[] | null = null
  const note = (event: Event): void => {
    if (event.type === 'ChecksFinished')
      for (const { check, run, tree, exitCode, problem } of event.evidence)
        if (exitCode === 0 && problem === null) told.add(provenKey(tree, check, run))
    if (event.type === 'AgentFinished' && event.changedFiles.length > 0) verdict = null
    const given = verdictOf(event)
    if (given === null) return
    verdict = given
    passes++
  }
  const blockingLeft = (): string | null => {
    if (verdict === null) return 'the change that was merged was never reviewed'
    const blocking = verdict.find(
      ({ severity }) =>
        severity === 'Critical' ||
        severity === 'High' ||
        (severity === 'Medium' && passes < input.review.ratchetFromPass),
    )
    return blocking === undefined ? null : `merged with a finding that blocks: ${JSON.stringify(blocking)}`
  }
  return {
    name: 'proven merge',
    durable(event) {
      note(event)
      return null
    },
    changed({ kind }) {
      if (kind !== 'merged') return null
      const { tree } = baseTip(site)
      for (const { name, run } of input.checks) {
        const key = provenKey(tree, name, run)
        if (!site.proven.has(key)) return `merged tree ${tree}, on which ${name} never passed`
        if (!told.has(key)) return `merged tree ${tree} without evidence of ${name} in the journal`
      }
      return blockingLeft()
    },
  }
}
