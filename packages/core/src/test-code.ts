/** Knows test code when it sees it, in the words of common test tools: how many tests there are, and how many are off. */
const code = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kts?|cs|swift|scala|php|exs?|c|cc|cpp|m|sh|bats|dart|lua)$/
const testName =
  /[._-](?:test|spec|e2e)\.[a-z]+$|(?:^|\/)(?:test_[^/]+|[^/]+_(?:test|spec))\.[a-z]+$|Tests?\.(?:java|kt|cs|swift|scala)$/
const testFolder = /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\//
/** What tests stand on, and no tests themselves. */
const support =
  /(?:^|\/)(?:fixtures?|__fixtures__|snapshots?|__snapshots__|helpers?|support|test-support|data|mocks?|__mocks__|utils?)\//

export const isTest = (path: string): boolean =>
  code.test(path) && (testName.test(path) || (testFolder.test(path) && !support.test(path)))

const declaration =
  /(?<![.\w])(?:it|test)(?:\.(?!each\b)\w+)*\s*\(|^\s*(?:async\s+)?def\s+test_|^\s*func\s+(?:\([^)]*\)\s*)?Test\w|^\s*#\[(?:\w+::)*test\]|^\s*@(?:Parameterized)?Test\b|^\s*\[(?:Test|Fact|Theory)\b/gm
/** One declaration that stands for a table of tests. */
const table = /(?<![.\w])(?:it|test)(?:\.\w+)*\.each\b/g
const testsOfTable = 3

const off =
  /(?<![.\w])(?:it|test|describe|suite|context)\.(?:skip|todo|only|fixme|fails)\b|(?<![.\w])x(?:it|test|describe)\s*\(|(?<![.\w])f(?:it|describe)\s*\(|\b(?:skip|todo)\s*:\s*(?:true|['"`])|\bt\.(?:skip|todo)\(|\bif\s*\(\s*(?:false|0)\s*\)|@pytest\.mark\.(?:skip|skipif|xfail)|@unittest\.(?:skip|expectedFailure)|\bpytest\.skip\(|\bt\.Skip(?:Now|f)?\(|#\[ignore|@(?:Disabled|Ignore)\b|\[Ignore\b|Skip\s*=\s*"/g

/** What is commented out is no test; a mark in a text may be taken for a comment, which only makes the count lower. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)(?:\/\/|#(?!\[)).*$/gm, '$1')

const count = (text: string | null, pattern: RegExp): number =>
  text === null ? 0 : (withoutComments(text).match(pattern)?.length ?? 0)

export const countTests = (text: string | null): number =>
  count(text, declaration) + testsOfTable * count(text, table)

export const countTestsOff = (text: string | null): number => count(text, off)

/** The first thing that switches a test off. */
export const testsOffIn = (text: string | null): string => withoutComments(text ?? '').match(off)?.[0] ?? ''
