/**
 * Where in a read handbook the prompts of each id stand, so that one among thousands is found, and ticked, without
 * looking at the others.
 */
import { closeId } from '@harness/core/playbooks/handbook/handbook-document'
import type { WrittenHandbook, WrittenPrompt } from './written-handbook.ts'

export interface PromptPlace {
  /** Among the handbook's phases. */
  readonly phase: number
  /** Among the phase's prompts; null for its close. */
  readonly prompt: number | null
}

/** A tick changes none of it. */
export type PromptPlaces = ReadonlyMap<string, readonly PromptPlace[]>

export function promptPlaces({ phases }: WrittenHandbook): PromptPlaces {
  const places = new Map<string, PromptPlace[]>()
  const add = (id: string, place: PromptPlace): void => {
    const earlier = places.get(id)
    if (earlier === undefined) places.set(id, [place])
    else earlier.push(place)
  }
  for (const [phase, { number, prompts, close }] of phases.entries()) {
    for (const [prompt, { id }] of prompts.entries()) add(id, { phase, prompt })
    if (close !== null) add(closeId(number), { phase, prompt: null })
  }
  return places
}

/**
 * What reading the handbook gives once the box at this place is ticked, and nothing else has changed. Null for a close,
 * whose text holds its own box: it is to be read again.
 */
export function withTick(handbook: WrittenHandbook, place: PromptPlace): WrittenHandbook | null {
  const phase = handbook.phases[place.phase]
  const prompt = place.prompt === null ? undefined : phase?.prompts[place.prompt]
  if (phase === undefined || place.prompt === null || prompt?.box == null) return null
  const ticked: WrittenPrompt = { ...prompt, box: { ...prompt.box, state: 'done', mark: 'x' } }
  const prompts = phase.prompts.with(place.prompt, ticked)
  return { ...handbook, phases: handbook.phases.with(place.phase, { ...phase, prompts }) }
}
