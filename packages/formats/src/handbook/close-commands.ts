/** Finds, in the close of a phase, what is to be run, and whether its words say more than that. */

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

/** What the sentences of a paragraph ask to be run, and what else they say. */
export interface ProseCommands {
  readonly asked: readonly string[]
  /** Named in a sentence that sets a condition or forbids: not for the harness to run. */
  readonly unclear: readonly string[]
  /** Whether the paragraph only asks for commands, so that no word of it is left to judge. */
  readonly isPlain: boolean
}

const span = /(`+)([^`]+)\1/g
const takesArguments =
  /^(?:npm|pnpm|yarn|bun|npx|node|deno|cargo|go|python3?|ruby|bundle|php|composer|gradle|mvn|dotnet|git|sh|bash|test)\s+\S/
const standsAlone = /^(?:make|pytest|tox|\.{0,2}\/?[\w./-]+\.sh)(?:\s|$)/
const conditions =
  /\b(?:not|never|no|without|instead|unless|if|when|where|only|except|may|might|could|until|optional(?:ly)?)\b|n['’]t\b/i
const demands =
  /\b(?:runs?|must|ha(?:s|ve) to|needs? to|pass(?:es)?|succeeds?|exits?|green|so (?:is|are|do|does|must))\b/i

/** Stands for the code in a sentence. */
const code = '\u0000'
/** "only when `npm test` passes", "not until `make` and `tox` are green": the phase waits for the command. */
const waitsFor = new RegExp(
  `\\b(?:if|when|once|until|unless|after)\\s+(?:both\\s+|all of\\s+)?${code}(?:(?:\\s*,)?(?:\\s+and)?\\s*${code})*\\s+` +
    '(?:both\\s+)?(?:(?:is|are|has|have|runs?|comes?)\\s+)?(?:pass\\w*|succe\\w*|green|clean\\w*|exits?\\b[\\w\\s]*\\b(?:0|zero))\\b',
  'i',
)
const sentenceEnd = /(?<=[.;!?])\s+/
const plainWords = new Set(
  'run runs then and both all each every of them these must has have need needs to pass passes succeed succeeds be is are so green exit exits with code status 0 zero the this command commands it they also too do does first next finally'.split(
    ' ',
  ),
)

/**
 * "Run `npm run check`; it must pass." asks for a command and says nothing else. A sentence that sets another condition
 * asks for none.
 */
export function commandsInProse(content: string): ProseCommands {
  const spans = [...content.matchAll(span)].map(([, , text = '']) => text.trim())
  const asked: string[] = []
  const unclear: string[] = []
  let isPlain = true
  for (const sentence of content.replaceAll(code, '').replace(span, code).split(sentenceEnd)) {
    const inside = spans.splice(0, sentence.split(code).length - 1)
    const commands = inside.filter((one) => takesArguments.test(one) || standsAlone.test(one))
    const isAsked = waitsFor.test(sentence) || (demands.test(sentence) && !conditions.test(sentence))
    if (isAsked) asked.push(...commands)
    else if (conditions.test(sentence)) unclear.push(...commands)
    const words = sentence.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []
    isPlain &&=
      commands.length === inside.length &&
      (isAsked || inside.length === 0) &&
      words.every((word) => plainWords.has(word))
  }
  return { asked, unclear, isPlain }
}
