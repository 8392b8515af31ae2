/** Owns what a handbook's run carries out next, and what it predicts to come next. */
import { emptyCloseReached } from './endings.ts'
import { halted } from './halts.ts'
import { type Handbook, type HandbookPrompt, isEmptyClose } from './handbook-document.ts'
import type { Prediction } from './known-so-far.ts'
import { nextStep, type Step } from './order.ts'
import { craftingPrompt, craftsOn, shapesFor } from './pairs.ts'
import { begunAfter, type HandbookState, newFlight, noted } from './state.ts'

export const handbookOf = ({ documents }: HandbookState): Handbook =>
  documents?.handbook ?? { prompts: [], phases: [], determinismNotes: '', hasSkeleton: false, warnings: [] }

export function choose(before: HandbookState, at: number): HandbookState {
  // What the last critique said is about what there was to see by then.
  const state = { ...before, final: null }
  const step = chosen(state)
  switch (step.type) {
    case 'prompts': {
      const predicted = predictionOf(step)
      const missed =
        state.predicted !== null && predicted !== null && state.predicted.promptId !== predicted.promptId
          ? [`Predicted ${state.predicted.promptId}, dispatching ${predicted.promptId}.`]
          : []
      const flights = step.prompts.map((prompt) =>
        begunAfter(
          state,
          newFlight(
            { type: 'prompt', prompt, crafting: craftingPrompt(handbookOf(state), prompt) },
            { type: 'open', part: 'work' },
            at,
          ),
        ),
      )
      const amiss = step.amiss === null ? [] : [step.amiss]
      return noted({ ...state, flights, predicted }, ...missed, ...amiss, ...unbriefed(state, step.prompts))
    }
    case 'tick':
      return {
        ...state,
        flights: [newFlight({ type: 'prompt', prompt: step.prompt, crafting: null }, { type: 'tick' }, at)],
      }
    case 'close':
      if (step.phase.close !== null && isEmptyClose(step.phase.close))
        return halted(state, emptyCloseReached(step.phase), at)
      return {
        ...state,
        flights: [newFlight({ type: 'close', phase: step.phase }, { type: 'open', part: 'close' }, at)],
      }
    case 'finish':
      return { ...state, flights: [newFlight({ type: 'final' }, { type: 'open', part: 'final' }, at)] }
  }
}

/** Whose shape a person has ticked: only its craft's own text says what is to be made. */
const unbriefed = (state: HandbookState, prompts: readonly HandbookPrompt[]): readonly string[] =>
  prompts.flatMap((prompt) =>
    shapesFor(handbookOf(state), prompt, craftsOn(state.records))
      .filter(({ id }) => state.briefs[id] === undefined)
      .map(({ id }) => `${prompt.id} is sent without a brief of ${id}: there is none.`),
  )

export const chosen = (state: HandbookState): Step => {
  const { iteration, maxIterations } = state.iteration
  const soFar = { closed: state.closed, ...craftsOn(state.records) }
  return nextStep(handbookOf(state), soFar, maxIterations - iteration)
}

/** What would come next as the documents are known now; a person may still change that. */
export const withPrediction = (state: HandbookState): HandbookState => ({
  ...state,
  predicted: predictionOf(chosen(state)),
})

function predictionOf(step: Step): Prediction | null {
  const [prompt] = step.type === 'prompts' ? step.prompts : step.type === 'tick' ? [step.prompt] : []
  if (prompt === undefined) return null
  const rationale = step.type === 'prompts' ? step.rationale : 'the craft pass is satisfied by its pairs'
  return { promptId: prompt.id, verb: prompt.verb, rationale }
}
