/** `notify`: who is told that a run needs a person, or has finished. */
import { type NoticeKind, noticeKinds } from '@harness/core/work/notices'
import * as z from 'zod'
import { envName, line } from './words.ts'

const webhookUrl = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^\s@]+$/, 'an http or https URL without a user name')

export const notifySection = z
  .strictObject({
    about: z
      .array(z.enum(noticeKinds))
      .default([...noticeKinds])
      .describe('What is told: that a run needs you, that it has finished.'),
    bell: z.boolean().default(true).describe('Terminal: the bell, and a notice by OSC 9.'),
    run: line
      .optional()
      .describe('Your own command. It gets the kind and the text as arguments. Agents cannot change it.'),
    webhook: z
      .strictObject({
        url: webhookUrl.describe('Gets each notice as a POST request with JSON.'),
        secretEnv: envName
          .default('HARNESS_WEBHOOK_SECRET')
          .describe('The variable with the secret that signs each request (HMAC-SHA256).'),
      })
      .optional(),
  })
  .prefault({})
  .describe('Who is told that a run needs a person, or has finished.')

export interface NotifyConfig {
  readonly about: readonly NoticeKind[]
  readonly bell: boolean
  /** Null if there is none. */
  readonly run: string | null
  readonly webhook: { readonly url: string; readonly secretEnv: string } | null
}

export const resolveNotify = (section: z.output<typeof notifySection>): NotifyConfig => ({
  about: section.about,
  bell: section.bell,
  run: section.run ?? null,
  webhook: section.webhook ?? null,
})
