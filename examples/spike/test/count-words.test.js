import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords } from '../src/count-words.js'

test('words are counted', () => {
  assert.equal(countWords('three small words'), 3)
})
