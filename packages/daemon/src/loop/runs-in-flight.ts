/** Knows the runs that this process drives now, so that one of them can be released. */
import { type LinkedAbort, linkedAbort } from '../place/linked-abort.ts'

export interface RunsInFlight {
  /** Drives with a signal that `release` or the given signal aborts. The subject may turn out to be another one. */
  during<Result>(
    work: string,
    subject: string,
    signal: AbortSignal,
    drive: (signal: AbortSignal, tellSubject: (subject: string) => void) => Promise<Result>,
  ): Promise<Result>
  release(work: string): void
  list(): readonly { readonly work: string; readonly subject: string }[]
}

export function createRunsInFlight(): RunsInFlight {
  const flying = new Map<string, { readonly subject: string; readonly letGo: LinkedAbort }>()
  return {
    async during(work, subject, signal, drive) {
      const letGo = linkedAbort(signal)
      flying.set(work, { subject, letGo })
      try {
        return await drive(letGo.signal, (known) => flying.set(work, { subject: known, letGo }))
      } finally {
        letGo.unlink()
        flying.delete(work)
      }
    },
    release: (work) => flying.get(work)?.letGo.abort(),
    list: () => [...flying].map(([work, { subject }]) => ({ work, subject })),
  }
}
