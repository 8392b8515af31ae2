/** Says why a text cannot be read as what its file name promises, for files of other programs. */
import { parse as parseToml, TomlError } from 'smol-toml'
import { parseDocument } from 'yaml'
import { describeProblem } from './format-problem.ts'
import { readJson } from './json-text.ts'
import { jsonIn } from './json-value.ts'

/** `package.json:1:13: expected …`; null if it can be read, or if its name promises nothing that is known here. */
export function unreadableText(text: string, file: string): string | null {
  switch (/\.(json|toml|ya?ml)$/.exec(file)?.[1]) {
    case 'json':
      return jsonTrouble(text, file)
    case 'toml':
      return tomlTrouble(text, file)
    case 'yml':
    case 'yaml':
      return yamlTrouble(text, file)
    default:
      return null
  }
}

function jsonTrouble(text: string, file: string): string | null {
  if (jsonIn(text) !== undefined) return null
  const read = readJson(text, file)
  return read.ok ? file : read.problems.slice(0, 1).map(describeProblem).join('')
}

function tomlTrouble(text: string, file: string): string | null {
  try {
    parseToml(text)
    return null
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return `${file}:${error.line}:${error.column}: ${firstLine(error.message)}`
  }
}

function yamlTrouble(text: string, file: string): string | null {
  const [error] = parseDocument(text, { logLevel: 'silent' }).errors
  if (error === undefined) return null
  const { line, col } = error.linePos?.[0] ?? { line: 1, col: 1 }
  return `${file}:${line}:${col}: ${firstLine(error.message).replace(/ at line \d+, column \d+:?$/, '')}`
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
