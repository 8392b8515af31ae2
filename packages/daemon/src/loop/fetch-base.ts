/**
 * Brings the base branch here up to date with a forge, so that the daemon sees what others merged there, and the plans
 * that it completes. The operator's branch follows if that is a mere step forward. A forge that is down changes nothing.
 */
import { followBase } from '@harness/shell/effects/forge/follow-base'
import { openForge } from '@harness/shell/effects/forge/open-forge'
import { linkedAbort } from '../place/linked-abort.ts'
import type { DaemonOutside, OpenedRepository } from '../place/outside.ts'

/** A forge that does not answer must not keep the daemon from looking. */
const patienceMs = 20_000

export async function fetchBase(
  outside: DaemonOutside,
  { config, folders, redact }: OpenedRepository,
  signal: AbortSignal,
): Promise<void> {
  if (config.forge.kind === 'local') return
  const link = linkedAbort(signal)
  const enough = setTimeout(() => link.abort(), patienceMs)
  try {
    const forge = await openForge(config.forge, outside)
    await forge.refreshBase(folders.baseBranch, link.signal)
    await followBase(folders.baseBranch, { ...outside, sanitise: redact }, forge)
  } catch {
    // Runs that need the forge tell of it, and wait.
    signal.throwIfAborted()
  } finally {
    clearTimeout(enough)
    link.unlink()
  }
}
