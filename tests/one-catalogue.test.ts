/**
 * Finds prose in the code of `workflow` and `spec` that is not from their catalogue: people read it in their own language.
 * A file whose texts are for agents or for the help of the command line is listed here with the reason.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const files = (reason: string, ...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [`packages/${path}`, reason]))

const exempt: Readonly<Record<string, string>> = {
  ...files(
    'agents are told in English',
    'core/src/playbooks/workflow/envelopes.ts',
    'core/src/playbooks/spec/answered.ts',
    'core/src/playbooks/spec/calls.ts',
    'core/src/playbooks/spec/slices.ts',
  ),
  ...files('lines that programs read are never translated', 'core/src/playbooks/spec/critic-counts.ts'),
}

/** The help of all commands is English. */
const isHelp = (path: string): boolean => /^packages\/cli\/.*\/commands\.ts$/.test(path)

/** Engineers of the harness read what these are given. */
const internal = new Set(['invariant', 'unreachable', 'Error'])
/** Commits of lanes, which one commit in the words of the task replaces; and the name of the program. */
const ownFields = new Set(['commitMessage', 'from'])

/** Two words in a row, the second in small letters: not a name, a path or a command of one word. */
const prose = /\p{L}{2,}[,;:]? \p{Ll}{2,}/u
/** Programs and what a person types. */
const command = /^(?:git|harness|npm|npx|\.\/gradlew|mvn|go|cargo|dotnet|ruff|pylint|golangci-lint) /

/** Places of prose as `line: text`. */
function proseIn(text: string): readonly string[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || isInternal(node)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const said = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
        : node.text
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (!ts.isLiteralTypeNode(node.parent) && prose.test(said) && !command.test(said))
        found.push(`${line}: ${said}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isInternal = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && ownFields.has(node.name.text)) ||
  ((ts.isCallExpression(node) || ts.isNewExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    internal.has(node.expression.text))

const sources = ['core', 'shell', 'cli']
  .flatMap((name) =>
    ['workflow', 'spec'].map((playbook) => join(root, `packages/${name}/src/playbooks/${playbook}`)),
  )
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
  .map((path) => relative(root, path).replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !/\.(spec|test)\.ts$|\/test-support\//.test(path))

describe('WF-03 one catalogue', () => {
  it('all that people read in workflow and spec is in it', () => {
    expect(sources.length).toBeGreaterThan(20)
    const found = sources
      .filter((path) => !Object.hasOwn(exempt, path) && !isHelp(path))
      .flatMap((path) => proseIn(readFileSync(join(root, path), 'utf8')).map((place) => `${path}:${place}`))
    expect(found).toEqual([])
  })

  it('no file is listed that needs no exemption', () => {
    for (const path of Object.keys(exempt))
      expect(proseIn(readFileSync(join(root, path), 'utf8')), path).not.toEqual([])
  })

  it('sees prose in strings and templates, and nothing in names, commands and types', () => {
    const text = [
      "import { a } from './the other file.ts'",
      "const said = 'The plan is missing.'",
      'const told = `$' + '{file} is missing`',
      "const known = ['workflow-architect', 'git switch main', 'docs/harness', 'PASS — build ✓']",
      "type Kind = 'two words'",
      "invariant(a, 'a plan is there')",
      "throw new UserError('usage', `$" + "{file} is empty`, { next: 'Write it: harness spec' })",
      "const work = { commitMessage: 'Apply the fix' }",
    ]
    expect(proseIn(text.join('\n'))).toEqual([
      '2: The plan is missing.',
      '3: … is missing',
      '7: … is empty',
      '7: Write it: harness spec',
    ])
  })
})
