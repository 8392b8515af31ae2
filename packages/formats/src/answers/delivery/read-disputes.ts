/**
 * Reads which findings a fixer disputes, anywhere in its message:
 *
 *     DISPUTE: Total is wrong for an empty receipt
 *     Why: `total([])` gives 0, and the test `sums nothing` shows it
 *
 * Code and quotations say nothing. A dispute without a reason does not count.
 */
import type { Dispute } from '@harness/core/kernel/dispute'
import { type OutlineLine, outline, readableLength } from '../review/outline.ts'

interface Draft {
  readonly title: string
  readonly why: string[]
}

const emphasis = /\*\*|__/g
const longestTitle = 500
const longestWhy = 2000
/** More than a review can raise is no list of disputes. */
const mostDisputes = 100

export function readDisputes(text: string): readonly Dispute[] {
  const drafts: Draft[] = []
  let open: Draft | null = null
  let isAfterBlank = false
  for (const line of outline(text)) {
    if (line.kind === 'blank') {
      isAfterBlank = true
      continue
    }
    const title = line.kind === 'quiet' ? null : titleIn(line.text)
    if (title !== null) {
      open = { title, why: [] }
      drafts.push(open)
    } else if (open !== null && !takesIn(open, line, isAfterBlank)) open = null
    isAfterBlank = false
  }
  return drafts.flatMap(disputeOf).slice(0, mostDisputes)
}

/** Spelled in capitals, a dash or a severity may follow; in other letters only a colon, for `disputes of users` is prose. */
const shouted = /^DISPUTE[DS]?\s*(?:[:–—-]|(?=\[))\s*(.*)$/
const spoken = /^disput(?:e|es|ed|ing)(?: (?:the |this )?finding)?\s*:\s*(.*)$/i

function titleIn(line: string): string | null {
  const plain = line.replace(emphasis, '').trim()
  const match = shouted.exec(plain) ?? spoken.exec(plain)
  const title = (match?.[1] ?? '')
    .replace(/^\[?(?:critical|high|medium|low)\]?\s*[:–—-]?\s+/i, '')
    .replace(/^["“`](.*)["”`]$/, '$1')
    .trim()
  return title === '' ? null : title.slice(0, longestTitle)
}

const label = /^why\s*[:–—-]\s*(.*)$/i

/** Whether the line still gives the reason. After a blank line, only a named reason, a list or code goes on. */
function takesIn(draft: Draft, line: OutlineLine, isAfterBlank: boolean): boolean {
  const named = line.kind === 'quiet' ? null : label.exec(line.text.replace(emphasis, '').trim())
  if (named !== null) {
    draft.why.push(named[1] ?? '')
    return true
  }
  const isOpen = !isAfterBlank || draft.why.length === 0 || line.kind === 'quiet' || line.kind === 'item'
  if (line.kind === 'heading' || !isOpen) return false
  draft.why.push(line.raw.slice(0, readableLength))
  return true
}

function disputeOf({ title, why }: Draft): readonly Dispute[] {
  const reasons = why.join('\n').trim()
  if (reasons === '') return []
  const isCut = reasons.length > longestWhy
  return [{ title, why: isCut ? `${reasons.slice(0, longestWhy - 1)}…` : reasons }]
}
