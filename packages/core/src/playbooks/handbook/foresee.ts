/** Owns what a handbook's run would do from here on, if every prompt passed at its first go: steps, batches, envelopes. */

import type { Slice } from '../../kernel/envelope.ts'
import { slicesFor, type Told } from './envelopes.ts'
import { type Handbook, type HandbookPrompt, isEmptyClose } from './handbook-document.ts'
import { type ClosesKnown, isDoneBefore, nextStep, type SoFar, soFarOf } from './order.ts'
import { craftingPrompt } from './pairs.ts'
import { needsWorktree } from './reading.ts'
import { newFlight, type Part, subjectOf, type Task } from './state.ts'
import { isShape } from './verbs.ts'

export interface ForeseenDispatch {
  /** A prompt's id, `phase-1` for a close, `final`. */
  readonly subject: string
  readonly part: Part
  readonly inWorktree: boolean
  /** Without what only the run itself will bring: briefs, what critiques will say, the worktree's path. */
  readonly slices: readonly Slice[]
}

export interface ForeseenStep {
  readonly type: 'prompts' | 'tick' | 'close' | 'finish'
  readonly phase: number | null
  readonly rationale: string
  /** Those of one prompt follow each other; those of different prompts are in flight together. */
  readonly dispatches: readonly ForeseenDispatch[]
  /** What the harness itself runs. */
  readonly commands: readonly string[]
}

/** `known` is what earlier runs left. */
export function foresee(told: Told, known: ClosesKnown | null): readonly ForeseenStep[] {
  const steps: ForeseenStep[] = []
  if (told.documents === null) return steps
  let { handbook } = told.documents
  if (isDoneBefore(handbook, known)) return steps
  let soFar = soFarOf(handbook, known)
  for (;;) {
    const step = nextStep(handbook, soFar, Number.MAX_SAFE_INTEGER)
    const { type } = step
    switch (type) {
      case 'prompts':
        steps.push({
          type,
          phase: step.prompts[0]?.phase ?? null,
          rationale: step.rationale,
          dispatches: step.prompts.flatMap((prompt) => dispatchesOf(told, handbook, prompt)),
          commands: [],
        })
        soFar = {
          ...reopened(soFar, step.prompts),
          crafted: [...soFar.crafted, ...craftedWith(handbook, step.prompts)],
        }
        handbook = ticked(handbook, step.prompts)
        break
      case 'tick': {
        const { phase, id } = step.prompt
        const rationale = `${id} is satisfied by the pairs before it`
        steps.push({ type, phase, rationale, dispatches: [], commands: [] })
        soFar = reopened(soFar, [step.prompt])
        handbook = ticked(handbook, [step.prompt])
        break
      }
      case 'close': {
        const { number, close } = step.phase
        if (close !== null && isEmptyClose(close)) {
          const rationale = `Phase ${number} close has nothing to run and nothing to judge: the run halts there`
          return [...steps, { type, phase: number, rationale, dispatches: [], commands: [] }]
        }
        const asks = (close?.prompt ?? null) !== null
        steps.push({
          type,
          phase: number,
          rationale: `Phase ${number} close`,
          dispatches: asks ? [dispatchOf(told, { type: 'close', phase: step.phase }, 'close')] : [],
          commands: close?.commands ?? [],
        })
        soFar = { ...soFar, closed: [...soFar.closed, number] }
        break
      }
      case 'finish':
        steps.push({
          type,
          phase: null,
          rationale: 'a last critique of the whole product',
          dispatches: [dispatchOf(told, { type: 'final' }, 'final')],
          commands: [],
        })
        return steps
    }
  }
}

function dispatchesOf(told: Told, handbook: Handbook, prompt: HandbookPrompt): readonly ForeseenDispatch[] {
  const crafting = craftingPrompt(handbook, prompt)
  const parts: readonly Part[] = !isShape(prompt)
    ? ['work']
    : crafting === null
      ? ['work', 'self-critique']
      : ['work', 'self-critique', 'craft']
  return parts.map((part) => dispatchOf(told, { type: 'prompt', prompt, crafting }, part))
}

const dispatchOf = (told: Told, task: Task, part: Part): ForeseenDispatch => ({
  subject: subjectOf(task),
  part,
  inWorktree: needsWorktree(task, part),
  slices: slicesFor(told, newFlight(task, { type: 'ready', part }, 0), part),
})

/** Work after the close may undo what it has shown. */
const reopened = (soFar: SoFar, prompts: readonly HandbookPrompt[]): SoFar => ({
  ...soFar,
  closed: soFar.closed.filter((number) => !prompts.some(({ phase }) => phase === number)),
})

const craftedWith = (handbook: Handbook, prompts: readonly HandbookPrompt[]): readonly string[] =>
  prompts.filter((prompt) => craftingPrompt(handbook, prompt) !== null).map(({ id }) => id)

const ticked = (handbook: Handbook, prompts: readonly HandbookPrompt[]): Handbook => ({
  ...handbook,
  prompts: handbook.prompts.map((prompt) =>
    prompts.some(({ id }) => id === prompt.id) ? { ...prompt, box: 'done' } : prompt,
  ),
})
