/** Owns the handbook as a document: a Markdown file with boxes to tick, and the skeleton beside it. */

import { invariant } from '@harness/core/kernel/invariant'
import {
  type Handbook,
  handbookFile,
  skeletonFile,
  type TickEdit,
} from '@harness/core/playbooks/handbook/handbook-document'
import { parsed, refused } from '../../text/format-problem.ts'
import type { Applied, DocumentCodec, EditWorld } from '../codec/document-codec.ts'
import { combineHandbook } from './combine-handbook.ts'
import { findBox, type TickRefusal } from './find-box.ts'
import { parseHandbook, type ReadHandbook } from './parse-handbook.ts'
import { type PromptPlaces, promptPlaces, withTick } from './prompt-places.ts'
import { parseSkeleton } from './skeleton.ts'

export interface WalkedHandbook extends ReadHandbook {
  readonly places: PromptPlaces
}

export const handbookCodec: DocumentCodec<Handbook, TickEdit, WalkedHandbook> = {
  format: 'handbook',
  inPlace: {
    offsets: ({ handbook }) => boxesOf(handbook).map(({ markOffset }) => markOffset),
    apply: tick,
  },
  walk,
  parse({ handbook, problems }, [skeleton = null]) {
    const parsedSkeleton = skeleton === null ? null : parseSkeleton(skeleton, skeletonFile)
    const all = [...problems, ...(parsedSkeleton?.ok === false ? parsedSkeleton.problems : [])]
    if (all.length > 0) return refused(all)
    return parsed(
      combineHandbook(handbook, parsedSkeleton?.ok === true ? parsedSkeleton.value : null).handbook,
    )
  },
}

function walk(text: string): WalkedHandbook {
  const read = parseHandbook(text, handbookFile)
  return { ...read, places: promptPlaces(read.handbook) }
}

function tick(
  walked: WalkedHandbook | null,
  { promptId, text, to }: TickEdit,
  { redact }: EditWorld,
): Applied<WalkedHandbook> {
  if (walked === null)
    return { type: 'refused', reason: 'missing', detail: `There is no ${handbookFile}.`, problems: [] }
  const found = findBox(walked.handbook, { id: promptId, text, to, redact }, walked.places)
  if (found.type === 'refused')
    return found.reason === 'already-done'
      ? { type: 'done' }
      : { type: 'refused', ...refusals[found.reason], problems: [] }
  const { markOffset: offset, mark: was } = found
  return {
    type: 'patch',
    patch: { offset, before: '[', was, now: to === 'open' ? ' ' : 'x', after: ']' },
    walked: () => (to === 'open' ? null : ticked(walked, promptId)),
  }
}

/** Null for a close: its text holds its box, so it is walked again. */
function ticked(walked: WalkedHandbook, promptId: string): WalkedHandbook | null {
  const [place] = walked.places.get(promptId) ?? []
  invariant(place !== undefined, 'a ticked prompt was found before')
  const handbook = withTick(walked.handbook, place)
  return handbook === null ? null : { ...walked, handbook }
}

const boxesOf = ({ phases }: ReadHandbook['handbook']) =>
  phases
    .flatMap(({ prompts, close }) => [...prompts.map(({ box }) => box), close?.box ?? null])
    .flatMap((box) => (box === null ? [] : [box]))

const refusals = {
  missing: { reason: 'gone', detail: `${handbookFile} does not have this prompt any more.` },
  ambiguous: { reason: 'gone', detail: 'it does not have exactly one checkbox any more.' },
  deferred: { reason: 'gone', detail: 'a person has deferred it meanwhile.' },
  'text-changed': {
    reason: 'edited',
    detail: 'its text is another one by now, which has not been carried out.',
  },
} as const satisfies Record<Exclude<TickRefusal, 'already-done'>, unknown>
