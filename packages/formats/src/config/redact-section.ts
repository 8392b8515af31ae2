/** `redact`: secrets by the names of the variables that hold them. */
import * as z from 'zod'
import { insidePath } from '../text/inside-path.ts'
import { envName } from './words.ts'

export const redactSection = z
  .strictObject({
    env: z
      .array(envName)
      .default([])
      .describe('Environment variables whose values never reach a log or a journal.'),
    fixtures: z
      .array(insidePath)
      .default([])
      .describe('Files and folders in which commits may hold made-up tokens and keys.'),
  })
  .prefault({})
  .describe('What must not be written down, beside well-known shapes of keys.')
