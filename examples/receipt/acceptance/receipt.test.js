import assert from 'node:assert/strict'
import { test } from 'node:test'

test('three lines become a receipt with tax', async () => {
  const { receipt } = await import('../src/receipt.js')
  assert.equal(
    receipt(['2 x coffee 3.50', '1 x cake 4.10', '3 x water 1.00']),
    [
      '2 × coffee   7.00',
      '1 × cake     4.10',
      '3 × water    3.00',
      'tax 10 %     1.41',
      'total       15.51',
    ].join('\n'),
  )
})
