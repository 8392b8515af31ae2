import { describe, expect, test } from 'vitest'
import { fakeTerminal } from '../../test-support/fake-terminal.ts'
import { askText, choose } from './ask.ts'
import { askGate } from './ask-gate.ts'

const choices = [
  { value: 'a', label: 'First', hint: 'the first' },
  { value: 'b', label: 'Second', hint: 'the second' },
] as const
const accessible = () => fakeTerminal({ tty: true, env: { ACCESSIBLE: '1' } })

describe('questions with ACCESSIBLE', () => {
  test('QA-21 are numbered text, answered by a number, without a byte that moves the cursor', async () => {
    const fake = accessible()
    const answer = choose(fake.terminal, 'Which?', choices)
    fake.input.write('2\n')
    expect(await answer).toBe('b')
    expect(fake.out()).toBe('Which?\n  1. First: the first\n  2. Second: the second\nNumber (1 to 2): ')
  })
  test('a wrong number is asked again', async () => {
    const fake = accessible()
    const answer = choose(fake.terminal, 'Which?', choices)
    fake.input.write('3\n')
    await new Promise((resolve) => setTimeout(resolve, 20))
    fake.input.write('1\n')
    expect(await answer).toBe('a')
  })
  test('the end of input is no answer', async () => {
    const fake = accessible()
    const answer = choose(fake.terminal, 'Which?', choices)
    fake.input.end()
    expect(await answer).toBeNull()
  })
  test('an abort is no answer', async () => {
    const abort = new AbortController()
    const answer = askText(accessible().terminal, 'Why?', abort.signal)
    abort.abort()
    expect(await answer).toBeNull()
  })
})

describe('a gate', () => {
  const gate = {
    name: 'g',
    question: 'Go on?\u001b[2K',
    detail: '',
    onGrant: 'it goes on',
    onRefuse: 'it ends',
    exitCode: 3,
  } as const
  test('is answered with a decision, a reason and a name; QA-07 its words are made safe', async () => {
    const fake = accessible()
    const answer = askGate(fake.terminal, gate, 'ada', new AbortController().signal)
    fake.input.write('2\n')
    await new Promise((resolve) => setTimeout(resolve, 20))
    fake.input.write('not now\n')
    expect(await answer).toEqual({ decision: 'refused', reason: 'not now', by: 'ada' })
    expect(fake.out()).not.toContain('\u001b')
  })
  test('DL-45 shows every choice, and asks again for the words a choice needs', async () => {
    const fake = accessible()
    const three = { ...gate, onLetStand: 'the finding is waived' }
    const answer = askGate(fake.terminal, three, 'ada', new AbortController().signal)
    fake.input.write('2\n')
    await expect.poll(fake.out).toContain('Why? ')
    fake.input.write('\n')
    await expect.poll(fake.out).toContain('Why? Why? ')
    fake.input.write('it is right\n')
    expect(await answer).toEqual({ decision: 'let-stand', reason: 'it is right', by: 'ada' })
    for (const line of [
      '1. Grant: it goes on',
      '2. Let it stand: the finding is waived',
      '3. Refuse: it ends',
    ])
      expect(fake.out()).toContain(line)
  })
  test('stays open where the person decides later', async () => {
    const fake = accessible()
    const answer = askGate(fake.terminal, gate, 'ada', new AbortController().signal)
    fake.input.write('3\n')
    expect(await answer).toBeNull()
  })
})
