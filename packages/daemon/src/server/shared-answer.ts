/**
 * Gives one answer to many who ask at once. It is never older than the question: who comes too late gets the next one. All
 * requests that are read in one turn of the event loop had come before it, so they share an answer even if it is quick.
 */
export function sharedAnswer<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | null = null
  let next: Promise<Value> | null = null
  const begin = (): Promise<Value> => {
    const made = make().finally(() => {
      if (running === made) running = null
    })
    running = made
    return made
  }
  const ask = (): Promise<Value> => {
    if (running === null) return begin()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null
        return begin()
      })
    return next
  }
  let ofTurn: Promise<Value> | null = null
  return () => {
    if (ofTurn === null) {
      ofTurn = ask()
      setImmediate(() => {
        ofTurn = null
      })
    }
    return ofTurn
  }
}
