import { UserError } from '@harness/core/kernel/user-error'
import { deliveryContracts } from '@harness/formats/answers/delivery/contracts'
import { expect, test } from 'vitest'
import { knownContract, refuseUnknownContracts } from './known-contract.ts'

const judge = { role: 'judge', mode: 'review', tier: 'evaluator', contract: 'verdict' } as const
const spike = { playbook: { name: 'spike' }, roles: [judge] }

test('AG-04 a role whose contract the playbook does not bring is refused, and the error names all three', () => {
  const wrong = () => refuseUnknownContracts({ ...spike, contracts: deliveryContracts })
  expect(wrong).toThrow(UserError)
  expect(wrong).toThrow(
    'The judge of the playbook spike has the contract "verdict", which the playbook does not bring.',
  )
})

test('AG-04 a role without a contract, or with one of its playbook, is not refused', () => {
  const roles = [
    { ...judge, contract: null },
    { ...judge, contract: 'review' },
  ]
  expect(() => refuseUnknownContracts({ ...spike, roles, contracts: deliveryContracts })).not.toThrow()
})

test('AG-04 a command whose contract the playbook does not bring is refused before an agent is asked', () => {
  expect(() => knownContract('verdict', deliveryContracts)).toThrow('No contract is called "verdict".')
  expect(() => knownContract('verdict')).toThrow(UserError)
  expect(knownContract('review', deliveryContracts).name).toBe('review')
  expect(knownContract(null, []).name).toBe('text')
})
