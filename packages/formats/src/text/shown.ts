/** Shows a piece of unknown input in a message: short, on one line (`\n` for a line break), without control characters. */
const limit = 60

export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return JSON.stringify(clipped(value))
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return `a ${typeof value}`
}

const clipped = (text: string): string => {
  const clean = text.replace(/(?![\r\n\t])[\p{Cc}\p{Cf}\p{Cs}]/gu, '�')
  return clean.length > limit ? `${clean.slice(0, limit - 1)}…` : clean
}
