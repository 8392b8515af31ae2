/** Every piece of a config that the docs show is one that the program takes. */
import { parseConfigValue } from '@harness/formats/config/parse-config'
import { expect, test } from 'vitest'
import { ownPages, textOf } from './support/docs-commands.ts'

const sections = Object.keys(JSON.parse(textOf('docs/harness.config.schema.json')).properties)
const fences = /^ *```(\w*)\n([\s\S]*?)^ *```/gm

/** With what a reader fills in. Text that is no JSON, such as an answer with `…` in it, is no config either. */
function configIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(
      (text.startsWith('{') ? text : `{${text}}`).replace(/<[^>]+>/g, 'filled-in'),
    )
    return typeof value === 'object' ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

interface Piece {
  readonly page: string
  readonly text: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Fields within a section, records and answers are passed over: they have no name of a section at the top. */
const pieces: readonly Piece[] = ownPages.flatMap((page) => {
  const text = textOf(page)
  const fenced = [...text.matchAll(fences)].flatMap(([, kind, block = '']) =>
    kind === 'json' ? [block] : [],
  )
  const named = [...text.replace(fences, '').matchAll(/`(\{?\s*"\w+": [^`]*)`/g)].map(([, code = '']) => code)
  return [...fenced, ...named].flatMap((text) => {
    const value = configIn(text.trim())
    return value !== null && Object.keys(value).some((key) => sections.includes(key))
      ? [{ page, text, value }]
      : []
  })
})

test('QA-20 pieces of a config are found in the docs', () => {
  expect(pieces.length).toBeGreaterThan(20)
  expect(pieces.filter(({ page }) => page === 'README.md').length).toBeGreaterThan(4)
})

test.each(pieces)('QA-20 $page: $text is a valid config', ({ value }) => {
  const parsed = parseConfigValue(
    { checks: [{ name: 'test', run: 'npm test' }], ...value },
    'harness.config.json',
  )
  expect(parsed.ok ? [] : parsed.problems).toEqual([])
})
