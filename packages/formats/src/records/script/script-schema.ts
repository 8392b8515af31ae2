/** The script of the scripted agent as people write it. */
import { agentErrorKinds } from '@harness/core/kernel/agent'
import { containedPath } from '@harness/core/kernel/contained-path'
import * as z from 'zod'
import { durationPattern } from '../../text/duration.ts'

const failures = [...agentErrorKinds, 'crash', 'hang'] as const

const anyText = z.string().max(1_000_000)
const someText = anyText.min(1)
const count = z.int().min(1).max(1_000_000)
const tokens = z.int().min(0).max(1e12).default(0)
const path = z
  .string()
  .refine((text) => containedPath(text).ok, 'a relative path inside the lane, with forward slashes')
const aDuration = 'a duration, such as 200ms, 90s or 15m'
const duration = z.string(aDuration).regex(durationPattern, aDuration)

/** One field each; which one is checked afterwards, so that a typo in it is told as such. */
const step = z.strictObject({
  write: z.strictObject({ path, text: anyText }).optional(),
  append: z.strictObject({ path, text: anyText }).optional(),
  replace: z.strictObject({ path, find: someText, with: anyText }).optional(),
  delete: z.strictObject({ path }).optional(),
  run: someText.optional(),
  wait: duration.optional(),
})

const turn = z.strictObject({
  do: z.array(step).default([]),
  reply: anyText.optional(),
  json: z.unknown().optional(),
  usage: z
    .strictObject({
      input: tokens,
      output: tokens,
      cacheRead: tokens,
      cacheWrite: tokens,
      usd: z.number().min(0).optional(),
    })
    .prefault({}),
  fail: z.enum(failures).optional(),
  resetsIn: duration.optional(),
})

const rule = turn.extend({
  role: z.string().regex(/^[\w*./-]+$/, 'the name of a role, or * for any'),
  match: someText.optional(),
  call: count.optional(),
  times: count.optional(),
})

export const scriptSchema = z.strictObject({ rules: z.array(rule).min(1) })
export const turnSchema = turn

export type WrittenStep = z.output<typeof step>
export type WrittenTurn = z.output<typeof turn>
export type WrittenRule = z.output<typeof rule>
