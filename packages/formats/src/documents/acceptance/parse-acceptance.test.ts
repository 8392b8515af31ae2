import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { parseAcceptance } from './parse-acceptance.ts'

const sample = `# Acceptance — Example

## Release criteria

Prose is ignored.

- [ ] **tag: \`auth/google-signin\`** — "An operator can sign in with Google."
  - Tested by: \`apps/web/e2e/signin.spec.ts\`
  - Covered by plans: 0002
  - Required connections: Google OAuth
- [x] **tag: \`rss/digest\`** - a digest is made
  - tests: \`a.spec.ts\`, \`b.spec.ts\`
  - plans: 0003, 0004
  - Remember the time zones
- [ ] **tag: \`app/boot\`** no separator
  - Tested by: (none)

## Notes

- **tag: \`not/counted\`** — outside the section

## Environment requirements

- \`DATABASE_URL\` (Postgres)
- \`OPENAI_API_KEY\`, \`AUTH_SECRET\`
`

const problemsIn = (text: string): readonly string[] => {
  const read = parseAcceptance(text, 'main.acceptance.md')
  return read.ok ? [] : read.problems.map(describeProblem)
}

const criteria = (...lines: readonly string[]): string => ['## Release criteria', ...lines, ''].join('\n')

describe('DL-18 an acceptance file', () => {
  it('DL-18 says what must hold, what shows it, and what the product needs', () => {
    expect(parseAcceptance(sample, 'main.acceptance.md')).toEqual({
      ok: true,
      value: {
        criteria: [
          {
            tag: 'auth/google-signin',
            text: 'An operator can sign in with Google.',
            testedBy: ['apps/web/e2e/signin.spec.ts'],
            coveredBy: ['0002'],
            connections: ['Google OAuth'],
          },
          {
            tag: 'rss/digest',
            text: 'a digest is made',
            testedBy: ['a.spec.ts', 'b.spec.ts'],
            coveredBy: ['0003', '0004'],
            connections: [],
          },
          { tag: 'app/boot', text: 'no separator', testedBy: [], coveredBy: [], connections: [] },
        ],
        environment: ['DATABASE_URL', 'OPENAI_API_KEY', 'AUTH_SECRET'],
      },
    })
  })

  it('DL-18 is the same with line ends of Windows', () => {
    expect(parseAcceptance(sample.replaceAll('\n', '\r\n'), 'x')).toEqual(parseAcceptance(sample, 'x'))
  })

  it('DL-18 has each tag once: both lines are named', () => {
    expect(
      problemsIn(criteria('- **tag: `a/b`** one', '- **tag: `c/d`** two', '- **tag: `a/b`** three')),
    ).toEqual(['main.acceptance.md:4:1: expected each tag once, found `a/b`, which line 2 has too'])
  })

  it.each([
    ['# Nothing', 'expected a section "## Release criteria", found none'],
    [criteria('Soon.'), 'found no criterion in "## Release criteria"'],
    [
      criteria('- **tag: `a/b`** x', '- [ ] It is fast'),
      'main.acceptance.md:3:1: expected a criterion such as',
    ],
    [criteria('- [ ] **tag: a/b** — x'), 'main.acceptance.md:2:1: expected a criterion such as'],
    [criteria('- **tag: `fast`** — x'), 'expected a tag such as auth/sign-in, found "fast"'],
    [criteria('- **tag: `a/b`** x', '  - plans: 2'), 'expected ids of plans, such as 0002, 0007, found "2"'],
    [criteria('- **tag: `a/b`** x', '  - Testd by: `x.ts`'), 'did you mean "tested by"?'],
  ])('DL-18 is refused if it is %j', (text, problem) => {
    expect(problemsIn(text).join('\n')).toContain(problem)
  })

  it('QA-03 answers any text', () => neverCrashes(textsLike(sample), parseAcceptance))
})
