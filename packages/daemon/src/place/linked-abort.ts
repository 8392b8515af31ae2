/** Links a signal to others that live longer, and lets go of them: a daemon must not gather listeners for days. */
export interface LinkedAbort {
  readonly signal: AbortSignal
  abort(): void
  unlink(): void
}

export function linkedAbort(...signals: readonly AbortSignal[]): LinkedAbort {
  const own = new AbortController()
  const abort = (): void => own.abort(signals.find(({ aborted }) => aborted)?.reason)
  for (const signal of signals) {
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  }
  return {
    signal: own.signal,
    abort: () => own.abort(),
    unlink() {
      for (const signal of signals) signal.removeEventListener('abort', abort)
    },
  }
}

/** Rejects once the signal is aborted, or if it was before. It hears `during` in any case, also if that rejects later. */
export async function untilAborted<Value>(signal: AbortSignal, during: Promise<Value>): Promise<Value> {
  let letGo = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    letGo = () => reject(signal.reason)
    if (signal.aborted) letGo()
    else signal.addEventListener('abort', letGo, { once: true })
  })
  try {
    return await Promise.race([aborted, during])
  } finally {
    signal.removeEventListener('abort', letGo)
  }
}
