/** Holds all runs of a subject while one of them is worked on: one process at a time. */
import { diskError } from '../../machine/disk/disk-error.ts'
import { openRunStore } from '../../store/open-run-store.ts'

/** `purpose` is what the lease says about its holder, such as the command that was given. */
export async function holdSubject<Result>(
  stateDir: string,
  subject: string,
  purpose: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await openRunStore(stateDir).hold(subject, purpose)
  try {
    return await work()
  } catch (error) {
    throw diskError(error, stateDir)
  } finally {
    await held.release()
  }
}
