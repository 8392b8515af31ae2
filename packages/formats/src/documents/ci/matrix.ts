/** Fills the values of a job's matrix into its commands: the command itself may be one of them. Pure. */
import { isObject } from '../../text/is-object.ts'

/** By the name of an axis, such as `os`, or of a field of its objects, such as `config.task`: its values. */
export type Matrix = ReadonlyMap<string, readonly string[]>

const mostFilled = 24

export function matrixOf(strategy: unknown): Matrix {
  const matrix = isObject(strategy) ? strategy.matrix : null
  if (!isObject(matrix)) return new Map()
  const { include, exclude: _exclude, ...axes } = matrix
  const found = new Map<string, Set<string>>()
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) add(name, each)
    else if (isObject(value)) for (const [field, each] of Object.entries(value)) add(`${name}.${field}`, each)
    else if (value !== null && value !== undefined)
      found.set(name, (found.get(name) ?? new Set()).add(String(value)))
  }
  for (const [name, value] of Object.entries(axes)) add(name, value)
  for (const each of Array.isArray(include) ? include.filter(isObject) : [])
    for (const [name, value] of Object.entries(each)) add(name, value)
  return new Map([...found].map(([name, values]) => [name, [...values]]))
}

/** One text for each value that it names. Expressions that nothing settles are left out: most of them are options. */
export function filledFromMatrix(text: string, matrix: Matrix): readonly string[] {
  let texts = [text]
  for (const [name, values] of matrix) {
    const expression = new RegExp(`\\$\\{\\{\\s*matrix\\.${escaped(name)}\\s*\\}\\}`, 'g')
    if (!expression.test(text) || texts.length * values.length > mostFilled) continue
    texts = texts.flatMap((each) => values.map((value) => each.replace(expression, () => value)))
  }
  return [...new Set(texts.map((each) => each.replace(/\$\{\{[^}]*\}\}/g, '')))]
}

/** Axes that reach commands through their environment, and so change what they prove. Machines and versions do not count. */
export function tellingAxes(
  matrix: Matrix,
  environments: readonly unknown[],
): readonly { readonly axis: string; readonly values: readonly string[] }[] {
  const used = environments
    .flatMap((each) => (isObject(each) ? Object.entries(each) : []))
    .flatMap(([, value]) => [...String(value).matchAll(/matrix\.([\w.-]+)/g)].map(([, axis = '']) => axis))
  return [...new Set(used)].flatMap((axis) => {
    const values = (matrix.get(axis) ?? []).map((value) => (value === '' ? 'none' : value))
    return values.length < 2 || isOfMachines.test(axis) ? [] : [{ axis, values }]
  })
}

const isOfMachines =
  /\bos\b|image|platform|arch|runner|target|version|python|node|java|jdk|ruby|php|rust|toolchain|compiler|^go$|^cc$|shard|name/i

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
