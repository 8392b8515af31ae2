/**
 * Owns the order of a handbook's work: phase after phase, each closed before the next; inside a phase one prompt after
 * the other, read-only ones in one batch; a shape before its craft.
 */
import { type Handbook, type HandbookPhase, type HandbookPrompt, isEmptyClose } from './handbook-document.ts'
import type { KnownSoFar } from './known-so-far.ts'
import { openBoxes } from './open-boxes.ts'
import { type Crafts, craftPassOf, craftsOn, isPassSatisfied, shapeOf } from './pairs.ts'
import { isDocument, isReadOnly, isShape } from './verbs.ts'

const mostInFlight = 8

/** What comes next. */
export type Step =
  | {
      readonly type: 'prompts'
      readonly prompts: readonly HandbookPrompt[]
      readonly rationale: string
      /** Why the first one is taken although what it depends on is not done; null if nothing is amiss. */
      readonly amiss: string | null
    }
  /** Satisfied by what was done before it. */
  | { readonly type: 'tick'; readonly prompt: HandbookPrompt }
  | { readonly type: 'close'; readonly phase: HandbookPhase }
  | { readonly type: 'finish' }

export interface SoFar extends Crafts {
  /** The phases whose close has passed. */
  readonly closed: readonly number[]
}

/** `room` is how many prompts may still be begun. */
export function nextStep(handbook: Handbook, { closed, ...crafts }: SoFar, room: number): Step {
  for (const number of phaseNumbers(handbook)) {
    const open = openIn(handbook, number)
    const pass = craftPassOf(handbook, number)
    const work = open.filter((prompt) => prompt.id !== pass?.id)
    if (work.length > 0) return promptsOf(handbook, number, work, room)
    if (pass?.box === 'open')
      return isPassSatisfied(handbook, pass, crafts)
        ? { type: 'tick', prompt: pass }
        : promptsOf(handbook, number, [pass], room)
    const phase = handbook.phases.find((one) => one.number === number)
    if (phase !== undefined && hasClose(phase) && !closed.includes(number)) return { type: 'close', phase }
  }
  return { type: 'finish' }
}

export const firstOpen = ({ prompts }: Handbook): HandbookPrompt | null =>
  prompts.find(({ box }) => box === 'open') ?? null

/**
 * The phases that were closed before: those that say so, and those that something later was done after. Not where a prompt
 * of theirs was completed since, nor where their close has an open box. `known` is what earlier runs left.
 */
export const closedBefore = (handbook: Handbook, known: ClosesKnown | null): readonly number[] =>
  phaseNumbers(handbook).filter((number) => {
    const box = handbook.phases.find((phase) => phase.number === number)?.close?.box
    const record = known?.closes.find(({ phase }) => phase === number)
    if (box === 'open') return false
    const isDone = known?.iteration.status === 'done'
    const isFollowed = handbook.prompts.some(({ phase, box: later }) => phase > number && later === 'done')
    if (box !== 'done' && !isFollowed && !isDone) return false
    const completed = (where: (phase: number) => boolean): readonly number[] =>
      (known?.records ?? []).flatMap(({ promptId, completedAt }) =>
        handbook.prompts.some(({ id, phase }) => id === promptId && where(phase)) ? [completedAt] : [],
      )
    const shownAt = [
      ...(record === undefined ? [] : [record.closedAt]),
      ...(isDone ? [known.iteration.lastStepAt] : []),
      ...completed((phase) => phase > number),
    ]
    return (
      shownAt.length === 0 || Math.max(...completed((phase) => phase === number), 0) <= Math.max(...shownAt)
    )
  })

/** How far earlier runs have come. */
export const soFarOf = (handbook: Handbook, known: ClosesKnown | null): SoFar => ({
  closed: closedBefore(handbook, known),
  ...craftsOn(known?.records ?? []),
})

/** Whether an earlier run came to the end of this handbook, so that another would do nothing. */
export const isDoneBefore = (handbook: Handbook, known: ClosesKnown | null): boolean =>
  known?.iteration.status === 'done' &&
  openBoxes(handbook).length === 0 &&
  nextStep(handbook, soFarOf(handbook, known), Number.MAX_SAFE_INTEGER).type === 'finish'

export type ClosesKnown = Pick<KnownSoFar, 'closes' | 'records' | 'iteration'>

/** If there is nothing to ask, only the tick of a person counts. */
const hasClose = ({ close }: HandbookPhase): boolean =>
  close !== null && close.box !== 'deferred' && !(isEmptyClose(close) && close.box === 'done')

const phaseNumbers = ({ prompts, phases }: Handbook): readonly number[] =>
  [...new Set([...phases.map(({ number }) => number), ...prompts.map(({ phase }) => phase)])].sort(
    (a, b) => a - b,
  )

const openIn = ({ prompts }: Handbook, number: number): readonly HandbookPrompt[] =>
  prompts.filter(({ phase, box }) => phase === number && box === 'open')

function promptsOf(handbook: Handbook, phase: number, open: readonly HandbookPrompt[], room: number): Step {
  const able = open.filter((prompt) => prerequisites(handbook, prompt).every((id) => isSettled(handbook, id)))
  const [first = open[0]] = able
  if (first === undefined) return { type: 'finish' }
  const amiss =
    able.length > 0 ? null : `${first.id} depends on what cannot come before it; it is taken as it stands.`
  const batch = isReadOnly(first) ? parallelFrom(open, able, Math.min(room, mostInFlight)) : []
  const prompts = batch.length > 1 ? batch : [first]
  return { type: 'prompts', prompts, rationale: rationaleOf(handbook, first, phase, prompts.length), amiss }
}

/**
 * The read-only ones up to the first prompt that writes: document order is kept around it. Those that document the
 * design write one and the same file, so that there is at most one of them in a batch.
 */
function parallelFrom(
  open: readonly HandbookPrompt[],
  able: readonly HandbookPrompt[],
  most: number,
): readonly HandbookPrompt[] {
  const writer = open.findIndex((prompt) => !isReadOnly(prompt))
  const before = (writer === -1 ? open : open.slice(0, writer)).filter((prompt) => able.includes(prompt))
  const documenting = before.find(isDocument)
  return before.filter((prompt) => prompt === documenting || !isDocument(prompt)).slice(0, most)
}

function rationaleOf(handbook: Handbook, first: HandbookPrompt, phase: number, count: number): string {
  if (count > 1) return `${count} read-only prompts of Phase ${phase} in one batch`
  const shape = shapeOf(handbook, first)
  if (shape !== null) return `craft of the pair that ${shape.id} began`
  return isShape(first) && phase === 2
    ? `shape→craft pair next surface ${first.id}`
    : `first unticked checkbox in Phase ${phase}`
}

/** A prompt that is done, deferred or gone blocks no other. */
const isSettled = ({ prompts }: Handbook, id: string): boolean =>
  prompts.find((prompt) => prompt.id === id)?.box !== 'open'

/** Only what is in the same phase can still come before it. */
function prerequisites(handbook: Handbook, prompt: HandbookPrompt): readonly string[] {
  const shape = shapeOf(handbook, prompt)
  return shape === null ? prompt.dependsOn : [...prompt.dependsOn, shape.id]
}
