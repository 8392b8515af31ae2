/**
 * Owns which craft belongs to which shape: one of its own, or the craft pass, the last prompt of Phase 2 that stands for
 * the crafting of all the surfaces that were shaped before it.
 */
import type { Handbook, HandbookPrompt } from '../../handbook-document.ts'
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

/** The shapes that this craft is sent for: its own, or for the craft pass those that nobody has crafted yet. */
export function shapesFor(
  handbook: Handbook,
  craft: HandbookPrompt,
  crafted: readonly string[],
): readonly HandbookPrompt[] {
  const own = shapeOf(handbook, craft)
  if (own !== null) return [own]
  return craftPassOf(handbook, craft.phase)?.id === craft.id ? uncrafted(handbook, craft, crafted) : []
}

/**
 * Whether the craft pass needs no agent of its own. One that is not called so may have become it because a person took
 * the other crafts away: it is believed only where every shape is known to be crafted.
 */
export const isPassSatisfied = (
  handbook: Handbook,
  pass: HandbookPrompt,
  crafted: readonly string[],
): boolean => isNamedPass(pass) || uncrafted(handbook, pass, crafted).length === 0

const uncrafted = (
  handbook: Handbook,
  { phase }: HandbookPrompt,
  crafted: readonly string[],
): readonly HandbookPrompt[] =>
  handbook.prompts.filter(
    (prompt) =>
      prompt.phase === phase &&
      prompt.box !== 'deferred' &&
      isShape(prompt) &&
      craftOf(handbook, prompt) === null &&
      !crafted.includes(prompt.id),
  )

/** Those that were crafted with their shape, which only a craft has a worktree for, or left nothing to be crafted. */
export const craftedOn = (records: readonly PromptRecord[]): readonly string[] =>
  records.flatMap(({ promptId, worktree, emptyResult }) =>
    worktree !== null || emptyResult ? [promptId] : [],
  )
