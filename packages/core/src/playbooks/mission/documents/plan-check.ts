/** Owns what is wrong with a plan before anybody reviews it: claims and features that do not fit together. */

import { cyclesIn } from '../../../work/dependency-cycles.ts'
import type { PlannedMission } from '../state/answers.ts'

/** Each in a sentence that tells the planner what to fix; empty if the plan holds together. */
export function planProblems({ contract, features }: PlannedMission): readonly string[] {
  const entries = contract.map(({ id }) => id)
  const known = new Set(entries)
  const claimed = new Set(features.flatMap(({ claims }) => claims))
  const ids = features.map(({ id }) => id)
  return [
    ...repeated(entries).map((id) => `The contract has ${id} more than once.`),
    ...features.flatMap(({ id, claims }) =>
      claims
        .filter((claim) => !known.has(claim))
        .map((claim) => `${id} claims ${claim}, which the contract does not have.`),
    ),
    ...features
      .filter(({ id }) => id.startsWith('F-FIX-'))
      .map(({ id }) => `${id} is called like a fix, which only an issue becomes: call it F-001 and so on.`),
    ...features
      .filter(({ claims }) => claims.length === 0)
      .map(({ id }) => `${id} claims nothing, so nothing could show that it works.`),
    ...repeated(features.flatMap(({ claims }) => [...new Set(claims)])).map(
      (id) => `More than one feature claims ${id}: one that breaks it would take it from the others.`,
    ),
    ...entries.filter((id) => !claimed.has(id)).map((id) => `No feature claims ${id} of the contract.`),
    ...repeated(ids).map((id) => `The plan has ${id} more than once.`),
    ...features.flatMap(({ id, dependsOn }) =>
      [...new Set(dependsOn)].flatMap((on) => {
        if (on === id) return [`${id} depends on itself.`]
        return ids.includes(on) ? [] : [`${id} depends on ${on}, which does not exist.`]
      }),
    ),
    ...cyclesIn(new Map(features.map(({ id, dependsOn }) => [id, dependsOn]))).map(
      (cycle) => `These depend on each other in a circle: ${[...cycle, cycle[0]].join(' → ')}.`,
    ),
  ]
}

const repeated = (ids: readonly string[]): readonly string[] => [
  ...new Set(ids.filter((id, index) => ids.indexOf(id) !== index)),
]
