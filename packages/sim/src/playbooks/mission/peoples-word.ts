/** Owns which features others said have passed in a simulated mission, told by who edits and by what people answer. */
import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import { isTaken } from '@harness/core/playbooks/mission/by-hand'
import { isQuiet } from '@harness/core/playbooks/mission/changed-by-others'
import type { Event } from '@harness/core/playbooks/mission/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { byHand } from '@harness/core/work/by-hand'
import type { Checker } from '../../engine/checker.ts'
import { featuresIn, type Papers } from '../../world/papers.ts'
import { editedByOthers } from './asks-about-changes.ts'

export interface PeoplesWord {
  /** Whether a feature claims it that has passed by a person's word. */
  isSaid(claim: string): boolean
  /** Whether the feature has passed by a person's word, now or before. */
  hasPassed(feature: string): boolean
  /**
   * A feature that others set to passed while an unconfined program worked lets no mission be done before a person says
   * that it was done by hand. A mission that is done lists every feature that no validator has shown.
   */
  checker(isShown: (claim: string) => boolean): Checker<MissionState, Event>
}

export function peoplesWord(papers: Papers, confined: boolean): PeoplesWord {
  const working = new Set<CommandId>()
  const said = new Map<string, 'free' | 'doubtful'>()
  /** Of those, what counted at any time: the run may not have heard yet that it does not any more. */
  const counted = new Set<string>()
  const note = (id: string, how: 'free' | 'doubtful'): void => {
    said.set(id, how)
    if (how === 'free') counted.add(id)
  }
  /** After a grant, what stands there is taken at the next reading. */
  let isTaking = false
  const passed = (): ReadonlySet<string> =>
    new Set((featuresIn(papers) ?? []).flatMap(({ id, status }) => (status === 'passed' ? [id] : [])))
  let known = passed()
  const claimsOf = (id: string): readonly string[] =>
    featuresIn(papers)?.find((one) => one.id === id)?.claims ?? []

  const compare = (isByOthers: boolean): void => {
    const now = passed()
    for (const id of said.keys()) if (!now.has(id)) said.delete(id)
    const isDoubtful = !confined && working.size > 0 && !isTaking
    if (isByOthers) for (const id of now) if (!known.has(id)) note(id, isDoubtful ? 'doubtful' : 'free')
    known = now
  }
  return {
    isSaid: (claim) => [...said].some(([id, how]) => how === 'free' && claimsOf(id).includes(claim)),
    hasPassed: (feature) => counted.has(feature),
    checker: (isShown) => ({
      name: 'people’s word',
      changed({ kind }) {
        compare(kind === editedByOthers)
        return null
      },
      processEnded() {
        working.clear()
        return null
      },
      durable(event) {
        if (event.type === 'CommandIssued' && !isQuiet(event.command.type)) working.add(event.command.id)
        if (isOutcome(event)) working.delete(event.commandId)
        if (event.type === 'RunInterrupted' || event.type === 'RunResumed') working.clear()
        if (event.type === 'BaseLooked') isTaking = false
        if (event.type === 'GateAnswered' && isTaken(event)) isTaking = true
        if (event.type === 'GateAnswered' && event.answer.choice === byHand)
          for (const id of said.keys()) note(id, 'free')
        if (event.type !== 'RunEnded' || event.end.outcome !== 'done') return null
        const { reason } = event.end
        const unshown = [...said].filter(([id]) => claimsOf(id).some((claim) => !isShown(claim)))
        const doubted = unshown.find(([, how]) => how === 'doubtful')
        if (doubted !== undefined) return `the mission is done, and no person vouched for ${doubted[0]}`
        const listed = reason.split(' By hand: ')[1] ?? ''
        const silent = unshown.find(([id]) => !listed.includes(id))
        return silent === undefined ? null : `${silent[0]} has passed by hand, and the end does not list it`
      },
    }),
  }
}
