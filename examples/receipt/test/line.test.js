import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linePattern } from '../src/line.js'

test('the pattern knows a line from the till', () => {
  assert.match('2 x coffee 3.50', linePattern)
  assert.doesNotMatch('coffee', linePattern)
})
