import type { ChangedFile, ChangedHow } from '@harness/core/effects/measure-change'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { withChanges } from './changes-file.ts'

const file = (path: string, how: ChangedHow = 'modified'): ChangedFile => ({
  path,
  how,
  added: 1,
  removed: 0,
})

const written = `## Round 1 Changes

### Modified Files
- src/a.ts — adds the sum
- \`src/gone.ts\`: was never touched

### Created Files
* **src/b.ts** – new,
  and it says more
- ./src/c.ts

### Advisor Feedback Applied
- Guard the empty list

### Advisor Feedback Declined
- None

### My thoughts
I am proud of it.
`
const files = [
  file('src/a.ts'),
  file('src/b.ts', 'created'),
  file('src/c.ts', 'created'),
  file('src/d.ts', 'deleted'),
]

const first = `## Round 1 Changes

### Modified Files

- src/a.ts — adds the sum

### Created Files

- src/b.ts — new, and it says more
- src/c.ts — (no reason given)

### Deleted Files

- src/d.ts — (no reason given)

Not in the diff, so left out: src/gone.ts

### Advisor Feedback Applied

- Guard the empty list

### Advisor Feedback Declined

- None
`

describe('WF-10 changes.md', () => {
  it('is what the diff says, with the reasons and the feedback of the agent', () => {
    expect(withChanges(null, { written, round: 1, files })).toBe(first)
  })

  it('has a round that the agent did not write', () => {
    expect(withChanges(null, { written: null, round: 1, files: [file('x y.ts', 'created')] })).toBe(
      '## Round 1 Changes\n\n### Modified Files\n\n(none)\n\n### Created Files\n\n- x y.ts — (no reason given)\n\n### Deleted Files\n\n(none)\n',
    )
  })

  it('keeps earlier rounds, and their reasons for files that still differ', () => {
    const second = withChanges(first, {
      written: '## Round 2 Changes\n### Modified Files\n- src/b.ts — guards the empty list',
      round: 2,
      files,
    })
    expect(second.startsWith(`${first}\n## Round 2 Changes\n`)).toBe(true)
    const round = second.slice(first.length)
    expect(round).toContain('- src/a.ts — adds the sum')
    expect(round).toContain('- src/b.ts — guards the empty list')
    expect(round).not.toContain('Advisor')
    expect(withChanges(second, { written: null, round: 1, files: [] })).not.toContain('Round 2')
  })

  it('is written again by a retry in the same round', () => {
    const retried = withChanges(first, {
      written: '### Modified Files\n- src/a.ts — rounds the sum',
      round: 1,
      files,
    })
    expect(retried.match(/## Round/g)).toHaveLength(1)
    expect(retried).toContain('- src/a.ts — rounds the sum')
    expect(retried).toContain('- src/b.ts — new, and it says more')
  })

  it('stays as it is if it is written twice, whatever the agent wrote', () => {
    fc.assert(
      fc.property(textsLike(written), (text) => {
        const once = withChanges(first, { written: text, round: 2, files })
        expect(withChanges(once, { written: text, round: 2, files })).toBe(once)
        expect(once.startsWith(first.trimEnd())).toBe(true)
      }),
      { numRuns: runs(100) },
    )
  })
})
