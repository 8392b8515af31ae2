/**
 * Owns the control test: a copy of one of the product's own tests with one more, which must fail. It asks the assertions that
 * tests use if they still refuse what is wrong. If it passes, the product has disarmed the runner, or no test counts. A
 * failure counts only with a marker that nothing but the control's own failure prints.
 */

import { compiledRunners } from './compiled-runners.ts'
import { callsOf, lineFor } from './control-line.ts'
import { filesOf, runners } from './control-runners.ts'
import { type CommandLine, entryKind } from './entry-files.ts'
import { isTest } from './test-files.ts'
import { withWrongExpectations } from './wrong-expectation.ts'

export interface ControlPlan {
  /** A test of the product. The control stands in its place, so that nothing can tell them apart by their name. */
  readonly at: string
  readonly run: string
  text(original: string, marker: string): string
  /** The same test with other expected values, which must fail too. Null if none is named there. */
  wrong(original: string, marker: string): string | null
}

/**
 * Empty if the check calls no runner that is known here, or if it has no test that could be copied. `isQuick`: the check may
 * run once more as a whole.
 */
export function planControl(
  lines: readonly CommandLine[],
  paths: readonly string[],
  isQuick = true,
): readonly ControlPlan[] {
  const known = new Set(paths)
  const isFile = (word: string): boolean => /[*?[{/]/.test(word) || known.has(word) || isTest(word)
  for (const runner of isQuick ? [...runners, ...compiledRunners] : runners)
    for (const call of callsOf(lines, runner, isFile)) {
      const files = filesOf(runner, call.words, call.files)
      // A runner looks below its own folder, unless it is told to leave it.
      const isBelow = (path: string): boolean =>
        call.folder === '' ||
        path.startsWith(`${call.folder}/`) ||
        call.files.some((file) => file.startsWith('..'))
      const plans = paths
        .filter((path) => isTest(path) && files.test(path) && /^[\w./@+-]+$/.test(path) && isBelow(path))
        .map((at) => ({
          at,
          run: lineFor(call, runner, at),
          text: (original: string, marker: string) =>
            `${original}\n${runner.control(original, at, hidden(marker, at))}\n`,
          // What is compiled names expected values in ways that are not known here.
          wrong: runner.compiles === true ? () => null : withWrongExpectations,
        }))
      if (plans.length > 0) return plans
    }
  return []
}

/**
 * For runners of the repository's own: the check's own line as it is, with a test that fails in one of the files that it may
 * run. Their words are not known, so the marker is its name too. Empty if no script of the check is about tests.
 */
export function planOwnControl(
  line: string,
  lines: readonly CommandLine[],
  scripts: readonly { readonly text: string }[],
  paths: readonly string[],
): readonly ControlPlan[] {
  const tests = paths.filter((path) => isTest(path) && /\.[cm]?js$/.test(path))
  const named = tests.filter((path) => entryKind(lines, path) === 'test')
  if (named.length === 0 && !scripts.some(({ text }) => /\btests?\b/i.test(text))) return []
  return (named.length > 0 ? named : tests).map((at) => ({
    at,
    run: line,
    text: (original, marker) => withFailure(original, hidden(marker, at)),
    wrong: withWrongExpectations,
  }))
}

/** Behind the imports, so that the product is loaded before it. */
function withFailure(original: string, marker: string): string {
  const [, declare] = /(?:^|[^\w.])(test|it)\(/.exec(original) ?? []
  const fails = `throw new Error(${marker})`
  const lines = original.split('\n')
  const last = lines.findLastIndex((line) => loading.test(line))
  const inserted = declare === undefined ? fails : `;${declare}(${marker}, () => { ${fails} });`
  return [...lines.slice(0, last + 1), inserted, ...lines.slice(last + 1)].join('\n')
}

const loading =
  /^(?:import\b.*['"];?|\}.* from ['"].*['"];?|['"]use strict['"];?|(?:\S.*)?\brequire\(['"][^'"]+['"]\)[\w.()]*;?)$/

/** An expression: the output shows the marker only if the control failed, and not if its source is shown. */
function hidden(marker: string, at: string): string {
  const [first, second] = [marker.slice(0, 4), marker.slice(4)]
  if (at.endsWith('.rs')) return `concat!("${first}", "${second}")`
  if (at.endsWith('.go')) return `"${first}" + "${second}"`
  const backwards = [...marker].reverse().join('')
  return at.endsWith('.py') ? `"${backwards}"[::-1]` : `[...'${backwards}'].reverse().join('')`
}
