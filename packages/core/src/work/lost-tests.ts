/**
 * Finds the tests that a change takes away, test by test and not by their number: another test that came along makes up
 * for none of them. A test that moved to another file or got another name is still there.
 */
import type { Suspicion } from '../effects/run-agent.ts'
import { isTest, testsIn, type WrittenTest } from './test-code.ts'

/** One file of a change; `before` or `after` is null if the file was not there, and `oldPath` if it did not move. */
export interface ChangedFile {
  readonly path: string
  readonly oldPath: string | null
  readonly before: string | null
  readonly after: string | null
}

interface Compared {
  readonly path: string
  readonly was: string
  readonly isGone: boolean
  readonly had: readonly WrittenTest[]
  readonly has: readonly WrittenTest[]
  /** Kept their titles and assert nothing any more. */
  readonly emptied: readonly WrittenTest[]
  readonly lost: readonly WrittenTest[]
  readonly gained: readonly WrittenTest[]
}

export function lostTests(files: readonly ChangedFile[]): readonly Suspicion[] {
  const compared = files
    .filter(({ path, oldPath }) => isTest(path) || isTest(oldPath ?? path))
    .map((file) => compare(file))
  const successors = createSuccessors(compared)
  return compared.flatMap((file) => {
    const gone = file.lost.filter((test) => !successors.take(test, file))
    const details = [
      ...(gone.length === 0 ? [] : [goneDetail(file, gone)]),
      ...file.emptied.map(({ title }) => `${named(title)} in ${file.path} no longer asserts anything.`),
    ]
    return details.map((detail) => ({ kind: 'test-removed', file: file.was, detail }))
  })
}

function compare({ path, oldPath, before, after }: ChangedFile): Compared {
  const was = oldPath ?? path
  const had = before !== null && isTest(was) ? testsIn(before) : []
  const has = after !== null && isTest(path) ? testsIn(after) : []
  const gained = [...has]
  const lost: WrittenTest[] = []
  const emptied: WrittenTest[] = []
  for (const test of had) {
    const at = gained.findIndex(({ title }) => title === test.title)
    const [kept] = at === -1 ? [] : gained.splice(at, 1)
    if (kept === undefined) lost.push(test)
    else if (test.asserts && !kept.asserts) emptied.push(test)
  }
  return { path, was, isGone: after === null || !isTest(path), had, has, emptied, lost, gained }
}

/** A table may take the place of several tests. */
const testsOfTable = 3

/** The tests that came along, each of which can be what one lost test became. */
function createSuccessors(compared: readonly Compared[]) {
  const free = compared.flatMap((file) =>
    file.gained.map((test) => ({ file, test, left: test.isTable ? testsOfTable : 1 })),
  )
  return {
    take(lost: WrittenTest, from: Compared): boolean {
      const able = free.filter(({ test, left }) => left > 0 && (test.asserts || !lost.asserts))
      const found =
        able.find(({ test }) => lost.title !== '' && test.title === lost.title) ??
        able.find(({ test }) => sharesHalf(lost.lines, test.lines)) ??
        able.find(({ test, file }) => file === from && mayBecome(lost, test))
      if (found === undefined) return false
      found.left--
      return true
    },
  }
}

const mayBecome = (lost: WrittenTest, test: WrittenTest): boolean =>
  test.isTable || lost.lines.length === 0 || sharesHalf(wordsOf(lost.title), wordsOf(test.title))

function sharesHalf(some: readonly string[], others: readonly string[]): boolean {
  const shared = some.filter((each) => others.includes(each)).length
  return shared > 0 && shared * 2 >= some.length
}

const wordsOf = (title: string): readonly string[] =>
  title
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'test')

const named = (title: string): string => (title === '' ? 'The test' : `The test "${title}"`)

function goneDetail({ path, was, isGone, had, has }: Compared, gone: readonly WrittenTest[]): string {
  if (isGone) return `${was} ${path === was ? 'was deleted' : `became ${path}, which is no test`}.`
  const titles = gone.map(({ title }) => `"${title}"`).join(', ')
  return has.length < had.length
    ? `${path} had ${had.length} tests and has ${has.length}: ${titles} went.`
    : `${titles} went from ${path}.`
}
