import { describe, expect, it } from 'vitest'
import { combineHandbook } from './combine-handbook.ts'
import { lintHandbook } from './lint-handbook.ts'
import { parseHandbook } from './parse-handbook.ts'
import { parseRuleDocument } from './rule-document.ts'
import { scopeText, smallHandbook } from './test-support/handbooks.ts'

const product = parseRuleDocument('## Users\n\n**The Quiet Rule.** Calm.\n')
const lint = (text: string, skeleton: unknown = null, paths: readonly string[] = []) =>
  lintHandbook({
    read: parseHandbook(text, 'H.md'),
    skeleton: skeleton === null ? null : typeof skeleton === 'string' ? skeleton : JSON.stringify(skeleton),
    product,
    design: null,
    files: { handbook: 'H.md', skeleton: 'S.json' },
    exists: (path) => paths.includes(path),
  }).findings.map(
    ({ severity, rule, file, line, message }) => `${severity} ${rule} ${file}:${line} ${message}`,
  )
const scoped = smallHandbook
  .replace('lesson.astro\n', `lesson.astro\n\n${scopeText()}\n`)
  .replace('index.astro\n', `index.astro\n\n${scopeText()}\n`)
const here = ['src/pages/a.astro']
const entries = (more: Readonly<Record<string, object>>) =>
  Object.fromEntries(['0.1', '1.1', '1.2'].map((id) => [id, more[id] ?? {}]))

