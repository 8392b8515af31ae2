import assert from 'node:assert/strict'
import { test } from 'node:test'
import { departures } from '../src/departures.js'

test('a departure is one line', () => {
  assert.deepEqual(departures([{ at: '08:10', ferry: 'Alma', to: 'Island' }]), ['08:10 Alma to Island'])
})
