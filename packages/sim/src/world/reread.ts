/** Owns a document that a run reads again in the simulated world. */
import type { Reread } from '@harness/core/effects/reread'
import { digestOf } from './shelf.ts'

export const reread = <Content>(content: Content, known: string | null): Reread<Content> => {
  const digest = digestOf(content)
  return { digest, changed: digest === known ? null : { content } }
}
