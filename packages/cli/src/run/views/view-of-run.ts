/** Finds the view for a run, by the playbook that its journal names. Loads only the one that is needed. */
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { peekJournal } from '@harness/shell/store/journal/peek-journal'
import type { KnownRun } from '@harness/shell/store/runs/runs'
import { runName } from '../find-run.ts'
import type { AnyView } from './run-view.ts'

export async function viewOfRun(run: KnownRun): Promise<AnyView> {
  const view = await viewNamed(run.summary?.playbook ?? (await journaledName(run)))
  if (view !== null) return view
  throw new UserError('run-of-other-version', `The run ${runName(run)} is none that this version can read.`, {
    next: 'Look at it with the version that began it.',
    exitCode: exitCode.stateDamaged,
  })
}

async function viewNamed(playbook: string): Promise<AnyView | null> {
  switch (playbook) {
    case 'delivery':
      return (await import('../../playbooks/delivery/delivery-view.ts')).deliveryView
    case 'handbook':
      return (await import('../../playbooks/handbook/handbook-view.ts')).handbookView
    case 'handbook-generation':
      return (await import('../../playbooks/handbook/generation-view.ts')).generationView
    case 'mission':
      return (await import('../../playbooks/mission/mission-view.ts')).missionView
    default:
      return null
  }
}

/** A run without a summary, and without a record that can be read, is looked at as a delivery: that one says what is wrong. */
async function journaledName({ dir }: KnownRun): Promise<string> {
  const journal = await peekJournal(dir)
  return journal?.type === 'readable' && isRunEvent(journal.first, 'RunStarted')
    ? journal.first.playbook
    : 'delivery'
}
