/**
 * Judges a run of lines that were added to a test: whether it is made of whole pieces that leave the lines around it as
 * they were. Plain patterns over masked code; a piece they do not know is not harmless.
 */
import type { CodeLine } from './code-lines.ts'

export const identifiersIn = (mask: string): readonly string[] => mask.match(/[\p{L}\p{N}_$]+/gu) ?? []
const indentOf = (mask: string): number => mask.search(/\S/)

export interface Added {
  readonly run: readonly CodeLine[]
  readonly before: readonly CodeLine[]
  /** The line behind the run. */
  readonly next: CodeLine | undefined
  /** The names in the old text. */
  readonly known: ReadonlySet<string>
  readonly path: string
}

/** What ends the run, or reaches for what all modules share. */
const forbidden =
  /(?<![.\w])(?:globalThis|global|nonlocal|eval)\b(?!\s*:)|\bprocess\s*(?:\[|\.(?:exit|exitCode|reallyExit|kill|abort)\b)|\b(?:os\._exit|os\.kill|sys\.(?:exit|modules)|require\.cache)\b|=\s*process\b(?!\.)|(?<![.\w])(?:_?exit|quit)\s*\(/

export function isHarmless(added: Added): boolean {
  const { run, next, known, path } = added
  const open = run[0]?.open ?? []
  const mask = run.map((line) => line.mask).join('\n')
  const isBalanced = run.every(({ lowest }) => lowest >= open.length) && next?.open.join() === open.join()
  if (!isBalanced || forbidden.test(mask)) return false
  const top = open.at(-1)
  if (top === '[') return areTexts(added, mask)
  const opener = added.before.findLast((line) => line.open.length < open.length)?.mask ?? ''
  if (top !== undefined && /^\s*(?:import\b.*|(?:const|let|var)\s+)\{$|^from\s.*\bimport\s*\($/.test(opener))
    return (
      /^(?:\s*(?:type\s+)?[\w$]+(?:(?:\s+as|:)\s+[\w$]+)?\s*(?:,|$))+\s*$/.test(mask) &&
      areNew(identifiersIn(mask), known)
    )
  if (top !== undefined && top !== '{') return false
  const isPython = path.endsWith('.py')
  if (reassigns(mask, known, isPython)) return false
  return isPython ? arePythonPieces(added, mask) : arePieces(added, mask)
}

/** Further texts in a list. One that starts with a dash may be an option. */
const areTexts = ({ run, before, next }: Added, mask: string): boolean =>
  /^(?:\s*(?:''|"")\s*(?:,|$))+\s*$/.test(mask) &&
  /[,[]\s*$/.test(before.at(-1)?.mask ?? '') &&
  (/,\s*$/.test(mask) || /^\s*\]/.test(next?.mask ?? '')) &&
  !run.some(({ code }) => /['"]-/.test(code))

const keywords: ReadonlySet<string> = new Set(['as', 'type', 'from', 'import'])
export const areNew = (names: readonly string[], known: ReadonlySet<string>): boolean =>
  names.every((name) => keywords.has(name) || !known.has(name))

/** Whether a name of the old text gets another value. In Python a plain name in a function is local. */
function reassigns(mask: string, known: ReadonlySet<string>, isPython: boolean): boolean {
  const own = new Set([...mask.matchAll(/\b(?:const|let|var)\s+([\w$]+)/g)].map(([, name]) => name))
  const assigned = isPython
    ? /(?<![.\w])(\w+)(?:\.\w+|\[[^\]]*\])+\s*[-+|]?=(?!=)/g
    : /(?<![.\w$])([\w$]+)(?:\.[\w$]+|\[[^\]]*\])*\s*[-+|&?]*=(?![=>])/g
  return [...mask.matchAll(assigned)].some(
    ([, name = '']) => known.has(name) && !own.has(name) && !['self', 'this'].includes(name),
  )
}

interface Statement {
  /** Without the insides of its brackets. */
  readonly outer: string
  readonly full: string
  readonly indent: number
}

/** A line that ends with an operator goes on in the next one, and so does one before a line that starts with one. */
function statementsOf(mask: string): readonly Statement[] {
  const statements: Statement[] = []
  let outer = ''
  let full = ''
  let depth = 0
  let indent = indentOf(mask)
  const end = (): void => {
    if (outer.trim() !== '') statements.push({ outer: outer.trim(), full: full.trim(), indent })
    outer = ''
    full = ''
  }
  const goesOn = (rest: string): boolean =>
    /^\s*[.?:&|+*]/.test(rest) ||
    (/[=+\-*/%&|?:,<>.]\s*$/.test(outer) && !/^\s*(?:async def|def|class)\b/.test(outer))
  for (let at = 0; at < mask.length; at++) {
    const char = mask.charAt(at)
    if (')]}'.includes(char)) depth--
    const isNewline = depth === 0 && char === '\n'
    if (depth === 0 && (char === ';' || (isNewline && !goesOn(mask.slice(at + 1))))) end()
    else {
      if (depth === 0) outer += isNewline ? ' ' : char
      full += char
    }
    if (isNewline) indent = indentOf(mask.slice(at + 1))
    if ('([{'.includes(char)) depth++
  }
  end()
  return statements
}

const testBlock =
  /^(?:await )?(?:describe|suite|context|it|test|specify)(?:\.(?:each|for|concurrent|sequential|serial|parallel|describe))*(?:\(\)|``)?\s*\(\)$/
const assertionCall = /^(?:await )?(?:assert(?:\.\w+)*\(\)|expect\(\)(?:\.\w+|\(\))+)$/
const plainImport = /^import\b[\w$\s*,{}]*(?:""|'')$|^(?:require|await import)\(\)$/
/** Each captures the name that it declares. */
const declarations = [
  /^(?:export )?(?:async )?function\s*\*?\s*([\w$]+)\s*\(\)[^;{}=]*\{\}$/,
  /^(?:export )?class\s+([\w$]+)[\w\s.$]*\{\}$/,
  /^(?:export )?(?:type|interface)\s+([\w$]+)/,
  /^(?:export )?(?:const|let|var)\s+([\w$]+)\s*(?::[^=,]*)?=(?!=)[^,]*$/,
]
/** They hold no `=`, so none hides a declaration. */
const typeArguments = /<[\w\s,.|[\]$]*>/g
const destructuring = /^(?:const|let|var)\s*([{[][\w$\s,:]*[}\]])\s*=/

/** Whether the statement of a line is on the next line: then an added line would take its place. */
function isUnfinished(line: string): boolean {
  const outer = statementsOf(line.trim().replace(/^\}\s*/, '')).at(-1)?.outer ?? ''
  return /[=+\-*/%&|?:<>]$/.test(outer) || /^(?:else|do|(?:else )?(?:if|for|while)\s*\(\))$/.test(outer)
}

function arePieces({ before, next, known }: Added, mask: string): boolean {
  if (isUnfinished(before.at(-1)?.mask ?? '')) return false
  const isComplete =
    /[)\]}\w$'"`;]\s*$/.test(mask) &&
    (mask.trimEnd().endsWith(';') || !/^\s*[([{`.?+*/&|=<>,-]/.test(next?.mask ?? ''))
  return (
    isComplete &&
    statementsOf(mask).every(({ outer, full }) => {
      if (testBlock.test(outer) || assertionCall.test(outer)) return true
      if (plainImport.test(outer)) return areNew(outer.startsWith('import') ? identifiersIn(full) : [], known)
      const plain = outer.replace(typeArguments, '')
      const name = declarations.map((each) => each.exec(plain)?.[1]).find((each) => each !== undefined)
      const names = name === undefined ? identifiersIn(destructuring.exec(full)?.[1] ?? '') : [name]
      return names.length > 0 && areNew(names, known)
    })
  )
}

const pythonImport = /^(?:import [\w., ]+|from [\w.]+ import (?:[\w, ]+|\(\)))$/
const pythonDeclaration =
  /^(?:(?:async )?def (\w+)\(\)[^:]*:.*|class (\w+)(?:\(\))?:.*|(\w+)(?:: [^=]+)? = .*)$/
const pythonAssertion = /^(?:assert\b.*|self\.assert\w+\(\))$/

function arePythonPieces({ next, known }: Added, mask: string): boolean {
  const statements = statementsOf(mask)
  const first = statements[0]?.indent ?? 0
  const outer = statements.filter(({ indent }) => indent <= first)
  const isOutside = indentOf(next?.mask ?? '') <= Math.min(...outer.map(({ indent }) => indent))
  return (
    isOutside &&
    outer.every(({ outer: text, full }, index) => {
      if (/^@[\w.]+(?:\(\))?$/.test(text)) return index < outer.length - 1
      if (pythonAssertion.test(text)) return true
      if (pythonImport.test(text)) return areNew(identifiersIn(full.replace(/^from \S+/, '')), known)
      const name = pythonDeclaration
        .exec(text)
        ?.slice(1)
        .find((each) => each !== undefined)
      return name !== undefined && areNew([name], known)
    })
  )
}
