/** Owns what is meant by a known command with words it does not take: a run to be shown, or a plan to be written. Pure. */

/** The command that was meant; null if none is known. `words` are those after the command's name. */
export function meantInstead(command: string, words: readonly string[]): string | null {
  const [only = ''] = words
  if (/^(?:status|runs|next)$/.test(command) && words.length === 1 && /^[A-Za-z0-9][\w-]*$/.test(only))
    return `harness show ${only}`
  if (/^(?:new|plan)$/.test(command) && words.length > 1) return newPlan(words.join(' '))
  if (command === 'config') return 'Edit harness.config.json, then: harness validate'
  return null
}

/** As a shell takes it. */
export const newPlan = (title: string): string =>
  /^[\w .,:;/?()-]*$/.test(title)
    ? `harness new "${title}"`
    : `harness new '${title.replaceAll("'", `'\\''`)}'`
