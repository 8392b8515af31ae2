import type { AgentFinished } from '@harness/core/playbooks/delivery/effects'
import { expect, it } from 'vitest'
import { deliveryAnswer } from './delivery-answer.ts'

const prose = (role: string) =>
  deliveryAnswer(
    {
      commandId: '20261116-120000/review/0001/1',
      role,
      answer: { kind: 'text' },
    } as unknown as AgentFinished,
    [],
  )

it('AG-18 says of prose that no verdict could be read, if the role judges', () => {
  expect(prose('reviewer')).toMatchObject({ text: 'no verdict could be read from the reviewer’s answer' })
  expect(prose('fixer')).toBeNull()
})
