import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inEuros } from '../src/money.js'

test('cents are shown as euros', () => {
  assert.equal(inEuros(1250), '12.50 EUR')
})
