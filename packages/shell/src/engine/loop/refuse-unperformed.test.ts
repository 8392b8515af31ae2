import { asRunId, commandId } from '@harness/core/kernel/ids'
import { InvariantError } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import { expect, test } from 'vitest'
import { performerOf } from '../../effects/performer.ts'
import { refuseUnperformed } from './refuse-unperformed.ts'

const performers = { WakeAt: { perform: () => new Promise<never>(() => {}) } }

test('a playbook that wants an effect nothing performs is refused, and the error names both', () => {
  const wrong = () => refuseUnperformed({ name: 'spike', effects: ['WakeAt', 'Teleport'] }, performers)
  expect(wrong).toThrow(UserError)
  expect(wrong).toThrow('Nothing performs Teleport, which the playbook spike wants.')
})

test('a playbook whose effects are all performed starts', () => {
  expect(() => refuseUnperformed({ name: 'spike', effects: ['WakeAt'] }, performers)).not.toThrow()
  expect(() => refuseUnperformed({ name: 'spike' }, performers)).not.toThrow()
})

test.each(['Teleport', 'toString'])('a command %s that nothing performs breaks an invariant', (type) => {
  const id = commandId(asRunId('20261116-120000'), 'x', 'y', 1)
  expect(() => performerOf({ type, id }, performers)).toThrow(new InvariantError(`nothing performs ${type}`))
})
