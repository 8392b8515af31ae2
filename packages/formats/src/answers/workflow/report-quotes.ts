/**
 * Owns what `qa_report.md` quotes as evidence: lines that begin with `>`. A block of them may name a command (`$ npm test`)
 * and its exit code (`exit 0`); the rest of it is what was seen. Text in fences quotes nothing.
 */
import { quotedLines } from '@harness/core/kernel/quotation'
import { linesOutsideFences } from '@harness/core/work/qa-verdict'
import type { Quoting } from '../contract.ts'

export const quotesAsked = [
  'In your document, evidence stands on lines that begin with `>`, word for word: lines of a file or of an output, and nothing else. `…` stands for what you leave out. A command is a line `> $ {command}`, with its exit code below it:',
  '> $ npm test\n> exit 0\n> 12 passed',
  'Each is held against what you really ran and saw. A PASS does not count if one of them stands nowhere there.',
].join('\n\n')

export const quotingReport: Quoting = {
  ofMaterials: false,
  ofCall: true,
  quotesIn: (_, artifacts) =>
    artifacts.flatMap((text) => quotedLines(linesOutsideFences(text).join('\n')).flatMap(partsOf)),
}

/** The commands of a block, each with its exit code, and the texts between them. */
function partsOf(block: string): readonly string[] {
  const commands: string[] = []
  const texts: string[][] = [[]]
  for (const line of block.split('\n').map(unmarked)) {
    const command = /^\$ +(.+)$/.exec(line)?.[1]
    const code = /^\W*exit(?: code)?\W+(\d+)\W*$/i.exec(line)?.[1]
    if (command !== undefined) commands.push(`$ ${command}`)
    else if (code !== undefined && commands.length > 0) commands.push(`${commands.pop()}\nexit ${code}`)
    else if (line !== fence) {
      texts.at(-1)?.push(line)
      continue
    }
    texts.push([])
  }
  return [...commands, ...texts.map((lines) => lines.join('\n').trim())].filter((quote) => quote !== '')
}

const fence = '```'

/** Marks of code around a line are none of what was seen. */
const unmarked = (line: string): string =>
  line
    .trim()
    .replace(/^(?:`{3,}|~{3,})\w*$/, fence)
    .replace(/^`([^`]+)`$/, '$1')
