/** Owns the slices that envelopes are made of. */
import { fenced, type Slice } from '../kernel/envelope.ts'

export const slice = (label: string, text: string, stability: Slice['stability'] = 'call'): Slice => ({
  label,
  stability,
  text,
})

/** None if there is nothing to say. */
export const sliceOf = (label: string, text: string, stability?: Slice['stability']): readonly Slice[] =>
  text === '' ? [] : [slice(label, text, stability)]

/** Text of people, agents or files, as what it is; `rule` says how far it is followed. None if there is no text. */
export const fencedSlice = (
  label: string,
  what: string,
  text: string,
  stability?: Slice['stability'],
  rule?: string,
): readonly Slice[] => (text === '' ? [] : [slice(label, fenced(what, text, rule), stability)])
