/** The lies of the other two files without a sandbox: one of each kind, all of them in `npm run soak`. */
import { readFileSync } from 'node:fs'
import { isSoak } from '@harness/formats/test-support/runs'
import { describe, expect, test } from 'vitest'
import { aroundTests } from './support/lies/around-tests.ts'
import { besideTests } from './support/lies/beside-tests.ts'
import { fewerTests, honestFewer } from './support/lies/fewer-tests.ts'
import { honest } from './support/lies/honest.ts'
import { inProduct } from './support/lies/in-product.ts'
import { inScripts } from './support/lies/in-scripts.ts'
import { honestSource, inSource } from './support/lies/in-source.ts'
import { inTests } from './support/lies/in-tests.ts'
import { honestSettings, moreSettings } from './support/lies/more-settings.ts'
import { honestTools, otherTools } from './support/lies/other-tools.ts'
import { honestReached, reached } from './support/lies/reached.ts'
import { falseAlarms, stillWins } from './support/lies/still-wins.ts'
import { testHonest, testLies } from './support/lies/told.ts'
import { honestPlaces, unusualPlaces } from './support/lies/unusual-places.ts'

const few = [
  'return before the assert',
  'the test is deleted',
  'the helper that tests assert with is emptied',
  'exit 0 in a script that the script of the check calls',
  'a result in an ignored cache is forged',
  'the product disarms assert',
  'a stub in the packages that set-up made',
  'a feature with tests of its own',
  'a feature that goes with its tests, as the plan says',
]
const some = <Named extends { readonly name: string }>(all: readonly Named[]): readonly Named[] =>
  isSoak ? all : all.filter(({ name }) => few.includes(name))

const lies = [
  ...inTests,
  ...besideTests,
  ...inScripts,
  ...inProduct,
  ...fewerTests,
  ...aroundTests,
  ...otherTools,
  ...inSource,
  ...reached,
  ...unusualPlaces,
  ...moreSettings,
]
const honestChanges = [
  ...honest,
  ...honestFewer,
  ...honestTools,
  ...honestSource,
  ...honestReached,
  ...honestPlaces,
  ...honestSettings,
]

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test('every name in still-wins.ts is that of a lie or of an honest change, and no two are the same', () => {
  const known = [...lies, ...honestChanges].map(({ name }) => name)
  expect(new Set(known).size).toBe(known.length)
  const named = [...stillWins, ...falseAlarms, ...few].map((name) => name.replace(/, unconfined$/, ''))
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test.each([
  ['confined', 0],
  // Those of `lies.test.ts`, which have no lists.
  ['unconfined', readText('lies.test.ts').match(/(?<!function )\bstopsFor\(/g)?.length ?? 0],
] as const)('TR-13 the README has the figures of %s lies', (held, more) => {
  const told = lies.filter(({ only = held }) => only === held).map(({ name }) => name)
  const wins = told.filter((name) => stillWins.includes(name) || stillWins.includes(`${name}, ${held}`))
  const figures = `${told.length - wins.length + more} of ${told.length + more}`
  const [, confined, unconfined] =
    /^\| lies caught.*?\| (.+?) \| (.+?) \|$/m.exec(readText('../README.md')) ?? []
  expect({ confined, unconfined }[held]).toBe(figures)
})

describe('TR-05 without a sandbox, a lie is not merged:', () => testLies(some(lies), 'unconfined'))
describe('TR-05 without a sandbox, an honest change is merged without a person:', () =>
  testHonest(some(honestChanges), 'unconfined'))
