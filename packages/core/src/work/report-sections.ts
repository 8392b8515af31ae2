/** Owns the parts that the reports of all playbooks are made of. */

import { describeConfinement, type Evidence, verdictOn } from '../kernel/evidence.ts'
import { describeExecuted } from './executed-tests.ts'

/** Nothing if there is nothing to say. */
export const section = (title: string, text: string): readonly string[] =>
  text === '' ? [] : [`## ${title}\n\n${text}`]

export const bulleted = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

export const describeEvidence = (evidence: readonly Evidence[]): string =>
  bulleted(evidence.map(describeProof))

export const describeProof = (item: Evidence): string =>
  proofText(item, `, ${describeExecuted(item)}${describeConfinement(item)}`)

/** With its time, for an agent that judges the change. */
export const describeResults = (evidence: readonly Evidence[]): string =>
  bulleted(evidence.map((item) => `${describeProof(item)}, ${(item.durationMs / 1000).toFixed(1)} s`))

/** Without the number of tests: what changes from call to call costs an agent its cache. */
export const describeBriefly = (evidence: readonly Evidence[]): string =>
  bulleted(evidence.map((item) => proofText(item, '')))

const proofText = (item: Evidence, more: string): string =>
  `${verdictOn(item)}: ${item.check} (\`${item.run}\`${more}, tree ${item.tree.slice(0, 12)})`

/** Why a check did not pass, in a few words. */
export const failureOf = (item: Evidence): string => item.problem ?? `exit code ${item.exitCode}`
