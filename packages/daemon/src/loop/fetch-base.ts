/**
 * Brings the base branch here up to date with a forge, so that the daemon sees what others merged there, and the plans
 * that it completes. The operator's branch follows if that is a mere step forward. A forge that is down
 * is told, and changes nothing else.
 */
import type { Facts } from '@harness/core/playbooks/daemon/facts'
import { followBase } from '@harness/shell/effects/forge/follow-base'
import { openForge } from '@harness/shell/effects/forge/open-forge'
import { linkedAbort } from '../place/linked-abort.ts'
import type { DaemonOutside, OpenedRepository } from '../place/outside.ts'

/** A forge that does not answer must not keep the daemon from looking. */
const patienceMs = 20_000
const mostCharacters = 1_000

export async function fetchBase(
  outside: DaemonOutside,
  { config, folders, redact }: OpenedRepository,
  signal: AbortSignal,
): Promise<Pick<Facts, 'forgeProblem'>> {
  if (config.forge.kind === 'local') return {}
  const link = linkedAbort(signal)
  const enough = setTimeout(() => link.abort(), patienceMs)
  try {
    const forge = await openForge(config.forge, outside)
    await forge.refreshBase(folders.baseBranch, link.signal)
    await followBase(folders.baseBranch, { ...outside, sanitise: redact }, forge)
    return { forgeProblem: null }
  } catch (error) {
    signal.throwIfAborted()
    if (link.signal.aborted)
      return { forgeProblem: `It has not answered within ${patienceMs / 1000} seconds.` }
    const said = error instanceof Error ? error.message : String(error)
    return { forgeProblem: redact(said).slice(0, mostCharacters) }
  } finally {
    clearTimeout(enough)
    link.unlink()
  }
}
