import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { appendNote, pruneLearnings, readFailures, readLearnings } from './notes-file.ts'
import { hasSharedCases, sharedCase } from './test-support/shared-cases.ts'

const entry = (text: string): string => `- [skill:s] [outcome:gotcha] ${text}`
const learned = `# Learnings\n\nIntro.\n\n## 2026-03-29 — Phase 1\n\n${entry('a')}\n${entry('b')}\n  more\n\n## 2026-03-31 — Phase 3\n\n${entry('c')}\n\n## 2026-03-30 — Phase 2\n\nA remark.\n\n${entry('d')}\n`

it('AP-09 failures are read, and what is none is ignored with its line', () => {
  const text =
    '# Failures\n\n- **2026-03-15 [skill:harness-tdd] [type:dead-end]:** Tried it.\n  It failed\n\n  twice.\n- plain\n\nText.\n\n* [type:other] No date\n\nApart.\n- **2026-03-16:** No tags\n<!-- x -->\n'
  expect(readFailures(text)).toEqual({
    entries: [
      {
        date: '2026-03-15',
        skill: 'harness-tdd',
        type: 'dead-end',
        text: 'Tried it. It failed twice.',
        line: 3,
      },
      { date: null, skill: '', type: 'other', text: 'No date', line: 11 },
      { date: '2026-03-16', skill: '', type: '', text: 'No tags', line: 14 },
    ],
    ignored: [
      { line: 7, text: '- plain' },
      { line: 9, text: 'Text.' },
      { line: 13, text: 'Apart.' },
      { line: 15, text: '<!-- x -->' },
    ],
  })
  expect(readFailures(text.replace(/\n/g, '\r\n'))).toEqual(readFailures(text))
})

it('AP-14 learnings are read with the date and title of their heading', () => {
  const text =
    '# Learnings\n\n## 2026-03-29 — Phase 1a: Core\n\n- [skill:x] [outcome:Gotcha] One\ngoes on\n- **2026-03-30 [skill:y] [outcome:decision]:** Two [file:a]\n\n## Later\n\n- [outcome:z] Three\n'
  expect(readLearnings(text)).toEqual({
    entries: [
      {
        date: '2026-03-29',
        title: 'Phase 1a: Core',
        skill: 'x',
        outcome: 'gotcha',
        text: 'One goes on',
        line: 5,
      },
      {
        date: '2026-03-30',
        title: 'Phase 1a: Core',
        skill: 'y',
        outcome: 'decision',
        text: 'Two [file:a]',
        line: 7,
      },
      { date: null, title: 'Later', skill: '', outcome: 'z', text: 'Three', line: 11 },
    ],
    ignored: [],
  })
})

it('AP-09 a block is added at the end, once', () => {
  const first = appendNote(null, 'Failures', '- **a**')
  expect(first).toBe('# Failures\n\n- **a**\n')
  const second = appendNote(first, 'Failures', '- **b**\n')
  expect(second).toBe('# Failures\n\n- **a**\n- **b**\n')
  expect(appendNote(second, 'Failures', '- **a**')).toBe(second)
  expect(appendNote(second, 'Failures', '- **')).toBe(`${second}- **\n`)
  expect(appendNote(second, 'Failures', '\n## c\n\n- d\n\n')).toBe(`${second}\n## c\n\n- d\n`)
})

it('AP-09 a file of a person keeps what it has', () => {
  expect(appendNote('Mine.\n', 'Learnings', '## a\n\n- b')).toBe('Mine.\n\n# Learnings\n\n## a\n\n- b\n')
  expect(appendNote('# Learnings', 'Learnings', '- b')).toBe('# Learnings\n\n- b\n')
  expect(appendNote('', 'Learnings', '- b')).toBe('# Learnings\n\n- b\n')
  expect(appendNote('\uFEFF# Learnings\r\n\r\n- a\r\n', 'Learnings', '- b')).toBe(
    '\uFEFF# Learnings\r\n\r\n- a\r\n- b\r\n',
  )
  expect(appendNote('# Learnings\n', 'Learnings', ' \n')).toBe('# Learnings\n')
})

it('AP-09 control characters do not get into a file', () => {
  expect(appendNote(null, 'X', '- a\u001b[2Jb\u202Ec\u2028d')).toBe('# X\n\n- a [2Jb c d\n')
})

it('AP-14 the newest learnings stay, and the others go to the archive', () => {
  expect(pruneLearnings(learned, 2)).toEqual({
    kept: `# Learnings\n\nIntro.\n\n## 2026-03-31 — Phase 3\n\n${entry('c')}\n\n## 2026-03-30 — Phase 2\n\nA remark.\n\n${entry('d')}\n`,
    archived: `## 2026-03-29 — Phase 1\n\n${entry('a')}\n${entry('b')}\n  more`,
    moved: 2,
  })
  const one = pruneLearnings(learned, 1)
  expect(one.kept).toContain('## 2026-03-30 — Phase 2\n\nA remark.\n')
  expect(one.archived).toContain(`## 2026-03-30 — Phase 2\n\n${entry('d')}`)
  expect(pruneLearnings(learned, 3)).toMatchObject({
    moved: 1,
    archived: `## 2026-03-29 — Phase 1\n\n${entry('a')}`,
  })
  for (const keep of [4, 30])
    expect(pruneLearnings(learned, keep)).toEqual({ kept: learned, archived: '', moved: 0 })
  expect(pruneLearnings(learned, Number.NaN).moved).toBe(4)
})

it('AP-14 no learning is lost, and all that is no learning stays', () => {
  const texts = fc.oneof(textsLike(learned), textsLike(learned.replace(/\n/g, '\r\n')))
  fc.assert(
    fc.property(texts, fc.integer({ min: -1, max: 5 }), (text, keep) => {
      const { kept, archived, moved } = pruneLearnings(text, keep)
      const before = readLearnings(text)
      const told = (of: string) => readLearnings(of).entries.map(({ text: told }) => told)
      expect([...told(kept), ...told(archived)].sort()).toEqual(told(text).sort())
      expect(moved).toBe(Math.max(0, before.entries.length - Math.max(0, keep)))
      expect(readLearnings(kept).ignored.map((line) => line.text)).toEqual(
        before.ignored.map((line) => line.text),
      )
    }),
    { numRuns: runs(200) },
  )
  for (const piece of [
    '- [skill:a] b\n',
    '## 2026-01-01\n- [skill:a] b\n',
    ' ',
    '[skill:',
    '**',
    '- [a:b]',
  ]) {
    pruneLearnings(piece.repeat(60_000 / piece.length), 3)
    readFailures(piece.repeat(60_000 / piece.length))
  }
})

describe.skipIf(!hasSharedCases)('AP-14 the notes in shared/cases', () => {
  it('every entry is read', () => {
    const { entries, ignored } = readLearnings(sharedCase('notes/learnings-session.md'))
    expect([entries.length, ignored]).toEqual([16, []])
    expect(entries.filter(({ outcome }) => outcome === 'gotcha')).toHaveLength(11)
    expect(entries[5]).toMatchObject({
      date: '2026-03-30',
      title: 'Phase 1b: AST Code Navigation',
      outcome: 'success',
    })
    expect(readFailures(sharedCase('notes/failures-example.md'))).toMatchObject({
      entries: [{ date: '2026-03-15', skill: 'harness-tdd', type: 'dead-end', line: 3 }],
      ignored: [],
    })
  })
})
