import { expect, it } from 'vitest'
import { readManifest } from './read-manifest.ts'

it('takes scripts and the settings of tools out of a manifest', () => {
  const text = '{"name":"x","scripts":{"test":"vitest"},"jest":{"testMatch":["a"]},"dependencies":{"a":"1"}}'
  expect(readManifest(text)).toEqual({
    scripts: { test: 'vitest' },
    settings: { jest: '{"testMatch":["a"]}' },
  })
})

it.each([null, '', '{', '[]', 'null', '{"scripts":3}'])('%j says nothing', (text) =>
  expect(readManifest(text)).toEqual({ scripts: {}, settings: {} }),
)
