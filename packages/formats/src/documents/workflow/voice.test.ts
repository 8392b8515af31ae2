import { languages } from '@harness/core/work/voice'
import { describe, expect, it, test } from 'vitest'
import { workflowVoice } from './voice.ts'

const { words } = workflowVoice

interface Message {
  readonly key: string
  readonly text: string
  /** What its placeholders were given. */
  readonly marks: readonly string[]
}

/** Each placeholder gets a mark of its own; a message that words one of several names is asked for each of them. */
function messagesIn(value: unknown, key: string): readonly Message[] {
  if (typeof value === 'string') return [{ key, text: value, marks: [] }]
  if (typeof value === 'function') {
    if (/^lines\.(phase|complete)$/.test(key))
      return ['plan', 'generate', 'verify', 'evaluate'].map((name) => ({
        key: `${key}.${name}`,
        text: value(name),
        marks: [],
      }))
    if (key === 'lines.pathFailed') return [{ key, text: value('mark0', 'scope'), marks: ['mark0'] }]
    const marks = Array.from({ length: value.length }, (_, index) => `mark${index}`)
    return [{ key, text: value(...marks), marks }]
  }
  return Object.entries(value as object).flatMap(([name, inner]) =>
    messagesIn(inner, key === '' ? name : `${key}.${name}`),
  )
}

const messages = Object.fromEntries(languages.map((language) => [language, messagesIn(words[language], '')]))
const english = messages.en ?? []

describe.each(languages)('WF-03 the texts in %s', (language) => {
  const own = messages[language] ?? []

  it('are all there, each with what it is told', () => {
    const shape = (all: readonly Message[]) => all.map(({ key, marks }) => `${key}(${marks})`).sort()
    expect(shape(own)).toEqual(shape(english))
    for (const { key, text, marks } of own) {
      expect(text, key).toBeTypeOf('string')
      expect(text.trim(), key).not.toBe('')
      for (const mark of marks) expect(text, key).toContain(mark)
    }
  })

  it('are one line each, unless English has more, and hold no control character', () => {
    for (const [index, { key, text }] of own.entries()) {
      expect(text.split('\n').length, key).toBe(english[index]?.text.split('\n').length)
      expect(text.replaceAll('\n', ''), key).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u)
    }
  })

  it('keep what programs and people look for: signs, verdicts, files, commands, choices', () => {
    const fixed =
      /[✓✗⚠ℹ]|PASS|FAIL|Unknown|spec\.md|verify_report\.md|CLAUDE\.md|docs_path|git switch|git merge|--verifier-model|opus|sonnet|haiku|(?:executor|advisor|evaluator):<model>|workflow\.models\.mark1\.mark0|\.harness\/(?:conventions\.md)?/g
    for (const [index, { key, text }] of own.entries()) {
      const wanted = english[index]?.text.match(fixed) ?? []
      expect([...(text.match(fixed) ?? [])].sort(), key).toEqual([...wanted].sort())
    }
  })
})

test('WF-03 no two languages have the same sentence', () => {
  const seen = new Map<string, string>()
  const twins: string[] = []
  for (const [language, own] of Object.entries(messages))
    for (const { key, text } of own) {
      if (text.length < 20) continue
      const other = seen.get(`${key} ${text}`)
      if (other !== undefined) twins.push(`${other} and ${language}: ${text}`)
      seen.set(`${key} ${text}`, language)
    }
  expect(twins).toEqual([])
})
