/**
 * Tells what a module of code is by its text, whatever its name: tests, assertions that tests share, or values and nothing
 * else. Pure text.
 */

const script = /\.[cm]?[jt]sx?$/
const python = /\.py$/
const go = /\.go$/

const library =
  /(?:\bfrom|\brequire\(|\bimport)\s*['"](?:node:test|bun:test|vitest|mocha|ava|tap|tape|uvu|qunit|@jest\/globals|@playwright\/test)['"]/
const calls = /^\s*(?:describe|suite|it|test)(?:\.\w+)*\(\s*['"`]/m

/** Tests in files of any name; tests among the code of a product are found by `inner-tests`. */
const tests: readonly (readonly [names: RegExp, holds: RegExp])[] = [
  [script, library],
  [script, calls],
  [python, /^(?:class \w+\(.*\bTestCase\b.*\):|(?:async )?def test_\w+\()/m],
  [python, /^\s*(?:import|from) (?:unittest|pytest)\b/m],
  [go, /^(?:import )?\s*"testing"$/m],
  [/\.(?:java|kts?|scala)$/, /^\s*@(?:Test|ParameterizedTest|RepeatedTest)\b/m],
  [/\.cs$/, /^\s*\[(?:Test|Fact|Theory|TestMethod|TestCase)\b/m],
  [/\.rb$/, /^\s*(?:RSpec\.)?describe\b.*\bdo$|< (?:Minitest::|Test::Unit::|ActiveSupport::)Test/m],
  [/\.php$/, /\bextends \w*TestCase\b/],
  [/\.swift$/, /: XCTestCase\b/],
  [/\.exs?$/, /^\s*use ExUnit\.Case\b/m],
]

export const holdsTests = (path: string, text: string): boolean =>
  tests.some(([names, holds]) => names.test(path) && holds.test(text))

/** Whether it may be what tests assert with. */
export const asserts = (text: string): boolean =>
  /\bassert|\bAssert|\bexpect\w*\(|\.should\b|\bt\.(?:Fatal|Error)/.test(text)

const literals =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|"""[\s\S]*?"""|\/\*[\s\S]*?\*\/|(?:\/\/|#).*$/gm
const wrappers = /\b(?:freeze|require|Map|Set|dict|tuple|frozenset|list|Decimal|Date)\s*\(/g
const acts = /=>|\b(?:function|class|def|lambda|func|fn|if|for|while)\b|[\w)\]]\s*\(/

/** Nothing in it does anything: it only has values. */
export function holdsOnlyValues(path: string, text: string): boolean {
  if (!script.test(path) && !python.test(path)) return false
  const code = text.replaceAll(literals, '').replaceAll(wrappers, '')
  return code.trim() !== '' && !acts.test(code)
}

/** Whether one of these texts declares the module of Rust for tests alone. */
export const isForTestsOnly = (module: string, declaring: readonly string[]): boolean => {
  const attributes = String.raw`((?:#\[[^\]]*\]\s*)*)`
  const declared = new RegExp(String.raw`${attributes}(?:pub(?:\([^)]*\))?\s+)?mod\s+${module}\s*;`, 'g')
  const found = declaring.flatMap((text) => [...text.matchAll(declared)].map(([, before = '']) => before))
  return found.length > 0 && found.every((before) => /#\[cfg\((?:test|all\(test\b[^\]]*)\)\]/.test(before))
}
