import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../runner/provider.ts'
import { strictSchema, withoutFillers } from './strict-schema.ts'

const finding = {
  type: 'object',
  properties: { title: { type: 'string', minLength: 1 }, line: { type: 'integer', minimum: 1 } },
  required: ['title'],
}
const review: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    verdict: { type: 'string', enum: ['pass', 'fail'], default: 'pass' },
    findings: { type: 'array', items: { $ref: '#/$defs/finding' } },
    nested: { type: 'object', properties: { deep: { oneOf: [{ type: 'number' }, { type: 'null' }] } } },
  },
  required: ['verdict', 'findings'],
  $defs: { finding },
}

test('AG-04 every property becomes required, what may be left out may be null, and nothing can be added', () => {
  expect(strictSchema(review)).toEqual({
    type: 'object',
    properties: {
      verdict: { type: 'string', enum: ['pass', 'fail'] },
      findings: { type: 'array', items: { $ref: '#/$defs/finding' } },
      nested: {
        anyOf: [
          {
            type: 'object',
            properties: {
              deep: { anyOf: [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, { type: 'null' }] },
            },
            required: ['deep'],
            additionalProperties: false,
          },
          { type: 'null' },
        ],
      },
    },
    required: ['verdict', 'findings', 'nested'],
    additionalProperties: false,
    $defs: {
      finding: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          line: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
        },
        required: ['title', 'line'],
        additionalProperties: false,
      },
    },
  })
})

test('AG-04 a null that fills a gap is taken away, a null that means something stays', () => {
  const answer = {
    verdict: 'pass',
    findings: [
      { title: 'a', line: null },
      { title: 'b', line: 2 },
    ],
    nested: null,
  }
  expect(withoutFillers(answer, review)).toEqual({
    verdict: 'pass',
    findings: [{ title: 'a' }, { title: 'b', line: 2 }],
  })
  const nullable = { type: 'object', properties: { a: { type: 'null' } }, required: ['a'] }
  expect(withoutFillers({ a: null }, nullable)).toEqual({ a: null })
})

test('AG-04 an open-ended object cannot be said strictly, so no schema is sent', () => {
  const open = {
    type: 'object',
    properties: { counts: { type: 'object', additionalProperties: { type: 'number' } } },
  }
  expect(strictSchema(open)).toBeNull()
  expect(strictSchema({ anyOf: [finding] })).toBeNull()
})

test('AG-04 whatever satisfies the strict schema satisfies the first one once the fillers are gone', () => {
  const strictly = new Ajv({ strict: false }).compile(strictSchema(review)!)
  const { $schema: _, ...unversioned } = review
  const first = new Ajv({ strict: false }).compile(unversioned)
  const answers = fc.record({
    verdict: fc.constantFrom('pass', 'fail'),
    findings: fc.array(
      fc.record({ title: fc.string({ minLength: 1 }), line: fc.option(fc.integer({ min: 1, max: 9999 })) }),
    ),
    nested: fc.option(fc.record({ deep: fc.option(fc.double({ noNaN: true })) })),
  })
  fc.assert(
    fc.property(answers, (answer) => {
      expect(strictly(answer)).toBe(true)
      expect(first(withoutFillers(answer, review))).toBe(true)
    }),
  )
})
