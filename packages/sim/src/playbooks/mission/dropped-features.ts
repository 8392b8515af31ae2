/** Owns which features people have dropped in a simulated mission, told by who edits: never by what the run believes. */

import type { CommandId } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import type { Checker } from '../../engine/checker.ts'
import { contractIn, featuresIn, type Papers } from '../../world/papers.ts'
import { editedByOthers } from './edited-by-others.ts'

export interface DroppedFeatures {
  /** Whether only dropped features claim it, or it was dropped or brought back since the run last looked. */
  isOut(claim: string): boolean
  /** A mission that is done names every claim that was dropped and never shown. */
  checker(isShown: (claim: string) => boolean): Checker<MissionState, Event>
}

interface Known {
  readonly claims: readonly string[]
  readonly isBlocked: boolean
}

export function droppedFeatures(papers: Papers): DroppedFeatures {
  const now = (): ReadonlyMap<string, Known> =>
    new Map(
      (featuresIn(papers) ?? []).map(({ id, claims, status }) => [
        id,
        { claims, isBlocked: status === 'blocked' },
      ]),
    )
  let known = now()
  const removed = new Map<string, readonly string[]>()
  /** Looks at the documents are numbered as they begin: one that began before an edit may not show it. */
  const looks = new Map<CommandId, number>()
  let begun = 0
  /** Claims of features that were dropped or brought back, with the last look that began before. */
  const unseen = new Map<string, number>()

  const edited = (is: ReadonlyMap<string, Known>): void => {
    for (const [id, was] of known)
      if (!is.has(id)) {
        removed.set(id, was.claims)
        for (const claim of was.claims) unseen.set(claim, begun)
      }
    for (const [id, { claims, isBlocked }] of is)
      if (removed.delete(id) || known.get(id)?.isBlocked !== isBlocked)
        for (const claim of claims) unseen.set(claim, begun)
  }
  const isDropped = (claim: string): boolean => {
    const there = [...now().values()].filter(({ claims }) => claims.includes(claim))
    if (there.some(({ isBlocked }) => !isBlocked)) return false
    return there.length > 0 || [...removed.values()].some((claims) => claims.includes(claim))
  }
  return {
    isOut: (claim) => isDropped(claim) || unseen.has(claim),
    checker: (isShown) => ({
      name: 'dropped features',
      changed({ kind }) {
        const is = now()
        if (kind === editedByOthers) edited(is)
        known = is
        return null
      },
      durable(event) {
        if (event.type === 'CommandIssued') {
          const { type, id } = event.command
          if (type === 'ReadDocuments' || type === 'EditDocuments') looks.set(id, ++begun)
        }
        if (event.type === 'DocumentsRead' || event.type === 'DocumentsEdited') {
          const nth = looks.get(event.commandId) ?? 0
          for (const [claim, since] of unseen) if (nth > since) unseen.delete(claim)
        }
        if (event.type !== 'RunEnded' || event.end.outcome !== 'done') return null
        const { reason } = event.end
        const silent = (contractIn(papers) ?? []).find(
          ({ id }) => isDropped(id) && !isShown(id) && !unseen.has(id) && !reason.includes(id),
        )
        return silent === undefined ? null : `the mission is done without ${silent.id}, and does not say so`
      },
    }),
  }
}
