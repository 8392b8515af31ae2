/** Owns the options that every command has. */
import type { OptionSpec } from './command.ts'

export const globalOptions: readonly OptionSpec[] = [
  {
    flags: '--repo <dir>',
    summary: 'the target repository (else HARNESS_TARGET_REPO, else the one around here)',
    completes: 'folder',
  },
  { flags: '--json', summary: 'one JSON object on standard output' },
  { flags: '--debug', summary: 'stack traces with errors' },
]
