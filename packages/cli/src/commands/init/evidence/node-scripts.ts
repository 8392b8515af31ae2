/** Reads the scripts of a package.json: which script proves what, and which other scripts each one runs. Pure. */
import { runnerCall } from './runner-call.ts'

export type Scripts = Readonly<Record<string, string>>

/** By the name of the check, the names that scripts have for it; the first that is there and only looks wins. */
const candidates: Readonly<Record<string, readonly string[]>> = {
  lint: ['lint', 'lint:check', 'check:lint', 'lint:ci', 'eslint', 'xo', 'lint:js', 'lint:all'],
  format: [
    ...['format:check', 'check:format', 'format-check', 'check-format', 'fmt:check', 'prettier:check'],
    ...['check:prettier', 'lint:format', 'format', 'fmt', 'prettier'],
  ],
  types: [
    ...['typecheck', 'type-check', 'types:check', 'check:types', 'check-types', 'types', 'type', 'tsc'],
    ...['ts:check', 'check:ts', 'tscheck', 'lint:types'],
  ],
  build: ['build', 'compile'],
  test: [
    'test',
    'tests',
    'test:ci',
    'test-ci',
    'test:all',
    'test:unit',
    'test-unit',
    'unit',
    'vitest',
    'jest',
  ],
}

export interface ScriptCheck {
  readonly name: string
  readonly script: string
}

/** The checks that scripts are. A script that only calls others counts as those. */
export function scriptChecks(scripts: Scripts): {
  readonly checks: readonly ScriptCheck[]
  /** Scripts that would be checks, but change files. */
  readonly changing: readonly string[]
} {
  const checks: ScriptCheck[] = []
  const changing: string[] = []
  const add = (name: string, script: string): void => {
    if (checks.some((check) => check.script === script)) return
    checks.push({ name: checks.some((check) => check.name === name) ? script : name, script })
  }
  for (const [name, names] of Object.entries(candidates)) {
    const there = names.filter((each) => isProof(scripts[each]))
    const found = there.find((each) => onlyLooks(name, each, scripts[each] ?? ''))
    if (found === undefined) {
      if (there[0] !== undefined && name !== 'types') changing.push(there[0])
      continue
    }
    for (const leaf of leavesOf(found, scripts)) add(nameOf(leaf) ?? (leaf === found ? name : leaf), leaf)
  }
  return { checks, changing }
}

/** What npm init leaves behind is a reminder, and so is a script that only speaks. */
const isProof = (body: string | undefined): body is string =>
  body !== undefined &&
  body.trim() !== '' &&
  !/no test specified/.test(body) &&
  !/^echo [^&|;]*$/.test(body.trim())

const changes = /\s--(?:fix|write|apply|apply-unsafe)(?=[\s=]|$)|\s-w(?=\s|$)/
const looks = /\s(?:--check|-c|--list-different|-l|--dry-run|ci|check)(?=[\s=]|$)/

function onlyLooks(check: string, script: string, body: string): boolean {
  if (changes.test(body)) return false
  return check !== 'format' || /check|lint/.test(script) || looks.test(body)
}

const nameOf = (script: string): string | null =>
  Object.entries(candidates).find(([name, names]) => name !== 'test' && names.includes(script))?.[0] ?? null

/** The scripts that a script comes to; itself if it does anything else than call others. */
function leavesOf(script: string, scripts: Scripts, above: readonly string[] = []): readonly string[] {
  const called = onlyCalls(scripts[script] ?? '', scripts)
  if (called === null || [script, ...above].some((each) => called.includes(each))) return [script]
  return called.flatMap((each) => leavesOf(each, scripts, [script, ...above]))
}

/** Null if the line does more than to call scripts one after the other. */
function onlyCalls(body: string, scripts: Scripts): readonly string[] | null {
  const called: string[] = []
  for (const part of body.split('&&')) {
    const names = calledBy(part.trim(), scripts)
    if (names === null) return null
    called.push(...names)
  }
  return called
}

const shorthand = 'test|start|build|lint'

/**
 * The scripts that one command calls, and nothing else; null if it is another command. Targets of a Makefile and the like count
 * as scripts, by the name `make <target>`.
 */
export function calledBy(command: string, scripts: Scripts): readonly string[] | null {
  const plain = command.replace(/^(?:[A-Za-z_]\w*=\S*\s+)*(?:cross-env\s+(?:\w+=\S*\s+)*)?/, '')
  const [, many] = /^(?:run-s|run-p|npm-run-all2?)((?:\s+(?:-\S+|[\w:.-]+))+)$/.exec(plain) ?? []
  if (many !== undefined) {
    const names = many
      .trim()
      .split(/\s+/)
      .filter((word) => !word.startsWith('-'))
    return names.every((name) => scripts[name] !== undefined) ? names : null
  }
  const call = runnerCall(plain)
  if (call !== null) {
    const names = call.targets.map((target) => `${call.runner} ${target}`)
    return names.every((name) => scripts[name] !== undefined) ? names : null
  }
  const [, run, short] =
    new RegExp(
      `^(?:npm|pnpm|yarn|bun)(?:\\s+-s|\\s+--silent)?\\s+(?:run(?:-script)?\\s+([\\w:.-]+)|(${shorthand}|[\\w:.-]+))$`,
    ).exec(plain) ?? []
  const name = run ?? short
  return name !== undefined && scripts[name] !== undefined ? [name] : null
}

/** Every script that these come to, themselves included, and what npm runs around them. */
export function closureOf(names: readonly string[], scripts: Scripts): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name) || scripts[name] === undefined) return
    seen.add(name)
    for (const around of [`pre${name}`, `post${name}`]) visit(around)
    for (const part of (scripts[name] ?? '').split(/&&|\|\||;/))
      for (const called of scriptsNamedIn(part, scripts)) visit(called)
  }
  for (const name of names) visit(name)
  return seen
}

/** The scripts that a command names anywhere in it, as `nyc npm test` does. */
export function scriptsNamedIn(command: string, scripts: Scripts): readonly string[] {
  const whole = calledBy(command.trim(), scripts)
  if (whole !== null) return whole
  const named = [...command.matchAll(/\b(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?([\w:.-]+)/g)]
  return named.flatMap(([, name = '']) => (scripts[name] === undefined ? [] : [name]))
}
