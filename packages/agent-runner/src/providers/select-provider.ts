/** Turns a provider's name into the provider, and says so where this version does not have it. */
import { type ProviderName, providerNames } from '@harness/core/provider-name'
import { UserError } from '@harness/core/user-error'
import type { Provider } from '../provider.ts'
import { type ScriptedOptions, scriptedProvider } from './scripted/scripted-provider.ts'

export interface ProviderOptions {
  /** What the scripted agent needs; null where the config names no script. */
  readonly scripted: ScriptedOptions | null
}

export function selectProvider(name: ProviderName, options: ProviderOptions): Provider {
  switch (name) {
    case 'scripted':
      if (options.scripted === null) throw scriptMissing()
      return scriptedProvider(options.scripted)
    case 'claude':
    case 'codex':
      throw unavailable(name)
    default:
      throw unknown(name)
  }
}

const scriptMissing = (): UserError =>
  new UserError('script-missing', 'The provider scripted needs a script, and the config names none.', {
    next: 'Set agent.script to a .yaml, .json or .ts file.',
  })

const unavailable = (name: ProviderName): UserError =>
  new UserError('provider-unavailable', `This version does not have the provider ${name} yet.`, {
    next: 'Use --provider scripted with a script, or set agent.provider to scripted.',
  })

/** The types leave no such name; a value that came past the config's schema might. */
const unknown = (name: never): UserError =>
  new UserError('provider-unknown', `There is no provider ${JSON.stringify(name)}.`, {
    next: `Set agent.provider to one of: ${providerNames.join(', ')}.`,
  })
