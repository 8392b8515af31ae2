/** Finds the part of a long log that tells why it failed: around the marks of failed steps, otherwise its end. */

const errorMark = '##[error]'
const stepMark = '##[group]'
/** What follows an error is mostly clean-up. */
const behindError = 300
const mostParts = 3

export function logExcerpt(log: string, limit: number): string {
  if (log.length <= limit) return log
  const errors = errorsIn(log)
  if (errors.length === 0) return `… (${log.length - limit} characters before this)\n${log.slice(-limit)}`
  const share = Math.floor(limit / errors.length)
  return errors.map((end) => partBefore(log, end, share)).join('\n…\n')
}

/** The ends of the last lines of errors, one for each step. */
function errorsIn(log: string): readonly number[] {
  const ends = new Map<number, number>()
  for (let at = log.indexOf(errorMark); at !== -1; at = log.indexOf(errorMark, at + 1)) {
    const line = log.indexOf('\n', at)
    ends.set(log.lastIndexOf(stepMark, at), line === -1 ? log.length : line)
  }
  return [...ends.values()].slice(0, mostParts)
}

function partBefore(log: string, error: number, chars: number): string {
  const end = Math.min(log.length, error + Math.min(behindError, Math.floor(chars / 4)))
  const step = log.lastIndexOf(stepMark, error)
  const begin = Math.max(step === -1 ? 0 : step, end - chars)
  return `${begin === 0 ? '' : '…\n'}${log.slice(begin, end)}`
}
