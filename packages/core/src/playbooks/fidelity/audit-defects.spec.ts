import { describe, expect, it } from 'vitest'
import type { Audit, AuditedRequirement } from './audit.ts'
import { auditDefects, namedFiles, unshown } from './audit-defects.ts'

const point = (more: Partial<AuditedRequirement> = {}): AuditedRequirement => ({
  requirement: 'It has a cart.',
  status: 'met',
  planId: null,
  notes: 'src/cart.js:12 fills it',
  ...more,
})
const audit = (...requirements: readonly AuditedRequirement[]): Audit => ({
  riskScore: 0,
  requirements,
  drift: [],
  risks: [],
  actions: [],
})

describe('DL-17 what is wrong with an audit', () => {
  it.each<[string, Audit, readonly string[]]>([
    ['nothing', audit(point({ planId: '0001' })), []],
    [
      'a plan that is none',
      audit(point({ planId: '0009' })),
      ['unknown-plan: “It has a cart.” names 0009, which is no plan'],
    ],
    [
      'drift of a plan that is none',
      { ...audit(point()), drift: [{ planId: '0009', title: 'Chat', rationale: 'r' }] },
      ['unknown-plan: “Chat” names 0009, which is no plan'],
    ],
    [
      'a requirement twice',
      audit(point(), point()),
      ['duplicate-requirement: “It has a cart.” is there twice'],
    ],
  ])('DL-17 %s', (_name, given, defects) => expect(auditDefects(given, [{ id: '0001' }])).toEqual(defects))

  it.each([
    ['src/cart.js:12 fills it', ['src/cart.js']],
    ['See `src/cart.js`, (README.md) and ./a/b.ts:3-9.', ['src/cart.js', 'README.md', 'a/b.ts']],
    ['https://a.example/b and /etc/passwd and 3.5 of it', []],
    ['the code does it', []],
  ])('DL-17 files in %j', (notes, files) => expect(namedFiles(audit(point({ notes })))).toEqual(files))

  it.each<[string, AuditedRequirement, readonly string[], readonly string[]]>([
    ['a file that is there', point(), [], []],
    ['one file of two', point({ notes: 'a.js b.js' }), ['a.js'], []],
    [
      'only files that are not there',
      point(),
      ['src/cart.js'],
      [
        'no-evidence: “It has a cart.” is met, and its notes name only src/cart.js, which the repository does not have',
      ],
    ],
    [
      'no file',
      point({ status: 'partial', notes: 'it does' }),
      [],
      ['no-evidence: “It has a cart.” is partial, and its notes name no file'],
    ],
    ['nothing, and nothing is built', point({ status: 'unmet', notes: 'no such code' }), [], []],
  ])('DL-17 evidence that names %s', (_name, given, absent, problems) =>
    expect(unshown(audit(given), absent)).toEqual(problems),
  )
})
