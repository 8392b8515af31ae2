/**
 * Holds two versions of a check's entry test against each other. It may gain whole pieces that cannot keep the old lines
 * from running: tests, assertions, imports, declarations of new names. Everything else is for a person to judge.
 */
import { areNew, identifiersIn, isHarmless } from './added-pieces.ts'
import { type CodeLine, codeLines } from './code-lines.ts'
import { assertion } from './test-code.ts'

export interface UnsafeEdits {
  /** Lines that are gone, changed, commented out or indented in another way. */
  readonly lost: readonly string[]
  /** Added lines that may keep others from running. */
  readonly doubtful: readonly string[]
}

export function unsafeEdits(before: string, after: string, path: string): UnsafeEdits {
  const was = codeLines(before, path).filter(isCode)
  const all = codeLines(after, path)
  const is = all.filter(isCode)
  const known = new Set(was.flatMap(({ mask }) => identifiersIn(mask)))
  const lost: string[] = []
  const doubtful: string[] = []
  let from = 0
  const checkAdded = (to: number): void => {
    const run = is.slice(from, to)
    const added = { run, before: is.slice(0, from), next: is[to] ?? all.at(-1), known, path }
    if (run.length > 0 && !isHarmless(added)) doubtful.push(run[0]?.code.trim() ?? '')
  }
  for (const line of was) {
    const find = (isSame: (other: string) => boolean): number =>
      is.findIndex(({ code }, index) => index >= from && isSame(code.trimEnd()))
    const code = line.code.trimEnd()
    const same = find((other) => [code, `${code},`, `${code};`].includes(other))
    const at = same === -1 && isList(code) ? find((other) => hasGrown(code, other, known)) : same
    if (at === -1) lost.push(code.trim())
    else {
      checkAdded(at)
      from = at + 1
    }
  }
  checkAdded(is.length)
  return { lost, doubtful: lost.length > 0 ? [] : doubtful }
}

const isCode = ({ mask }: CodeLine): boolean => mask.trim() !== ''

/** Lists on one line that may get more names: imports of all kinds, and plain texts in brackets. */
const imports = [
  /^(?<head>[^{}]*\{)(?<items>[^{}]*)(?<tail>\}[^{}]*\b(?:from|require|import)\b[^{}]*)$/,
  /^(?<head>\s*from\s+\S+\s+import\s)(?<items>[^()]*)(?<tail>)$/,
]
const texts =
  /^(?<head>[^[\]]*\[)(?<items>\s*(?:(?:'[^',]*'|"[^",]*")\s*(?:,\s*|(?=\])))*)(?<tail>\][^[\]]*)$/

const isList = (line: string): boolean =>
  !assertion.test(line) && [...imports, texts].some((list) => list.test(line))

const hasGrown = (line: string, other: string, known: ReadonlySet<string>): boolean =>
  [...imports, texts].some((list) => {
    const was = list.exec(line)?.groups
    const is = list.exec(other)?.groups
    if (was === undefined || is === undefined || was.head !== is.head || was.tail !== is.tail) return false
    const old = itemsOf(was.items)
    const items = itemsOf(is.items)
    const added = items.filter((item) => !old.includes(item))
    if (items.filter((item) => old.includes(item)).join() !== old.join()) return false
    return list === texts
      ? !added.some((item) => /^.-/.test(item))
      : areNew(added.flatMap(identifiersIn), known)
  })

const itemsOf = (items = ''): readonly string[] =>
  items
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
