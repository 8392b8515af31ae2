import { expect, test } from 'vitest'
import { criteriaIn } from './acceptance-file.ts'

test('AG-14 criteria are read with their text and notes, only from their section', () => {
  const text = `# Acceptance — Example\r
\r
## Release criteria\r
\r
Prose is ignored.\r
- [ ] **tag: \`auth/google-signin\`** — "An operator can sign in with Google."\r
  - Tested by: \`apps/web/e2e/signin.spec.ts\`\r
  - Covered by plans: 0002\r
- [x] **tag: \`rss/digest\`** - a digest is made
- **tag: \`app/boot\`** no separator
prose again
  - of nothing

## Notes

- **tag: \`not/counted\`** — outside the section
`
  expect(criteriaIn(text)).toEqual([
    {
      tag: 'auth/google-signin',
      text: 'An operator can sign in with Google.',
      notes: ['Tested by: `apps/web/e2e/signin.spec.ts`', 'Covered by plans: 0002'],
    },
    { tag: 'rss/digest', text: 'a digest is made', notes: [] },
    { tag: 'app/boot', text: 'no separator', notes: [] },
  ])
  expect(criteriaIn('')).toEqual([])
})