describe('HB-40 lint', () => {
  it('HB-40 a handbook in which everything is right has no findings', () => {
    expect(lint(scoped, null, here)).toEqual([])
    expect(lint(scoped, entries({}), here)).toEqual([])
  })

  it('HB-40 grammar errors, missing scopes and missing paths, in the order of the file', () => {
    const text = smallHandbook.replace('- [ ] COMPLETE\n', '')
    expect(lint(text)).toEqual([
      'warning missing-path H.md:12 Prompt 0.1: the path src/pages/a.astro does not exist.',
      'error no-checkbox H.md:20 prompt 1.1: expected a line "- [ ] COMPLETE" after the prompt, found none',
      'warning no-scope H.md:20 Prompt 1.1 has no scope: its budget is unbounded and it may come to nothing.',
      'warning no-scope H.md:25 Prompt 1.2 has no scope: its budget is unbounded and it may come to nothing.',
    ])
  })

  it('HB-40 unknown anchors, with what may be meant', () => {
    const anchors = {
      product_md_rules: ['## Users', '**The Quiet Rule.**', 'the quiet rule', '## Usres', 'The Loud Rule'],
      design_md_rules: ['Anything: the file does not exist yet'],
    }
    expect(lint(scoped, entries({ '1.1': { anchors } }), here)).toEqual([
      'warning unknown-anchor S.json:1 Prompt 1.1: PRODUCT.md has no section or Named Rule "## Usres". Did you mean "Users"?',
      'warning unknown-anchor S.json:1 Prompt 1.1: PRODUCT.md has no section or Named Rule "The Loud Rule".',
    ])
  })

  it('HB-40 a verb that is misspelt, which would be sent to change files', () => {
    expect(lint(scoped.replace('/impeccable critique', '/impeccable critque'), null, here)).toEqual([
      'warning unknown-verb H.md:22 Prompt 1.1: it is carried out as a change, for critque is no verb that is known. Did you mean critique?',
    ])
    expect(lint(scoped.replace('/impeccable critique', '/impeccable animate'), null, here)).toEqual([])
  })

  it('HB-40 a path with wildcards is looked for as far as it has none', () => {
    const anchors = { paths: ['src/pages/*.astro', 'lib/{a,b}.ts', '**/*.css'] }
    const text = scoped.replaceAll(
      'paths={src/pages/a.astro}',
      'paths={src/pages/*.astro,lib/{a,b}.ts,**/*.css}',
    )
    const all = entries({ '0.1': { anchors }, '1.1': { anchors }, '1.2': { anchors } })
    expect(lint(text, all, ['src/pages', '.', 'lib'])).toEqual([])
    expect(lint(text, all, ['.', 'lib'])).toHaveLength(3)
  })

  it('HB-40 dependencies that can never come before', () => {
    const found = lint(
      scoped,
      entries({
        '0.1': { depends_on: ['1.1', '9.9', '0.1'] },
        '1.1': { depends_on: ['1.2', '0.1'] },
        '1.2': { depends_on: ['1.1'], paired_with: '4.4' },
      }),
      here,
    )
    expect(found).toEqual([
      'warning unreachable-dependency S.json:1 Prompt 0.1: it depends on 1.1, which comes in the later Phase 1.',
      'warning unreachable-dependency S.json:1 Prompt 0.1: it depends on 9.9, which the handbook does not have.',
      'warning unreachable-dependency S.json:1 Prompt 0.1: it depends on itself.',
      'warning unreachable-dependency S.json:1 Prompt 1.1: it depends on itself: 1.1 → 1.2 → 1.1.',
      'warning unreachable-dependency S.json:1 Prompt 1.2: it depends on itself: 1.2 → 1.1 → 1.2.',
      'warning unknown-pair S.json:1 Prompt 1.2: it is paired with 4.4, which the handbook does not have.',
    ])
  })

  it('HB-40 a skeleton that is not JSON, and one that names prompts that do not exist', () => {
    expect(lint(scoped, '{', here)).toEqual([
      'error skeleton-invalid S.json:1 expected a field name in double quotes, found the end of the file',
    ])
    expect(lint(scoped, { ...entries({}), '9.9': {} }, here)).toEqual([
      'warning skeleton-unknown-prompt S.json:1 The skeleton names prompt 9.9, which the handbook does not have.',
    ])
  })

  it('HB-50 a close that has nothing to run and nothing to judge, and what the harness does not run', () => {
    expect(lint(scoped.replace(/```[\s\S]*```/, 'Look at it.'), null, here)).toEqual([])
    for (const nothing of ['', '- [ ] COMPLETE', '<!-- later -->'])
      expect(lint(scoped.replace(/```[\s\S]*```/, nothing), null, here)).toEqual([
        expect.stringMatching(/^warning close-empty H\.md:\d+ Phase 1 close has nothing to run/),
      ])
    expect(lint(scoped.replace(/```[\s\S]*```/, '- [x] COMPLETE'), null, here)).toEqual([])
    expect(lint(scoped.replace(/```[\s\S]*```/, 'Perhaps not `npm test`.'), null, here)).toEqual([
      expect.stringMatching(
        /^warning close-not-run H\.md:\d+ Phase 1 close: the harness does not run `npm test`; .* in a ```sh fence to have it run\.$/,
      ),
    ])
  })

  it.each(['### Gate', '### Phase 1 exit criteria', '### Phase 1 done when', '#### Gate'])(
    'HB-50 a section that the run ignores: %j',
    (heading) => {
      const text = scoped.replace('### Phase 1 close', heading)
      expect(lint(text, null, here)).toEqual([
        expect.stringMatching(
          /^warning section-ignored H\.md:\d+ Phase 1: the run ignores the section .* call it "### Phase 1 close"\.$/,
        ),
      ])
    },
  )

  it('HB-50 the notes of a prompt are no such section, nor is a section before a prompt or without words', () => {
    for (const notes of ['#### Notes\n\nIt is small.', '### Later'])
      expect(lint(scoped.replace('### Phase 1 close', `${notes}\n\n### Phase 1 close`), null, here)).toEqual(
        [],
      )
    expect(lint(scoped.replace('### 1.1', '### Why\n\nPeople wait.\n\n### 1.1'), null, here)).toEqual([])
  })

  it('HB-50 the run is told too at which close it will halt', () => {
    const text = scoped.replace(/```[\s\S]*```/, '')
    expect(combineHandbook(parseHandbook(text, 'H.md').handbook, null).handbook.warnings).toContainEqual(
      expect.stringContaining('the run halts there'),
    )
  })
})
