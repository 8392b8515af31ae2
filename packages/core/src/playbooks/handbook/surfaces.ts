/** Owns which surfaces an agent is sent to craft, and whether its change has touched each of them. */

import { isWithin } from './budgets.ts'
import type { HandbookPrompt } from './handbook-document.ts'
import { craftsOn, shapeOf, shapesFor } from './pairs.ts'
import type { HandbookState, Part, Task } from './state.ts'
import { isCraft } from './verbs.ts'

type Known = Pick<HandbookState, 'records'> & { readonly documents: Pick<Documented, 'handbook'> | null }
type Documented = NonNullable<HandbookState['documents']>

/** The shapes whose surfaces are to be crafted; none if the agent is sent for something else. */
export function surfacesOf({ documents, records }: Known, task: Task, part: Part): readonly HandbookPrompt[] {
  if (task.type !== 'prompt' || documents === null) return []
  if (part === 'craft') return [task.prompt]
  return part === 'work' ? shapesFor(documents.handbook, task.prompt, craftsOn(records)) : []
}

/** The surfaces that a craft was sent for and that none of the changed files belongs to. */
export function untouchedSurfaces(
  state: Known,
  task: Task,
  part: Part,
  changedFiles: readonly string[],
): readonly Scope[] {
  return scopesOf(state, task, part).filter(
    ({ paths }) => !changedFiles.some((file) => isWithin(file, paths)),
  )
}

interface Scope {
  readonly id: string
  readonly paths: readonly string[]
}

/** A craft of its own may also work where its own scope says; the craft pass counts for each shape's paths alone. */
function scopesOf(state: Known, task: Task, part: Part): readonly Scope[] {
  if (task.type !== 'prompt' || state.documents === null) return []
  const { prompt } = task
  const shapes = surfacesOf(state, task, part)
  if (part === 'work' && isCraft(prompt)) {
    const own = shapeOf(state.documents.handbook, prompt)
    const paths = [...(own?.anchors.paths ?? []), ...prompt.anchors.paths]
    if (own !== null || shapes.length === 0) return [{ id: (own ?? prompt).id, paths }]
  }
  return shapes.map(({ id, anchors }) => ({ id, paths: anchors.paths }))
}
