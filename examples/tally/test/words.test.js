import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '../src/words.js'

test('a text has words', () => {
  assert.deepEqual(wordsIn('One, two'), ['One', 'two'])
})
