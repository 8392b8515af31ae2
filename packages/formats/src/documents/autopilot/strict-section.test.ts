import { complexities } from '@harness/core/playbooks/autopilot/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { readSpec } from './spec-file.ts'
import { strictSection, withStrictSection } from './strict-section.ts'
import { hasSharedCases, sharedCase } from './test-support/shared-cases.ts'
import { specForms, wholeSpec } from './test-support/spec-forms.ts'

const phasesOf = (text: string) => readSpec(text, 'spec.md').phases

it('AP-02 phases are printed in the strict form', () => {
  const phases = [
    { number: 0, name: 'Spike', complexity: 'high', text: 'Learn.' },
    { number: 1, name: 'Build', complexity: 'low', text: '' },
  ] as const
  expect(strictSection(phases)).toBe(
    '## Implementation Order\n\n### Phase 0: Spike\n\n<!-- complexity: high -->\n\nLearn.\n\n### Phase 1: Build\n\n<!-- complexity: low -->\n',
  )
})

it.each(Object.entries(specForms))(
  'AP-02 %s are rewritten as strict ones, and all else stays',
  (_, { section, form }) => {
    for (const eol of ['\n', '\r\n']) {
      const text = wholeSpec(section).replace(/\n/g, eol)
      const written = withStrictSection(text) ?? ''
      expect(phasesOf(written)).toEqual(phasesOf(text))
      expect(readSpec(written, 'spec.md').form).toBe('strict')
      expect(withStrictSection(written)).toBe(written)
      const [before = ''] = text.split(/^#{1,2} [^\n]*Implementation/m)
      const after = text.slice(text.indexOf(`---${eol}${eol}## Risks`))
      expect(written.startsWith(before) && written.endsWith(eol + after)).toBe(true)
      expect(written.replaceAll(eol, '')).not.toMatch(/[\r\n]/)
      if (form === 'strict') expect(written).toBe(text)
    }
  },
)

it('AP-02 what a section says besides its phases stays in it', () => {
  const text =
    '### Implementation Order\n\nFirst words.\n\n1. Phase 1: A\n\nBetween.\n\n2. Phase 2: B\n3. Check all\n\n#### Why\n\nSo.\n\n### Next\n'
  expect(withStrictSection(text)).toBe(
    '## Implementation Order\n\nFirst words.\n\nBetween.\n\n3. Check all\n\n#### Why\n\nSo.\n\n### Phase 1: A\n\n<!-- complexity: medium -->\n\n### Phase 2: B\n\n<!-- complexity: medium -->\n\n### Next\n',
  )
  const unnamed = '## Implementation Order\n\n### Phase 1 — A\n\n### Phase 2\n\nNo name.\n'
  expect(withStrictSection(unnamed)).toContain('### Phase 2\n\nNo name.')
})

it('AP-02 what follows the section is not joined to its last line', () => {
  const text = '## Implementation Order\n\n- Phase 1: A\n- Phase 2: B — all of it\n---\n## Next\n'
  const written = withStrictSection(text) ?? ''
  expect(written).toMatch(/all of it\n\n---\n## Next\n$/)
  expect(phasesOf(written)).toEqual(phasesOf(text))
})

it('AP-02 a spec without phases is not rewritten', () => {
  expect(withStrictSection('# Spec\n')).toBeNull()
  expect(withStrictSection('## Implementation Order\n\nSoon.\n')).toBeNull()
})

it('AP-02 a text that would end its phase is made quiet', () => {
  const texts = [
    '# Big',
    'Under\n===\n\nx',
    '```\nopen',
    '~~~~\n```\n',
    '<!-- open',
    '<pre>\n\n# x',
    'x\n\n---',
    '## a\n\n```\n# b',
  ]
  const phases = texts.map((text, number) => ({
    number,
    name: `N ${number}`,
    complexity: 'low' as const,
    text,
  }))
  const read = phasesOf(strictSection(phases))
  expect(read.map(({ number }) => number)).toEqual([...texts.keys()])
  expect(read.map(({ text }) => text)).toEqual([
    '#### Big',
    '#### Under\n\nx',
    '```\nopen\n```',
    '~~~~\n```\n~~~~',
    '&lt;!-- open',
    '&lt;pre>\n\n#### x',
    'x',
    '#### a\n\n```\n# b\n```',
  ])
})

it('AP-02 whatever was read reads the same in the strict form', () => {
  const phase = fc.record({
    number: fc.nat(20),
    name: textsLike('A `name` — of: it', '**x** [a](b) <!-- c -->'),
    complexity: fc.constantFrom(...complexities),
    text: textsLike(
      'Text\n\n- a\n  - b\n\n```js\n# x\n```\n',
      '# H\n\nx\n===\n\n> q\n\n<div>\n',
      '<!-- complexity: low -->\n\n---\n',
    ),
  })
  fc.assert(
    fc.property(fc.array(phase, { maxLength: 4 }), (phases) => {
      const once = phasesOf(strictSection(phases))
      expect(phasesOf(strictSection(once))).toEqual(once)
    }),
    { numRuns: runs(200) },
  )
  const samples = Object.values(specForms).map(({ section }) => section)
  fc.assert(
    fc.property(textsLike(...samples), (text) => {
      const written = withStrictSection(text)
      if (written === null) expect(phasesOf(text)).toEqual([])
      else expect(phasesOf(written)).toEqual(phasesOf(text))
    }),
    { numRuns: runs(300) },
  )
})

describe.skipIf(!hasSharedCases)('AP-02 the specs in shared/cases', () => {
  it.each(['strict-annotated', 'strict-from-0', 'numbered-list', 'table'])('%s reads the same', (name) => {
    const text = sharedCase(`specs/${name}.md`)
    const written = withStrictSection(text) ?? ''
    expect(phasesOf(written)).toEqual(phasesOf(text))
    expect(written === text).toBe(name.startsWith('strict'))
  })
})
