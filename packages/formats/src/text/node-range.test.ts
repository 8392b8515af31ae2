import { describe, expect, test } from 'vitest'
import { nodeFits } from './node-range.ts'

describe('DL-46 engines.node against a version of Node', () => {
  test.each([
    ['>=18', '20.19.0', true],
    ['>= 0.6', '20.19.0', true],
    ['>=22', '20.19.0', false],
    ['^18.19.0 || >=20.5.0', '20.4.0', false],
    ['^18.19.0 || >=20.5.0', '20.5.0', true],
    ['^18.19.0 || >=20.5.0', '18.20.1', true],
    ['^20.19.0 || >=22.12.0', '21.7.0', false],
    ['20.x', '20.3.1', true],
    ['20', '21.0.0', false],
    ['~20.3', '20.4.0', false],
    ['18 || 20 || >=22', '20.0.0', true],
    ['>=18 <21', '22.0.0', false],
    ['18 - 20', '20.9.0', true],
    ['>20', '20.9.0', false],
    ['<=20', '20.9.0', true],
    ['*', '26.0.0', true],
    ['v20.1.0', '20.1.0', true],
    ['lts/*', '20.1.0', null],
  ])('%s and %s: %s', (range, version, fits) => expect(nodeFits(range, version)).toBe(fits))
})
