/** Tells if a journal can be read. Lists of runs show a refusal and do not fail with it. */
import { UserError } from '@harness/core/kernel/user-error'
import type { RunRef, RunStore } from '../port/run-store.ts'

/** The error that reading the whole journal throws; null if it verifies. */
export async function damageIn(store: Pick<RunStore, 'read'>, run: RunRef): Promise<UserError | null> {
  try {
    await store.read(run)
    return null
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
}

/** The same for the first and the last record only: enough for a run that has ended. */
export async function damageAtEnds(store: Pick<RunStore, 'peek'>, run: RunRef): Promise<UserError | null> {
  const peeked = await store.peek(run)
  return peeked?.type === 'refused' ? peeked.error : null
}
