/** Owns how long the harness waits for a browser and its pages. */

/** A page that keeps its thread busy answers no question at all. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`the page did not come to rest within ${ms / 1000} s`), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  void work.catch(() => {})
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('it was not waited for any longer'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Whatever comes of it by then. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => {}), late])
  clearTimeout(timer)
}
