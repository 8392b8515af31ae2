/** Finds, in the close of a phase, what is to be run. */

const shellInfo = /^(?:sh|bash|zsh|shell|console)?(?:\s|$)/i
const loneCode = /^(`+)([^`]+)\1\.?$/

/** One command a line; a backslash at the end of a line joins it with the next. None in code of another language. */
export function commandsInFence(info: string, code: string): readonly string[] {
  if (!shellInfo.test(info)) return []
  return code
    .replace(/\\\n/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\$\s+/, '').trim())
    .filter((command) => command !== '' && !command.startsWith('#'))
}

/** Code that is all there is in a list item or paragraph. */
export function commandAlone(content: string): readonly string[] {
  const code = loneCode.exec(content.trim())?.[2]?.trim() ?? ''
  return code === '' ? [] : [code]
}

/** What a sentence asks to be run, and what it only may ask for. */
export interface ProseCommands {
  readonly asked: readonly string[]
  readonly unclear: readonly string[]
  /** Whether it says that they are to be run, or to pass. */
  readonly isDemand: boolean
}

const span = /(`+)([^`]+)\1/g
const takesArguments =
  /^(?:npm|pnpm|yarn|bun|npx|node|deno|cargo|go|python3?|ruby|bundle|php|composer|gradle|mvn|dotnet|git|sh|bash)\s+\S/
const standsAlone = /^(?:make|pytest|tox|\.{0,2}\/?[\w./-]+\.sh)(?:\s|$)/
const limits =
  /\b(?:not|never|no|without|instead|unless|if|when|where|only|except|may|might|could|optional(?:ly)?)\b|n['’]t\b/i
const demands = /\b(?:runs?|must|ha(?:s|ve) to|pass(?:es)?|succeeds?|green)\b/i

/** A plain sentence such as "Run `npm run check`; it must pass." asks; one that sets conditions leaves it open. */
export function commandsInProse(content: string): ProseCommands {
  const named = [...content.matchAll(span)]
    .map(([, , code = '']) => code.trim())
    .filter((code) => takesArguments.test(code) || standsAlone.test(code))
  const words = content.replace(span, '')
  const isDemand = demands.test(words)
  return limits.test(words)
    ? { asked: [], unclear: named, isDemand }
    : { asked: named, unclear: [], isDemand }
}
