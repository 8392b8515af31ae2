/** Owns the options that every command has. */
import type { OptionSpec } from './command.ts'

export const repoOption: OptionSpec = {
  flags: '--repo <dir>',
  summary: 'the target repository (else HARNESS_TARGET_REPO, else the one around here)',
  completes: 'folder',
}

export const jsonOption: OptionSpec = { flags: '--json', summary: 'one JSON object on standard output' }

export const globalOptions: readonly OptionSpec[] = [
  repoOption,
  jsonOption,
  { flags: '--debug', summary: 'stack traces with errors' },
]

export const helpOption: OptionSpec = { flags: '-h, --help', summary: 'show this help' }

export const versionOption: OptionSpec = { flags: '-V, --version', summary: 'show the version' }
