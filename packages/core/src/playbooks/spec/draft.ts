/** Owns what can be told of a draft without reading it: its headings are in the person's language. */

/** Goal, Background & Decisions, Scope, Out of Scope, Edge Cases, Acceptance Criteria, Risks. */
export const sectionsWanted = 7

export function sectionsIn(draft: string): number {
  let fence: string | null = null
  let count = 0
  for (const line of draft.split('\n')) {
    const [, mark] = /^\s{0,3}(```+|~~~+)/.exec(line) ?? []
    if (mark !== undefined) fence = fence === null ? mark : line.trim().startsWith(fence) ? null : fence
    else if (fence === null && /^##\s+\S/.test(line)) count++
  }
  return count
}
