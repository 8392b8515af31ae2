/** Owns the order in which text from outside is made fit to be written and shown: a colour may cut a secret in two. */
import type { Redactor } from './redactor.ts'
import { stripControl } from './strip-control.ts'

export const cleaning =
  (redact: Redactor): Redactor =>
  (text) =>
    redact(stripControl(text))
