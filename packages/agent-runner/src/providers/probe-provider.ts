/** Finds out about a provider on this machine, for `harness doctor` and for refusing to start what cannot work. */
import type { ProviderName } from '@harness/core/kernel/provider-name'
import type { ProviderProbe } from '../runner/provider-probe.ts'
import { claudeProbe } from './claude/claude-probe.ts'
import { codexProbe } from './codex/codex-probe.ts'

/** Null for a provider that needs nothing of the machine. */
export function probeProvider(name: ProviderName, folders: readonly string[]): ProviderProbe | null {
  switch (name) {
    case 'claude':
      return claudeProbe(folders)
    case 'codex':
      return codexProbe(folders)
    case 'scripted':
      return null
  }
}
