/** `forge`: where the base branch lives and how work gets there: merged by the harness itself, or by pull requests. */
import * as z from 'zod'
import type { ForgeConfig } from './harness-config.ts'
import { envName, minutes, toMs } from './words.ts'

const kind = z.enum(['local', 'github'])

const settings = z.strictObject({
  kind,
  repository: z
    .string()
    .max(200)
    .regex(/^[\w.-]+\/[\w.-]+$/, 'the name of a repository, such as "owner/name"')
    .optional()
    .describe('owner/name; by default taken from the remote.'),
  remote: z
    .string()
    .max(100)
    .regex(/^\w[\w.-]*$/, 'the name of a remote, such as "origin"')
    .default('origin')
    .describe('The remote that is this repository on the forge.'),
  apiUrl: z
    .string()
    .max(500)
    .regex(
      /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))[^\s@?#]*$/,
      'an https address, such as "https://github.example.org/api/v3"',
    )
    .optional()
    .describe('Of GitHub’s REST API, for GitHub Enterprise; by default taken from the remote.'),
  tokenEnv: envName
    .optional()
    .describe('The environment variable that holds the token: GITHUB_TOKEN, else GH_TOKEN, unless said.'),
  merge: z
    .enum(['direct', 'auto'])
    .default('direct')
    .describe(
      'direct: the harness merges the pull request; auto: GitHub does, by its auto-merge, or automation that goes by the label.',
    ),
  label: z
    .string()
    .max(50)
    .regex(/\S/, 'a text that is not blank')
    .default('agent/automerge')
    .describe('What a pull request is labelled with once it may be merged.'),
  patienceMinutes: minutes
    .default(60)
    .describe('How long the forge’s own checks, and its merge, are waited for before a person is asked.'),
  ciGraceSec: z
    .number()
    .min(0)
    .max(3600)
    .default(60)
    .describe('When no check of the forge has begun by then, it is taken to have none.'),
})

export const forgeSection = z
  .union([kind, settings])
  .default('local')
  .describe('local: the harness itself merges, after the checks. github: by pull requests.')

export function resolveForge(section: z.output<typeof forgeSection>): ForgeConfig {
  const given = typeof section === 'string' ? settings.parse({ kind: section }) : section
  if (given.kind === 'local') return { kind: 'local' }
  return {
    kind: 'github',
    repository: given.repository ?? null,
    remote: given.remote,
    apiUrl: given.apiUrl ?? null,
    tokenEnv: given.tokenEnv ?? null,
    merge: given.merge,
    label: given.label,
    patienceMs: toMs(given.patienceMinutes),
    ciGraceMs: Math.round(1000 * given.ciGraceSec),
  }
}
