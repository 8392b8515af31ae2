/**
 * Owns which craft belongs to which shape: one of its own, or the craft pass, the last prompt of Phase 2 that stands for
 * the crafting of all the surfaces that were shaped before it.
 */
import type { Handbook, HandbookPrompt } from './handbook-document.ts'
import type { PromptRecord } from './known-so-far.ts'
import { isCraft, isShape } from './verbs.ts'

/** The shape whose brief a craft follows: the one it is paired with, or the prompt right before it. */
export function shapeOf(handbook: Handbook, craft: HandbookPrompt): HandbookPrompt | null {
  if (!isCraft(craft)) return null
  const paired = handbook.prompts.find(
    (prompt) => isShape(prompt) && (prompt.pairedWith === craft.id || craft.pairedWith === prompt.id),
  )
  if (paired !== undefined) return paired
  if (craftPassOf(handbook, craft.phase)?.id === craft.id) return null
  const before = handbook.prompts[handbook.prompts.findIndex(({ id }) => id === craft.id) - 1]
  return before !== undefined && before.phase === craft.phase && isShape(before) && before.pairedWith === null
    ? before
    : null
}

const craftOf = (handbook: Handbook, shape: HandbookPrompt): HandbookPrompt | null =>
  handbook.prompts.find((prompt) => shapeOf(handbook, prompt)?.id === shape.id) ?? null

/** The prompt by which a shape without a craft of its own is crafted: the phase's craft pass, unless that is put off. */
export function craftingPrompt(handbook: Handbook, shape: HandbookPrompt): HandbookPrompt | null {
  if (!isShape(shape) || craftOf(handbook, shape) !== null) return null
  const pass = craftPassOf(handbook, shape.phase)
  return pass?.box === 'deferred' ? null : pass
}

export function craftPassOf({ prompts }: Handbook, number: number): HandbookPrompt | null {
  if (number !== 2) return null
  const phase = prompts.filter((prompt) => prompt.phase === number)
  const last = phase.at(-1)
  if (last === undefined || !isCraft(last) || last.pairedWith !== null) return null
  const shapes = phase.filter(isShape)
  if (shapes.length === 0 || shapes.some(({ pairedWith }) => pairedWith === last.id)) return null
  return isNamedPass(last) || (shapes.length > 1 && phase.filter(isCraft).length === 1) ? last : null
}

const isNamedPass = ({ title, text }: HandbookPrompt): boolean => /craft pass/i.test(`${title} ${text}`)

/** Which shapes are known to be crafted, and which to have come to a brief alone. */
export interface Crafts {
  readonly crafted: readonly string[]
  readonly briefed: readonly string[]
}

/** The shapes that this craft is sent for: its own, or for the craft pass those that are not crafted yet. */
export function shapesFor(
  handbook: Handbook,
  craft: HandbookPrompt,
  crafts: Crafts,
): readonly HandbookPrompt[] {
  const own = shapeOf(handbook, craft)
  if (own !== null) return [own]
  return craftPassOf(handbook, craft.phase)?.id === craft.id ? uncrafted(handbook, craft, crafts) : []
}

/** Whether the craft pass needs no agent of its own. */
export const isPassSatisfied = (handbook: Handbook, pass: HandbookPrompt, crafts: Crafts): boolean =>
  uncrafted(handbook, pass, crafts).length === 0

/**
 * Of shapes without a record, which people have ticked, the name of the pass tells that they were crafted. One that is
 * not called so may have become it because a person took the other crafts away: only records tell then.
 */
const uncrafted = (
  handbook: Handbook,
  pass: HandbookPrompt,
  { crafted, briefed }: Crafts,
): readonly HandbookPrompt[] =>
  handbook.prompts.filter(
    (prompt) =>
      prompt.phase === pass.phase &&
      prompt.box !== 'deferred' &&
      isShape(prompt) &&
      craftOf(handbook, prompt) === null &&
      !crafted.includes(prompt.id) &&
      (!isNamedPass(pass) || briefed.includes(prompt.id)),
  )

/** Crafted is what only a craft has a worktree for, and what left nothing to be crafted. */
export const craftsOn = (records: readonly PromptRecord[]): Crafts => {
  const isCrafted = ({ worktree, emptyResult }: PromptRecord): boolean => worktree !== null || emptyResult
  return {
    crafted: records.filter(isCrafted).map(({ promptId }) => promptId),
    briefed: records.filter((record) => !isCrafted(record)).map(({ promptId }) => promptId),
  }
}
