/**
 * Reads YAML 1.2 and remembers where everything stood. Refuses what a file people write never needs and what makes
 * other readers disagree, hang or run code: anchors and aliases, tags, several documents, endless nesting, fields
 * named twice.
 */
import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
} from 'yaml'
import { type FormatProblem, type Parsed, parsed, refused } from './format-problem.ts'
import { fieldOf, type LocatedValue, type Path, placeAt } from './located-value.ts'
import { shown } from './shown.ts'

const depthLimit = 100
const problemLimit = 20

export interface YamlOptions {
  /** `core` knows numbers, booleans and null; `failsafe` leaves every scalar the text it is. */
  readonly schema: 'core' | 'failsafe'
  /** The start of the YAML in `text`, for a part of a larger file; the places are those of the file. */
  readonly start?: number
  readonly end?: number
}

export interface YamlText extends LocatedValue {
  /** The offsets in the text of the scalar at `path`, quotes included. */
  rangeOf(path: Path): { readonly start: number; readonly end: number } | null
}

export function readYaml(text: string, file: string, options: YamlOptions): Parsed<YamlText> {
  const start = options.start ?? 0
  const source = text.slice(start, options.end)
  const problemAt = (offset: number, expected: string, found: string, hint: string | null = null) => ({
    file,
    ...placeAt(text, start + offset),
    field: null,
    expected,
    found,
    hint,
  })
  const tokens: CST.Token[] = []
  const tooDeep = tokenize(source, tokens)
  if (tooDeep !== null) {
    return refused([problemAt(tooDeep, `no more than ${depthLimit} levels of nesting`, 'more')])
  }
  const composer = new Composer({ schema: options.schema, uniqueKeys: false, version: '1.2', merge: false })
  const documents = [...composer.compose(tokens, true, source.length)]
  const [document, second] = documents
  if (document === undefined) return refused([problemAt(0, 'a YAML document', 'nothing')])
  if (second !== undefined) {
    return refused([
      problemAt(second.range[0], 'a single YAML document', 'another one', 'remove the line "---"'),
    ])
  }
  const troubles = [...document.errors, ...document.warnings].slice(0, problemLimit)
  if (troubles.length > 0) {
    return refused(
      troubles.map(({ pos: [offset], message }) =>
        problemAt(offset, 'valid YAML', restOfLine(source, offset), message.split('\n')[0] ?? null),
      ),
    )
  }
  const problems: FormatProblem[] = []
  const value = plain(document.contents, [], (node, path, expected, found, hint) => {
    if (problems.length === problemLimit) return
    problems.push({ ...problemAt(node?.range?.[0] ?? 0, expected, found, hint), field: fieldOf(path) })
  })
  return problems.length > 0 ? refused(problems) : parsed({ value, ...placesIn(document, text, start) })
}

const restOfLine = (source: string, offset: number): string => {
  const rest = /[^\r\n]*/.exec(source.slice(offset, offset + 100))?.[0].trim() ?? ''
  return rest === '' ? 'the end of the line' : shown(rest)
}

/** Fills `tokens`; returns the offset where the nesting gets too deep, since composing recurses. */
function tokenize(source: string, tokens: CST.Token[]): number | null {
  const parser = new Parser()
  let offset = 0
  for (const lexeme of new Lexer().lex(source)) {
    for (const token of parser.next(lexeme)) tokens.push(token)
    if (parser.stack.length > depthLimit) return Math.min(offset, source.length)
    offset += lexeme.length
  }
  for (const token of parser.end()) tokens.push(token)
  return null
}

type Complain = (node: Node | null, path: Path, expected: string, found: string, hint: string | null) => void

function plain(node: Node | null, path: Path, complain: Complain): unknown {
  if (node === null) return null
  if (isAlias(node)) {
    complain(node, path, 'the value written out', `the alias *${node.source}`, null)
    return null
  }
  if (node.anchor !== undefined) complain(node, path, 'no anchors', `&${node.anchor}`, 'write the value out')
  if (node.tag?.startsWith('!')) complain(node, path, 'no tags', node.tag, null)
  if (isScalar(node)) return scalarValue(node.value)
  if (isSeq(node)) {
    return node.items.map((item, index) => {
      // `[a: 1]` is a list with a pair in it.
      if (!isPair(item)) return plain(item as Node | null, [...path, index], complain)
      complain(item.key as Node | null, [...path, index], 'a value', 'a field', 'put it in braces')
      return null
    })
  }
  return isMap(node) ? plainMap(node.items, node, path, complain) : null
}

function plainMap(
  items: readonly { readonly key: unknown; readonly value: unknown }[],
  node: Node,
  path: Path,
  complain: Complain,
): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const { key, value: field } of items) {
    const name = nameOf(key)
    if (name === null) {
      complain(isNode(key) ? key : node, path, 'a field name', 'something else', 'names are plain text')
      continue
    }
    const at = [...path, name]
    if (name === '__proto__') complain(key as Node, at, 'another field name', shown(name), null)
    else if (Object.hasOwn(value, name))
      complain(key as Node, at, 'every field once', `a second ${shown(name)}`, null)
    else value[name] = plain(field as Node | null, at, complain)
  }
  return value
}

const isNode = (value: unknown): value is Node => isCollection(value) || isScalar(value) || isAlias(value)

const nameOf = (key: unknown): string | null =>
  isScalar(key) && key.anchor === undefined && key.value !== null ? String(key.value) : null

/** Numbers too large to be exact stay what JSON would make of them. */
const scalarValue = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)

function placesIn(document: Document.Parsed, text: string, start: number): Omit<YamlText, 'value'> {
  const find = (
    path: Path,
  ): { readonly node: Node | null; readonly key: Node | null; readonly exact: boolean } => {
    let node = document.contents as Node | null
    let key = node
    for (const part of path) {
      if (isMap(node)) {
        const pair = node.items.find((item) => nameOf(item.key) === String(part))
        if (pair === undefined) return { node, key: node, exact: false }
        key = pair.key as Node
        node = (pair.value as Node | null) ?? key
      } else if (isSeq(node) && typeof part === 'number' && isNode(node.items[part])) {
        node = node.items[part] as Node
        key = node
      } else return { node, key: node, exact: false }
    }
    return { node, key, exact: true }
  }
  const placeOf = (node: Node | null) => placeAt(text, start + (node?.range?.[0] ?? 0))
  return {
    placeOf: (path) => placeOf(find(path).node),
    keyPlaceOf: (path) => placeOf(find(path).key),
    rangeOf: (path) => {
      const { node, exact } = find(path)
      if (!exact || !isScalar(node) || !node.range) return null
      return { start: start + node.range[0], end: start + node.range[1] }
    },
  }
}
