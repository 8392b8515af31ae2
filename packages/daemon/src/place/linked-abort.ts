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

/** Rejects once the signal is aborted. The listener goes when `during` has settled. */
export async function untilAborted<Value>(signal: AbortSignal, during: Promise<Value>): Promise<Value> {
  signal.throwIfAborted()
  let letGo = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    letGo = () => reject(signal.reason)
    signal.addEventListener('abort', letGo, { once: true })
  })
  try {
    return await Promise.race([aborted, during])
  } finally {
    signal.removeEventListener('abort', letGo)
  }
}
