/**
 * Reads JSON and remembers where everything stood. Accepts what `JSON.parse` accepts, less what is always a mistake
 * in a file people write: a field named twice, `__proto__` as a name, endless nesting.
 */
import { type FormatProblem, type Parsed, parsed, refused } from './format-problem.ts'
import { fieldOf, type LocatedValue, type Path, type Place, placeAt } from './located-value.ts'
import { shown } from './shown.ts'

const depthLimit = 100
const problemLimit = 20

interface Node {
  readonly value: unknown
  readonly offset: number
  readonly fields?: ReadonlyMap<string, { readonly offset: number; readonly node: Node }>
  readonly items?: readonly Node[]
}

export function readJson(text: string, file: string): Parsed<LocatedValue> {
  const reader = new JsonReader(text, file)
  let root: Node
  try {
    root = reader.document()
  } catch (error) {
    if (error instanceof Misread) return refused([...reader.duplicates, error.problem])
    throw error
  }
  return reader.duplicates.length > 0 ? refused(reader.duplicates) : parsed(located(text, root))
}

function located(text: string, root: Node): LocatedValue {
  const find = (path: Path): { readonly node: Node; readonly keyOffset: number } => {
    let at = { node: root, keyOffset: root.offset }
    for (const part of path) {
      const field = at.node.fields?.get(String(part))
      const item = typeof part === 'number' ? at.node.items?.[part] : undefined
      if (field !== undefined) at = { node: field.node, keyOffset: field.offset }
      else if (item !== undefined) at = { node: item, keyOffset: item.offset }
      else return { node: at.node, keyOffset: at.node.offset }
    }
    return at
  }
  return {
    value: root.value,
    placeOf: (path): Place => placeAt(text, find(path).node.offset),
    keyPlaceOf: (path): Place => placeAt(text, find(path).keyOffset),
  }
}

class Misread extends Error {
  readonly problem: FormatProblem
  constructor(problem: FormatProblem) {
    super(problem.expected)
    this.problem = problem
  }
}

class JsonReader {
  readonly duplicates: FormatProblem[] = []
  private readonly text: string
  private readonly file: string
  private at = 0
  private readonly path: (string | number)[] = []

  constructor(text: string, file: string) {
    this.text = text
    this.file = file
  }

  document(): Node {
    if (this.text.startsWith('\uFEFF'))
      this.fail('JSON from the first character', 'save it as UTF-8 without a byte order mark')
    this.skipSpace()
    const root = this.value()
    this.skipSpace()
    if (this.at < this.text.length) this.fail('the end of the file after the value')
    return root
  }

  private value(): Node {
    if (this.path.length > depthLimit) this.fail(`no more than ${depthLimit} levels of nesting`)
    const offset = this.at
    switch (this.text[offset]) {
      case '{':
        return this.object(offset)
      case '[':
        return this.array(offset)
      case '"':
        return { offset, value: this.string() }
      default:
        return { offset, value: this.word() }
    }
  }

  private object(offset: number): Node {
    const value: Record<string, unknown> = {}
    const fields = new Map<string, { offset: number; node: Node }>()
    this.at++
    this.skipSpace()
    if (this.text[this.at] === '}') {
      this.at++
      return { offset, value, fields }
    }
    for (;;) {
      const keyOffset = this.at
      if (this.text[keyOffset] !== '"') this.fail('a field name in double quotes', this.fieldNameHint())
      const key = this.string()
      if (key === '__proto__') this.fail('another field name', null, keyOffset)
      this.skipSpace()
      if (this.text[this.at] !== ':') this.fail(`":" after the field name ${JSON.stringify(key)}`)
      this.at++
      this.skipSpace()
      this.path.push(key)
      const earlier = fields.get(key)
      if (earlier !== undefined && this.duplicates.length < problemLimit) {
        const { line } = placeAt(this.text, earlier.offset)
        this.duplicates.push(
          this.problem(
            'every field once',
            `a second ${JSON.stringify(key)}`,
            keyOffset,
            `the first stands in line ${line}`,
          ),
        )
      }
      const node = this.value()
      this.path.pop()
      fields.set(key, { offset: keyOffset, node })
      value[key] = node.value
      if (this.closes('}')) return { offset, value, fields }
    }
  }

  private array(offset: number): Node {
    const items: Node[] = []
    this.at++
    this.skipSpace()
    if (this.text[this.at] === ']') {
      this.at++
      return { offset, value: [], items }
    }
    for (;;) {
      this.path.push(items.length)
      if (this.text[this.at] === ']') this.fail('a value', 'remove the comma before it')
      items.push(this.value())
      this.path.pop()
      if (this.closes(']')) return { offset, value: items.map((item) => item.value), items }
    }
  }

  /** After a member: the closing bracket ends the collection, a comma continues with it. */
  private closes(bracket: '}' | ']'): boolean {
    this.skipSpace()
    const found = this.text[this.at]
    if (found !== ',' && found !== bracket) this.fail(`"," or "${bracket}"`)
    this.at++
    this.skipSpace()
    return found === bracket
  }

  private string(): string {
    const start = this.at
    let end = start + 1
    for (; ; end++) {
      const code = this.text.charCodeAt(end)
      if (code === 0x22) break
      if (code === 0x5c) end++
      else if (!(code >= 0x20)) this.fail('the closing double quote on the same line', null, start)
    }
    this.at = end + 1
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string
    } catch {
      return this.fail('a string with valid escapes', 'write a backslash as \\\\', start)
    }
  }

  private word(): unknown {
    const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
    pattern.lastIndex = this.at
    const word = pattern.exec(this.text)?.[0]
    if (word === undefined || /[\w.+-]/.test(this.text[this.at + word.length] ?? '')) {
      return this.fail('a value', this.text[this.at] === "'" ? 'strings stand in double quotes' : null)
    }
    this.at += word.length
    return JSON.parse(word)
  }

  private skipSpace(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at++
    if (this.text[this.at] === '/' || this.text[this.at] === '#') this.fail('JSON, which has no comments')
  }

  private fieldNameHint(): string | null {
    const found = this.text[this.at]
    return found === '}'
      ? 'remove the comma before it'
      : found === "'"
        ? 'names stand in double quotes'
        : null
  }

  private problem(expected: string, found: string, offset: number, hint: string | null): FormatProblem {
    return {
      file: this.file,
      ...placeAt(this.text, offset),
      field: fieldOf(this.path),
      expected,
      found,
      hint,
    }
  }

  private fail(expected: string, hint: string | null = null, offset = this.at): never {
    const rest = this.text.slice(offset, offset + 40)
    const token = /^[\w"'.+-]+/.exec(rest)?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0)
    const found = rest === '' ? 'the end of the file' : shown(token)
    throw new Misread(this.problem(expected, found, offset, hint))
  }
}
