/** Resolves when everything that could go on without virtual time has gone on. */
export const quiet = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
