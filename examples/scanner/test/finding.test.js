import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFinding } from '../src/finding.js'

test('a finding has its place and its rule', () => {
  assert.equal(describeFinding({ file: 'a.conf', line: 3, rule: 'weak-hash' }), 'a.conf:3 weak-hash')
})
