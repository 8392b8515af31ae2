/** Arguments and options that several commands take. */
import { providerNames } from '@harness/core/kernel/provider-name'
import type { OptionSpec } from './command.ts'

export const providerOption: OptionSpec = {
  flags: '--provider <name>',
  summary: `agents of this provider: ${providerNames.join(', ')}`,
  completes: providerNames,
}

export const headlessOption: OptionSpec = {
  flags: '-y, --yes',
  summary: 'ask nothing: gates stay open for harness grant',
}

export const runArgument = {
  name: 'run',
  required: true,
  summary: 'run id, <plan>-<run id>, plan id (its latest run) or a beginning of one',
  completes: 'run',
} as const

export const messageOption = {
  flags: '-m, --message <text>',
  summary: 'why; it is journaled with the answer',
}
