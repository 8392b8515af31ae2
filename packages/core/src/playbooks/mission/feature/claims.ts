/** Owns when a claim holds: checks cannot be argued away, and a pass without quoted evidence says nothing. */

import { type Evidence, isGreen } from '../../../kernel/evidence.ts'
import { isQuoted, type QuotesHeld, quotationsIn } from '../../../kernel/quotation.ts'
import { failureOf } from '../../../work/report-sections.ts'
import type { Validation } from '../state/answers.ts'
import type { Verdict } from '../state/flight.ts'
import type { ContractEntry } from '../state/mission-document.ts'

/**
 * The same answer, without quotations that stand in no output its agent saw: such a quotation is no evidence. A claim whose
 * every quotation is one says what it quoted, in no marks.
 */
export function asSeen(validation: Validation, held: QuotesHeld | undefined): Validation {
  if (held === undefined || held.missing.length === 0) return validation
  const { missing, outputs } = held
  const why = outputs === 0 ? 'it ran no command and read no file' : 'it stands in no output that it saw'
  const claims = validation.claims.map((claim) => {
    const quoted = quotationsIn(claim.evidence)
    return quoted.length === 0 || isQuoted(claim.evidence, missing)
      ? claim
      : { ...claim, evidence: `${why}: ${quoted.map(unmarked).join(' / ')}` }
  })
  return { ...validation, claims }
}

const unmarked = (quote: string): string => quote.replace(/[`"“”«»]/g, '').replace(/\s+/g, ' ')

/** What was said of each claim. An answer that says both PASS and FAIL of a claim counts as FAIL. */
const saidOf = ({ claims }: Validation): ReadonlyMap<string, Validation['claims'][number]> =>
  new Map(
    [
      ...claims.filter(({ status }) => status !== 'FAIL'),
      ...claims.filter(({ status }) => status === 'FAIL'),
    ].map((one) => [one.id, one]),
  )

/** A verdict for each claim of the feature. It is TODO if the answer says nothing about the claim that could be used. */
export function verdictsOn(
  claims: readonly Pick<ContractEntry, 'id' | 'assertion'>[],
  validation: Validation,
  evidence: readonly Evidence[],
): readonly Verdict[] {
  const said = saidOf(validation)
  return claims.map(({ id: claim, assertion }): Verdict => {
    const refuted = evidence.find((item) => item.claims.includes(claim) && !isGreen(item))
    if (refuted !== undefined)
      return {
        claim,
        assertion,
        status: 'FAIL',
        evidence: `\`${refuted.run}\` failed: ${failureOf(refuted)}`,
      }
    const answer = said.get(claim)
    if (answer === undefined) return { claim, assertion, status: 'TODO', evidence: 'no verdict.' }
    return answer.status === 'PASS' && !isQuoted(answer.evidence)
      ? { claim, assertion, status: 'TODO', evidence: `PASS without quoted evidence (${answer.evidence})` }
      : { claim, assertion, status: answer.status, evidence: answer.evidence }
  })
}

/** Claims of the contract that the role was not told, and that the answer refutes with a quote. */
export function refutedBeside(
  told: readonly Pick<ContractEntry, 'id'>[],
  validation: Validation,
  contract: readonly ContractEntry[],
): readonly Verdict[] {
  const said = saidOf(validation)
  return contract
    .filter(({ id }) => told.every((one) => one.id !== id))
    .flatMap(({ id, assertion }): readonly Verdict[] => {
      const evidence = said.get(id)?.evidence ?? ''
      return said.get(id)?.status === 'FAIL' && isQuoted(evidence)
        ? [{ claim: id, assertion, status: 'FAIL', evidence }]
        : []
    })
}

/**
 * Why an answer is void, one reason each; empty if it can be used. A FAIL with quoted evidence counts whatever else the
 * answer lacks. A question excuses missing verdicts.
 */
export const gapsIn = (verdicts: readonly Verdict[], { ambiguity }: Validation): readonly string[] =>
  ambiguity !== null || verdicts.some(({ status, evidence }) => status === 'FAIL' && isQuoted(evidence))
    ? []
    : verdicts.flatMap(({ claim, status, evidence }) => (status === 'TODO' ? [`${claim}: ${evidence}`] : []))

/** A second opinion takes back what it contradicts; what it does not speak of stays. */
export const contradicted = (
  before: readonly Verdict[],
  answered: readonly Verdict[],
  by: string,
): readonly Verdict[] =>
  before.map((verdict) => {
    const other = answered.find(({ claim, status }) => claim === verdict.claim && status === 'FAIL')
    return other === undefined ? verdict : { ...other, evidence: `${by}: ${other.evidence}` }
  })
