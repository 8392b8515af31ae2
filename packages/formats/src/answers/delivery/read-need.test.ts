import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { parsed } from '../../text/format-problem.ts'
import { readNeed } from './read-need.ts'

const need =
  'NEED credential: A key for the sandbox\nWhy: It refuses anonymous calls.\nHow: Put KEY into .env.'
const read = {
  kind: 'credential',
  what: 'A key for the sandbox',
  why: 'It refuses anonymous calls.',
  how: 'Put KEY into .env.',
}

describe('DL-21 needs at the end of an answer', () => {
  it.each([
    need,
    `I built the rest.\n\n${need}\n\n`,
    need.replaceAll('\n', '\r\n'),
    need.replaceAll('\n', '\n\n'),
    '**NEED credential:** A key for the sandbox\n**Why:** It refuses anonymous calls.\n**How to give it:** Put KEY into .env.',
    '## NEED credential: A key for the sandbox\n- Why: It refuses anonymous calls.\n- How: Put KEY into .env.',
    'Need (credential): A key for the sandbox\nwhy: It refuses anonymous calls.\nhow: Put KEY into .env.',
    'NEED: Credentials — A key for the sandbox\nWhy: It refuses anonymous calls.\nHow: Put KEY into .env.',
    'NEED [credential]:\nA key for\nthe sandbox\nWhy: It refuses anonymous calls.\nHow: Put KEY into .env.',
  ])('DL-21 reads %j', (text) => {
    expect(readNeed(text)).toEqual(read)
  })

  it.each([
    ['consent', 'consent'],
    ['payment', 'payment'],
    ['Judgement', 'judgment'],
    ['JUDGMENT', 'judgment'],
    ['advice', null],
    ['coffee', null],
  ])('DL-21 knows the kind %s as %s', (word, kind) => {
    expect(readNeed(`NEED ${word}: something`)).toEqual({ kind, what: 'something', why: '', how: '' })
  })

  it.each([
    '',
    'Done. No need to do anything: it works.',
    'I need more time: the tests are slow.',
    'need tests: none were there',
    `${need}\n\nThen I found the key in the sandbox's README, so it works now.`,
    `${need}\n\n## What I changed\n- src/a.ts`,
    `\`\`\`\n${need}\n\`\`\``,
    `The role text says:\n\n~~~text\n${need}\n~~~\n`,
    need.replace(/^/gm, '> '),
    'NEED credential:',
    'The answer is NEED credential: x',
  ])('DL-21 sees none in %j', (text) => {
    expect(readNeed(text)).toBeNull()
  })

  it('DL-21 takes a list, further lines and code as part of it', () => {
    const text =
      'NEED consent: Delete the old table\nWhy: it holds\n  old data\nHow:\n\n1. Look at it\n\n2. Say yes\n\n```\nselect 1\n```'
    expect(readNeed(text)).toEqual({
      kind: 'consent',
      what: 'Delete the old table',
      why: 'it holds\n  old data',
      how: '1. Look at it\n2. Say yes\n```\nselect 1\n```',
    })
  })

  it('DL-21 loses neither of two', () => {
    expect(readNeed(`NEED advice: Which colour\n\n${need}`)).toEqual({
      ...read,
      what: 'Which colour; A key for the sandbox',
    })
  })

  it('DL-21 does without what an agent did not say', () => {
    expect(readNeed('NEED payment:\nWhy: the domain\ncosts money')).toMatchObject({
      what: 'the domain costs money',
    })
    expect(readNeed(`NEED payment: ${'x'.repeat(5000)}`)?.what).toHaveLength(500)
  })
})

it('QA-03 any answer is read for a need', () => {
  neverCrashes(textsLike(need, `done\n\n${need}\n\`\`\`\n`, need.repeat(3)), (text) => parsed(readNeed(text)))
})

it('QA-03 answers soon, whatever the length', () => {
  const before = process.cpuUsage()
  for (const piece of ['NEED ', 'NEED a: ', 'NEED a:\n', 'Why:\n', 'how: ', '- ', '**', '(', '\n']) {
    readNeed(`NEED consent: x\n${piece.repeat(Math.floor(200_000 / piece.length))}`)
  }
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000)
})
