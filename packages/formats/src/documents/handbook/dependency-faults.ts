/** Finds what prompts are said to depend on and can never come before them. */
import type { Handbook, HandbookPrompt } from '@harness/core/playbooks/handbook/handbook-document'

/** By the id of the prompt; those without a fault are left out. */
export function dependencyFaults({ prompts }: Handbook): ReadonlyMap<string, readonly string[]> {
  const known = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  const faults = new Map<string, readonly string[]>()
  for (const prompt of prompts) {
    if (prompt.dependsOn.length === 0) continue
    const found = prompt.dependsOn.flatMap((id) => faultOf(prompt, id, known) ?? [])
    const circle = found.length > 0 ? null : circleFrom(prompt, known)
    const all = circle === null ? found : [`it depends on itself: ${circle.join(' → ')}.`]
    if (all.length > 0) faults.set(prompt.id, all)
  }
  return faults
}

function faultOf(
  prompt: HandbookPrompt,
  id: string,
  known: ReadonlyMap<string, HandbookPrompt>,
): string | null {
  const other = known.get(id)
  if (other === undefined) return `it depends on ${id}, which the handbook does not have.`
  if (id === prompt.id) return 'it depends on itself.'
  return other.phase > prompt.phase
    ? `it depends on ${id}, which comes in the later Phase ${other.phase}.`
    : null
}

/** The way from a prompt back to itself; null if there is none. */
function circleFrom(
  start: HandbookPrompt,
  known: ReadonlyMap<string, HandbookPrompt>,
): readonly string[] | null {
  const cameFrom = new Map<string, string>()
  const waiting = [start]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const id of next.dependsOn) {
      if (id === start.id) return wayTo(next.id, start.id, cameFrom)
      const other = known.get(id)
      // Only what is in the same phase can wait for it in turn.
      if (other === undefined || other.phase !== start.phase || cameFrom.has(id)) continue
      cameFrom.set(id, next.id)
      waiting.push(other)
    }
  }
  return null
}

function wayTo(last: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [start]
  for (let at = last; at !== start; at = cameFrom.get(at) ?? start) way.unshift(at)
  return [start, ...way]
}
