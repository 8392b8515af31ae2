/** Owns which features people said have passed in a simulated mission, told by who edits. */
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker } from '../../engine/checker.ts'
import { featuresIn, type Papers } from '../../world/papers.ts'
import { editedByOthers } from './edited-by-others.ts'

export interface PeoplesWord {
  /** Whether a feature claims it that has passed by a person's word. */
  isSaid(claim: string): boolean
  /** Whether the feature has passed by a person's word, now or before. */
  hasPassed(feature: string): boolean
  /** A mission that is done lists every feature that no validator has shown. */
  checker(isShown: (claim: string) => boolean): Checker<MissionState, Event>
}

/** In an unconfined run nothing counts by a word: an agent may have written it. */
export function peoplesWord(papers: Papers, confined: boolean): PeoplesWord {
  const said = new Set<string>()
  /** What counted at any time: the run may not have heard yet that it does not any more. */
  const counted = new Set<string>()
  const passed = (): ReadonlySet<string> =>
    new Set((featuresIn(papers) ?? []).flatMap(({ id, status }) => (status === 'passed' ? [id] : [])))
  let known = passed()
  const claimsOf = (id: string): readonly string[] =>
    featuresIn(papers)?.find((one) => one.id === id)?.claims ?? []

  const compare = (isByOthers: boolean): void => {
    const now = passed()
    for (const id of said) if (!now.has(id)) said.delete(id)
    if (isByOthers && confined)
      for (const id of now)
        if (!known.has(id)) {
          said.add(id)
          counted.add(id)
        }
    known = now
  }
  return {
    isSaid: (claim) => [...said].some((id) => claimsOf(id).includes(claim)),
    hasPassed: (feature) => counted.has(feature),
    checker: (isShown) => ({
      name: 'people’s word',
      changed({ kind }) {
        compare(kind === editedByOthers)
        return null
      },
      durable(event) {
        if (event.type !== 'RunEnded' || event.end.outcome !== 'done') return null
        const listed = event.end.reason.split(' By hand: ')[1] ?? ''
        const silent = [...said].find(
          (id) => !listed.includes(id) && claimsOf(id).some((claim) => !isShown(claim)),
        )
        return silent === undefined ? null : `${silent} has passed by hand, and the end does not list it`
      },
    }),
  }
}
