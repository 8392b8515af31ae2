/** Owns when a claim holds: checks cannot be argued away, and a pass without quoted evidence says nothing. */

import { type Evidence, isGreen } from '../../kernel/evidence.ts'
import { isQuoted, type QuotesHeld, quotationsIn } from '../../kernel/quotation.ts'
import { failureOf } from '../../work/report-sections.ts'
import type { Validation } from './answers.ts'
import type { Verdict } from './flight.ts'
import type { ContractEntry } from './mission-document.ts'

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

/** Claims that the role was not asked about, held before, and that the answer refutes with a quote. */
export function brokenBeside(
  asked: readonly Verdict[],
  validation: Validation,
  shown: readonly Pick<ContractEntry, 'id' | 'assertion'>[],
): readonly Verdict[] {
  return refutedBeside(asked, validation, shown).filter(isSettled)
}

function refutedBeside(
  asked: readonly Verdict[],
  validation: Validation,
  shown: readonly Pick<ContractEntry, 'id' | 'assertion'>[],
): readonly Verdict[] {
  const said = saidOf(validation)
  return shown
    .filter(({ id }) => asked.every(({ claim }) => claim !== id))
    .flatMap(({ id, assertion }): readonly Verdict[] => {
      const answer = said.get(id)
      return answer?.status === 'FAIL'
        ? [{ claim: id, assertion, status: 'FAIL', evidence: answer.evidence }]
        : []
    })
}

const isSettled = ({ status, evidence }: Verdict): boolean => status === 'FAIL' && isQuoted(evidence)

/** What an answer is held against. */
export interface Asked {
  /** Every id of the contract. */
  readonly contract: readonly string[]
  /** Claims of other features that hold on the base. */
  readonly shown: readonly Pick<ContractEntry, 'id' | 'assertion'>[]
}

/**
 * Why an answer is void, one reason each; empty if it can be used. A FAIL with quoted evidence counts whatever else the
 * answer lacks. A question excuses missing verdicts, but no verdict on an unknown claim.
 */
export function gapsIn(
  verdicts: readonly Verdict[],
  validation: Validation,
  { contract, shown }: Asked,
): readonly string[] {
  const beside = refutedBeside(verdicts, validation, shown)
  if ([...verdicts, ...beside].some(isSettled)) return []
  const known = new Set([...contract, ...verdicts.map(({ claim }) => claim)])
  const unknown = [...saidOf(validation).keys()].filter((id) => !known.has(id))
  const missing = validation.ambiguity === null ? verdicts.filter(({ status }) => status === 'TODO') : []
  // An unquoted FAIL of a claim at hand is enough for its worker, if the rest of the answer can be used.
  const unquoted = [
    ...(missing.length === 0 ? [] : verdicts.filter(({ status }) => status === 'FAIL')),
    ...beside,
  ]
  return [
    ...missing.map(({ claim, evidence }) => `${claim}: ${evidence}`),
    ...unquoted.map(({ claim }) => `${claim}: FAIL without quoted evidence.`),
    ...unknown.map((id) => `${id}: not a claim of the contract.`),
  ]
}

/** A second opinion takes back what it contradicts; what it does not speak of stays. */
export function contradicted(
  before: readonly Verdict[],
  validation: Validation,
  by: string,
): readonly Verdict[] {
  const said = saidOf(validation)
  return before.map((verdict) => {
    const answer = said.get(verdict.claim)
    return answer?.status === 'FAIL'
      ? { ...verdict, status: 'FAIL' as const, evidence: `${by}: ${answer.evidence}` }
      : verdict
  })
}
