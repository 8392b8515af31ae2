/** Owns what answers a gate, and which answers a gate refuses. */
import { choiceOf, type Gate, type GateChoice } from './gate.ts'
import { grant, letStand, refuse } from './gate-choices.ts'

export interface GateAnswer {
  /** The name of a choice that the gate offers. */
  readonly choice: string
  /** What the person said with it; empty if they said nothing. */
  readonly reason: string
  readonly by: string
  /** The digest of the content that the person saw; absent if the gate approves no content. */
  readonly digest?: string
}

/** An answer to the gate as the person sees it. */
export const answerTo = (
  { digest }: Pick<Gate, 'digest'>,
  answer: Omit<GateAnswer, 'digest'>,
): GateAnswer => ({ ...answer, ...(digest === null ? {} : { digest }) })

export const isGranted = ({ choice }: Pick<GateAnswer, 'choice'>): boolean => choice === grant

export const isRefused = ({ choice }: Pick<GateAnswer, 'choice'>): boolean => choice === refuse

/** Why a gate does not take an answer. */
export interface AnswerObjection {
  readonly type: 'choice-unknown' | 'words' | 'content-changed'
  readonly why: string
}

/** Null if the gate takes the answer. */
export function objectionTo(gate: Gate, answer: GateAnswer): AnswerObjection | null {
  const choice = choiceOf(gate, answer.choice)
  if (choice === undefined) return unknown(gate, answer.choice)
  const words = wordsObjection(choice, answer.reason)
  if (words !== null) return { type: 'words', why: words }
  const seen = answer.digest ?? null
  return seen === gate.digest ? null : { type: 'content-changed', why: otherContent(gate, seen) }
}

const unknown = ({ name, choices }: Gate, chosen: string): AnswerObjection => ({
  type: 'choice-unknown',
  why: `The gate ${name} does not offer ${JSON.stringify(chosen)}. Its choices: ${choices.map((one) => one.name).join(', ')}.`,
})

function wordsObjection({ name, words }: GateChoice, reason: string): string | null {
  const isSilent = reason.trim() === ''
  if (words === 'required' && isSilent) return `The choice ${name} needs words: the run records them.`
  return words === 'none' && !isSilent ? `The choice ${name} takes no words.` : null
}

/** `seen` is the digest in the answer. */
export function otherContent({ name, digest }: Pick<Gate, 'name' | 'digest'>, seen: string | null): string {
  if (digest === null) return `The gate ${name} approves no content, so it takes no digest.`
  return seen === null
    ? `The gate ${name} approves the content ${shortDigest(digest)}, and the answer names no content.`
    : `The answer is for the content ${shortDigest(seen)}. The gate ${name} asks about ${shortDigest(digest)}.`
}

/** Several contents that are approved together have a digest each, joined. */
const joint = '+'
export const jointDigest = (...digests: readonly string[]): string => digests.join(joint)

const shownCharacters = 8
export const shortDigest = (digest: string): string =>
  digest
    .split(joint)
    .map((part) => part.slice(0, shownCharacters))
    .join(joint)

/** If an operator's digest, full or short, names this content. */
export function namesDigest(digest: string, named: string): boolean {
  const [parts, given] = [digest.split(joint), named.split(joint)]
  return (
    parts.length === given.length &&
    parts.every((part, index) => {
      const typed = given[index] ?? ''
      return typed.length >= Math.min(shownCharacters, part.length) && part.startsWith(typed)
    })
  )
}

/** The choice as a log tells it, before "by <person>". */
export function pastOf(choice: string): string {
  if (choice === grant) return 'granted'
  if (choice === refuse) return 'refused'
  if (choice === letStand) return 'let stand'
  const nth = choice.startsWith(`${letStand}-`) ? choice.slice(letStand.length + 1) : null
  return nth === null ? `answered ${choice}` : `let ${nth} stand`
}
