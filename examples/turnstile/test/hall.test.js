import assert from 'node:assert/strict'
import test from 'node:test'
import { openHall } from '../src/hall.js'

test('counts who enters and leaves', () => {
  const hall = openHall(10)
  hall.enter()
  hall.enter()
  hall.leave()
  assert.equal(hall.inside(), 1)
})
