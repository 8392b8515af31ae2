/** Knows test code when it sees it, in the words of common test tools: which tests there are, and how many are off. */
const code = /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kts?|cs|swift|scala|php|exs?|c|cc|cpp|m|sh|bats|dart|lua)$/
const testName =
  /[._-](?:test|spec|e2e)\.[a-z]+$|(?:^|\/)(?:test_[^/]+|[^/]+_(?:test|spec))\.[a-z]+$|Tests?\.(?:java|kt|cs|swift|scala)$/
const testFolder = /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\//
/** What tests stand on, and no tests themselves. */
const support =
  /(?:^|\/)(?:fixtures?|__fixtures__|snapshots?|__snapshots__|helpers?|support|test-support|data|mocks?|__mocks__|utils?)\//

export const isTest = (path: string): boolean =>
  code.test(path) && (testName.test(path) || (testFolder.test(path) && !support.test(path)))

/** What tests stand on wherever it is: data, recorded output, stand-ins and helpers. */
const supportAnywhere = /(?:^|\/)(?:__)?(?:fixtures?|snapshots?|mocks?|test-support)(?:__)?\/|\.snap$/

export const isTestSupport = (path: string): boolean =>
  !isTest(path) && (testFolder.test(path) || supportAnywhere.test(path))

/** A test as it is written: all from its declaration to the next one. */
export interface WrittenTest {
  /** Empty for a file that declares no test in words known here: it is one test as a whole. */
  readonly title: string
  /** Whether one declaration stands for a table of tests. */
  readonly isTable: boolean
  /** The lines behind the title that say something. */
  readonly lines: readonly string[]
  readonly asserts: boolean
}

const declaration =
  /(?<![.\w])[xf]?(?:it|test)(?:\.\w+)*(?:\s*\(|(?<=\.each)\b)|^\s*(?:it|test|specify|@test)\s+(?=["'])|^\s*(?:async\s+)?def\s+test_|^\s*func\s+(?:\([^)]*\)\s*)?[Tt]est\w|\bfunction\s+test\w|^\s*#\[(?:\w+::)*test\]|^\s*@(?:Parameterized)?Test\b|^\s*\[(?:Test|Fact|Theory)\b/gm
const table = /^\s*(?:it|test)(?:\.\w+)*\.each\b/
export const assertion =
  /expect|assert|should|\bmust|verify|raises|throws|\bt\.(?:is|not|ok|true|false|equal|same|like|deep|snapshot|match|Error|Fatal|Fail)|\bfail\b/i

export function testsIn(text: string): readonly WrittenTest[] {
  const plain = withoutComments(text)
  const starts = [...plain.matchAll(declaration)].map(({ index }) => index)
  if (starts.length === 0) return [writtenTest('', plain)]
  return starts.map((start, at) => {
    const segment = plain.slice(start, starts[at + 1])
    return writtenTest(titleOf(segment), segment)
  })
}

function writtenTest(title: string, segment: string): WrittenTest {
  const behind = segment.slice(segment.indexOf(title) + title.length)
  const lines = behind.split('\n').map((line) => line.trim())
  return {
    title,
    isTable: table.test(segment),
    lines: lines.filter((line) => /[a-z]{2}/i.test(line) && !/^\W*(?:async|function)\W*$/.test(line)),
    asserts: assertion.test(behind),
  }
}

const quoted = `(["'\`])((?:\\\\.|(?!\\1)[^\\n])+)\\1`
const titles = [
  new RegExp(`^[\\s.\\w@]*\\(?\\s*${quoted}`),
  new RegExp(`\\)\\s*\\(\\s*${quoted}`),
  /^\s*(?:async\s+)?(?:def|func|function)\s+(?:\([^)]*\)\s*)?()(\w+)/,
  /\b(?:fn|fun|void|Task)\s+()`?([^(`\n]+)/,
  /^[^(\n]*\(\s*()([^,)\n]+)/,
]

function titleOf(segment: string): string {
  for (const pattern of titles) {
    const [, , title] = pattern.exec(segment) ?? []
    if (title !== undefined) return title
  }
  return ''
}

const off =
  /(?<![.\w])(?:it|test|describe|suite|context)(?:\.\w+)*\.(?:skip|todo|only|fixme|fails|skipIf|runIf)\b|(?<![.\w])x(?:it|test|describe)\s*\(|(?<![.\w])f(?:it|describe)\s*\(|\b(?:skip|todo)\s*:\s*(?:true|['"`])|(?<![.\w])(?:it|test|describe|suite)\s*\(\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)\s*,\s*\{[^{}]*\b(?:skip|todo|only)\s*:\s*(?!false\b|undefined\b|true\b|['"`])|\bt\.(?:skip|todo)\(|\bif\s*\(\s*(?:false|0)\s*\)|\b(?:process\.exit|sys\.exit|os\._?[eE]xit)\s*\(|@pytest\.mark\.(?:skip|skipif|xfail)|@unittest\.(?:skip|expectedFailure)|\bpytest\.skip\(|\bskipTest\(|\bt\.Skip(?:Now|f)?\(|#\[ignore|@(?:Disabled|Ignore)\b|\[Ignore\b|Skip\s*=\s*"/g

/** What is commented out is no test; a mark in a text may be taken for a comment, which only makes the count lower. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)(?:\/\/|#(?!\[)).*$/gm, '$1')

export const countTestsOff = (text: string | null): number =>
  text === null ? 0 : (withoutComments(text).match(off)?.length ?? 0)

/** The first thing that switches a test off. */
export const testsOffIn = (text: string | null): string => withoutComments(text ?? '').match(off)?.[0] ?? ''
