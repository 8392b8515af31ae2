import type { Gate } from '@harness/core/kernel/gate'
import { withLetStand } from '@harness/core/kernel/gate-choices'
import { aGate } from '@harness/core/test-support/gates'
import { describe, expect, test } from 'vitest'
import { fakeTerminal } from '../../test-support/fake-terminal.ts'
import { askText, choose } from './ask.ts'
import { askGate } from './ask-gate.ts'
import { askYesNo } from './ask-yes-no.ts'

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
  test('QA-21 have no line that is wider than the terminal', async () => {
    const fake = fakeTerminal({ tty: true, columns: 60, env: { ACCESSIBLE: '1' } })
    const long = { value: 'c', label: 'Third', hint: 'word '.repeat(20).trim() }
    const answer = choose(fake.terminal, 'May it? '.repeat(12).trim(), [...choices, long])
    fake.input.write('3\n')
    expect(await answer).toBe('c')
    expect(
      fake
        .out()
        .split('\n')
        .filter((line) => line.length > 60),
    ).toEqual([])
  })
  test('a wrong number is asked again', async () => {
    const fake = accessible()
    const answer = choose(fake.terminal, 'Which?', choices)
    fake.input.write('3\n')
    await expect.poll(fake.out).toMatch(/Number \(1 to 2\): [\s\S]*Number \(1 to 2\): /)
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

describe('a question of yes or no', () => {
  test.each([
    ['n', false],
    ['No', false],
    ['y', true],
    ['', true],
  ])('DL-01 %j and Enter means %s', async (typed, answer) => {
    const fake = accessible()
    const said = askYesNo(fake.terminal, 'Write? (Y/n)', { onEnter: 'yes' })
    fake.input.write(`${typed}\n`)
    expect(await said).toBe(answer)
  })
  test('DL-01 anything else, and Enter if nothing is preselected, is asked again', async () => {
    const fake = accessible()
    const said = askYesNo(fake.terminal, 'Write? (y or n)')
    fake.input.write('nein\n')
    await expect.poll(fake.out).toMatch(/Neither yes nor no[\s\S]*Write/)
    fake.input.write('\n')
    await expect.poll(fake.out).toMatch(/Neither yes nor no[\s\S]*Neither yes nor no[\s\S]*Write/)
    fake.input.end()
    expect(await said).toBeNull()
  })
})

describe('a gate', () => {
  const gate = aGate({ question: 'Go on?\u001b[2K', digest: '1a2b3c4d' })
  test('is answered with a choice, words, a name and what was seen; QA-07 its words are made safe', async () => {
    const fake = accessible()
    const answer = askGate(fake.terminal, gate, 'ada', new AbortController().signal)
    fake.input.write('2\n')
    await expect.poll(fake.out).toContain('Your answer: ')
    fake.input.write('not now\n')
    expect(await answer).toEqual({ choice: 'refuse', reason: 'not now', by: 'ada', digest: '1a2b3c4d' })
    expect(fake.out()).not.toContain('\u001b')
  })
  test('DL-45 shows every choice, and asks again for the words a choice needs', async () => {
    const fake = accessible()
    const three = aGate({ choices: withLetStand(gate.choices, { onLetStand: 'the finding is waived' }) })
    const answer = askGate(fake.terminal, three, 'ada', new AbortController().signal)
    fake.input.write('2\n')
    await expect.poll(fake.out).toContain('Your answer: ')
    fake.input.write('\n')
    await expect.poll(fake.out).toContain('Your answer: Your answer: ')
    fake.input.write('it is right\n')
    expect(await answer).toEqual({ choice: 'let-stand', reason: 'it is right', by: 'ada' })
    for (const line of [
      '1. Grant: it goes on',
      '2. Let it stand: the finding is waived',
      '3. Refuse: it ends',
    ])
      expect(fake.out()).toContain(line)
  })
  test('with any choices: one that takes no words is answered at once', async () => {
    const fake = accessible()
    const choices: Gate['choices'] = [
      { name: 'more', label: 'More', leadsTo: 'the autopilot does more', words: 'optional' },
      { name: 'less', label: 'Less', leadsTo: 'the autopilot does less', words: 'none' },
    ]
    const answer = askGate(fake.terminal, aGate({ choices }), 'ada', new AbortController().signal)
    fake.input.write('2\n')
    expect(await answer).toEqual({ choice: 'less', reason: '', by: 'ada' })
    expect(fake.out()).toBe(
      'Go on?\n  1. More: the autopilot does more\n  2. Less: the autopilot does less\n' +
        '  3. Decide later: the run stops here; answer with harness answer\nNumber (1 to 3): ',
    )
  })
  test('takes an empty line for no answer', async () => {
    const fake = accessible()
    const answer = askGate(fake.terminal, gate, 'ada', new AbortController().signal)
    fake.input.write('\n')
    await expect.poll(fake.out).toContain('Please answer with a number from 1 to 3.')
    fake.input.write('3\n')
    expect(await answer).toBeNull()
  })
  test('stays open where the person decides later', async () => {
    const fake = accessible()
    const answer = askGate(fake.terminal, gate, 'ada', new AbortController().signal)
    fake.input.write('3\n')
    expect(await answer).toBeNull()
  })
})
