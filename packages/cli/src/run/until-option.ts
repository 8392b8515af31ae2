/** Reads after which phase the operator wants a run to pause. */
import { UserError } from '@harness/core/kernel/user-error'
import type { Until } from '@harness/core/playbooks/delivery/input'
import { flagOption, type Given, textOption } from '../line/command.ts'
import type { RunTarget } from '../line/face.ts'

/** Commander has held it against the phases there are. */
export function untilOption(given: Given): Until | null {
  const phase = textOption(given, 'phase')
  if (!flagOption(given, 'localOnly')) return phase === null || phase === 'all' ? null : (phase as Until)
  if (phase === null || phase === 'all') return 'local'
  throw new UserError('usage', '--local-only and --phase cannot be given together.', {
    next: `Leave one of them out: --local-only pauses before anything leaves this machine, --phase after ${phase}.`,
  })
}

/** Otherwise it would be waited for a phase that never comes. */
export function guardPhase(until: string | null, { config }: Pick<RunTarget, 'config'>): void {
  if (config.forge.kind !== 'local' || (until !== 'prepare-pr' && until !== 'merge-check')) return
  throw new UserError(
    'usage',
    `There is no phase ${until} with the forge local: it exists only with a forge that has pull requests.`,
    { next: 'Use --phase merge, or set forge in harness.config.json to "github" (docs/forges.md)' },
  )
}
