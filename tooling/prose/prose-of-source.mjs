// Takes the prose out of a source file: its comments and messages.
// All else is covered, so that an offset in the prose is the same offset in the file.
import ts from 'typescript'

const { SyntaxKind: kind } = ts

const blank = (text) => text.replace(/[^\n]/g, ' ')
/** Code becomes dots and not spaces, so that no phrase reaches from one comment into the next. */
const cover = (text) => text.replace(/\S/g, '·')

const comments = new Set([kind.SingleLineCommentTrivia, kind.MultiLineCommentTrivia])
const strings = new Set([
  kind.StringLiteral,
  kind.NoSubstitutionTemplateLiteral,
  kind.TemplateHead,
  kind.TemplateMiddle,
  kind.TemplateTail,
])
const blanks = new Set([kind.WhitespaceTrivia, kind.NewLineTrivia])
/** After one of these a slash divides; anywhere else it opens a regular expression. */
const operands = new Set([
  ...strings,
  kind.Identifier,
  kind.NumericLiteral,
  kind.BigIntLiteral,
  kind.RegularExpressionLiteral,
  kind.CloseParenToken,
  kind.CloseBracketToken,
  kind.CloseBraceToken,
  kind.ThisKeyword,
])

/** Each token of a source file with its text. Together they are the whole file. */
function* tokensOf(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text)
  const openTemplates = []
  let depth = 0
  let previous = kind.Unknown
  for (let token = scanner.scan(); token !== kind.EndOfFileToken; token = scanner.scan()) {
    if (token === kind.SlashToken || token === kind.SlashEqualsToken)
      if (!operands.has(previous)) token = scanner.reScanSlashToken()
    if (token === kind.CloseBraceToken && openTemplates.at(-1) === depth) {
      token = scanner.reScanTemplateToken(false)
      if (token === kind.TemplateTail) openTemplates.pop()
    } else if (token === kind.TemplateHead) openTemplates.push(depth)
    else if (token === kind.OpenBraceToken) depth += 1
    else if (token === kind.CloseBraceToken) depth -= 1
    if (!comments.has(token) && !blanks.has(token)) previous = token
    yield { token, text: scanner.getTokenText() }
  }
}

const commentMarks = /^\/\*+|\*+\/$|^\/\/+|^\s*\*/gm
const stringMarks = /\\.|[`'"]|\$\{|\}/g

/** A string without a space is a key or a name. */
const isMessage = (text) => /\S\s+\S/.test(text)

/** The comments of a source file, and with `messages` its strings that read as text. */
export function proseOfSource(text, { messages }) {
  const pieces = []
  for (const it of tokensOf(text)) {
    if (comments.has(it.token)) pieces.push(it.text.replace(commentMarks, blank))
    else if (messages && strings.has(it.token) && isMessage(it.text))
      pieces.push(it.text.replace(stringMarks, blank))
    else pieces.push(cover(it.text))
  }
  return pieces.join('')
}
