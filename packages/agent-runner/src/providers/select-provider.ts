/** Turns a provider's name into the provider, and says so if it cannot be had. */
import { type ProviderName, providerNames } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import type { Provider } from '../runner/provider.ts'
import { acpCommandMissing } from './acp/acp-program.ts'
import { type AcpOptions, acpProvider } from './acp/acp-provider.ts'
import { type ClaudeOptions, claudeProvider } from './claude/claude-provider.ts'
import { type CodexOptions, codexProvider } from './codex/codex-provider.ts'
import { type ScriptedOptions, scriptedProvider } from './scripted/scripted-provider.ts'

export interface ProviderOptions {
  /** What the scripted agent needs; null if the config names no script. */
  readonly scripted: ScriptedOptions | null
  /** Absent if the caller has no use for real agents. */
  readonly claude?: ClaudeOptions
  readonly codex?: CodexOptions
  /** Null if the config names no command. */
  readonly acp?: AcpOptions | null
}

export function selectProvider(name: ProviderName, options: ProviderOptions): Provider {
  switch (name) {
    case 'scripted':
      if (options.scripted === null) throw scriptMissing()
      return scriptedProvider(options.scripted)
    case 'claude':
      if (options.claude === undefined) throw unavailable(name)
      return claudeProvider(options.claude)
    case 'codex':
      if (options.codex === undefined) throw unavailable(name)
      return codexProvider(options.codex)
    case 'acp':
      if (options.acp === undefined) throw unavailable(name)
      if (options.acp === null) throw acpCommandMissing()
      return acpProvider(options.acp)
    default:
      throw unknown(name)
  }
}

const scriptMissing = (): UserError =>
  new UserError('script-missing', 'The provider scripted needs a script, and the config names none.', {
    next: 'Set agent.script to a .yaml, .json or .ts file.',
  })

const unavailable = (name: ProviderName): UserError =>
  new UserError('provider-unavailable', `The provider ${name} cannot be used here.`, {
    next: 'Use --provider scripted with a script, or set agent.provider to scripted.',
  })

/** The types leave no such name; a value that came past the config's schema might. */
const unknown = (name: never): UserError =>
  new UserError('provider-unknown', `There is no provider ${JSON.stringify(name)}.`, {
    next: `Set agent.provider to one of: ${providerNames.join(', ')}.`,
  })
