import { expect, it } from 'vitest'
import { answerAdvice } from './answer-advice.ts'

const gate = (name: string, ...choices: readonly string[]) => ({
  name,
  choices: choices.map((choice) => ({ name: choice })),
})

it('DL-45 names only the choices that the gate offers', () => {
  expect(answerAdvice('0001-a', [gate('base-red', 'again', 'go-on', 'abandon')])).toBe(
    'harness answer 0001-a <again|go-on|abandon>',
  )
  expect(answerAdvice('0001-a', [gate('merge-wanted', 'grant', 'refuse')])).toBe(
    'harness grant 0001-a, or harness refuse 0001-a -m "why"',
  )
  expect(answerAdvice('0001-a', [gate('stuck', 'grant', 'let-stand', 'refuse')])).toBe(
    'harness grant 0001-a, harness answer 0001-a let-stand -m "why", or harness refuse 0001-a -m "why"',
  )
  expect(answerAdvice('0001-a', [gate('need-payment', 'grant', 'refuse')])).toContain('grant 0001-a -m "…"')
})
