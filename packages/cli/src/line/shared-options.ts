/** Arguments and options that several commands take. */
import { providerNames } from '@harness/core/kernel/provider-name'
import { deliveryPhases } from '@harness/core/playbooks/delivery/input'
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

export const verboseOption: OptionSpec = {
  flags: '-v, --verbose',
  summary: 'print what agents say, run and see while they work',
}

export const trustOption: OptionSpec = {
  flags: '--trust',
  summary: 'trust what this repository brings as it is now, without a question',
}

export const runArgument = {
  name: 'run',
  required: true,
  summary: 'run id, <plan>-<run id>, plan id (its latest run) or a beginning of one',
  completes: 'run',
} as const

/** What the operator saw; a gate that has changed since refuses the answer. */
export const seenOptions: readonly OptionSpec[] = [
  { flags: '--attempt <n>', summary: 'only if the gate is at this attempt, the last part of its id' },
  {
    flags: '--digest <digest>',
    summary: 'only if the gate approves this content; its question shows the digest',
  },
]

export const messageOption = {
  flags: '-m, --message <text>',
  summary: 'why; it is journaled with the answer',
}

export const phaseOption: OptionSpec = {
  flags: '--phase <name>',
  summary: `only this phase of the run, then pause: all, ${deliveryPhases.join(', ')}`,
  completes: ['all', ...deliveryPhases],
}

export const localOption: OptionSpec = {
  flags: '--local-only',
  summary:
    'pause before anything leaves this machine: no push, no pull request; with the forge local the run continues to its merge',
}
