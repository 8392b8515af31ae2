import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem, parsed } from '../../text/format-problem.ts'
import { parseHandbook } from './parse-handbook.ts'
import { largeHandbook, scopeText, smallHandbook, trapHandbook } from './test-support/handbooks.ts'

const read = (text: string) => parseHandbook(text, 'H.md')
const promptsOf = (text: string) => read(text).handbook.phases.flatMap(({ prompts }) => prompts)
const complaints = (text: string) =>
  read(text).problems.map((problem) => `${problem.rule} ${describeProblem(problem)}`)
const phase = (body: string) => `## Phase 0 — A\n\n${body}\n`

describe('HB-03 the grammar of a handbook', () => {
  it('HB-03 reads phases, prompts, boxes, close and notes, each with its line', () => {
    const { handbook, problems } = read(smallHandbook)
    expect(problems).toEqual([])
    expect(handbook).toMatchObject({
      determinismNotes: 'Same input, same output.',
      phases: [
        {
          number: 0,
          title: 'Foundations',
          line: 3,
          preamble: 'Write down what is there.',
          close: null,
          prompts: [
            {
              id: '0.1',
              phase: 0,
              heading: '0.1 Document — the system',
              verb: 'document',
              text: '/impeccable document the design system as it is,\nand leave nothing out.',
              line: 9,
              envelopeLine: 12,
              envelope: { paths: ['src/pages/a.astro'], success: 'It holds.' },
              box: { state: 'done', line: 14 },
            },
          ],
        },
        {
          number: 1,
          preamble: '',
          prompts: [
            { id: '1.1', verb: 'critique', envelope: null, box: { state: 'open' } },
            { id: '1.2', verb: 'audit', box: { state: 'deferred' } },
          ],
          close: { commands: ['npm run check'], prompt: null, box: null, text: '```sh\nnpm run check\n```' },
        },
      ],
    })
  })

  it.each([
    ['as it is', trapHandbook],
    ['with CRLF', trapHandbook.replaceAll('\n', '\r\n')],
    ['with old line breaks', trapHandbook.replace(/(?<=# Traps[\s\S]*)\n/g, '\r')],
  ])('HB-03 the trap document %s: only what is real is found', (_, text) => {
    const { handbook, problems } = read(text)
    expect(problems).toEqual([])
    expect(handbook.phases.map(({ number, title }) => [number, title])).toEqual([
      [0, 'Tabs, fences and comments'],
      [1, 'With a colon'],
    ])
    const prompts = promptsOf(text)
    expect(prompts.map(({ id, verb, box }) => [id, verb, box?.state])).toEqual([
      ['0.1', 'document', 'open'],
      ['0.2', 'extract', 'done'],
      ['0.3', 'document', 'open'],
      ['0.4', 'document', 'deferred'],
      ['1.1', 'critique', 'open'],
    ])
    for (const { box } of prompts) {
      const at = box?.markOffset ?? 0
      expect(text.slice(at - 1, at + 2)).toMatch(/^\[[ X]\]$/)
      const line = text.slice(0, at).split(/\r\n?|\n/).length
      expect(box?.line).toBe(line)
    }
    const plain = (words: string | undefined) => words?.replace(/\r\n?/g, '\n')
    expect(prompts.map(({ text: words }) => plain(words))).toEqual([
      '/impeccable document\tthe tabs\nand  two spaces; a "quote", ünïcödé 🎈 and \\[ ] escapes.',
      '/impeccable extract tokens\nlazily continued without a mark\n```not a fence',
      '/impeccable document it all',
      '/impeccable document by position',
      '> /impeccable critique a quote in a quote\n- [ ] COMPLETE',
    ])
    expect(prompts[1]?.envelope).toEqual({
      paths: ['src/styles/**', 'src/{a,b}/c.ts'],
      symbols: [],
      budget: { loc: null, loc_floor: 0, files: 4, files_floor: 1 },
      expected_signal: 'require_nonempty',
      success: 'One; two; "three" four.',
      failure_modes: '- [ ] COMPLETE',
    })
    expect(prompts[2]?.envelope).toMatchObject({ paths: ['a'], failure_modes: 'f' })
    expect(handbook.phases[1]?.close).toMatchObject({
      commands: ['npm run check && npm run test', 'npm run build   --all'],
      prompt: expect.stringMatching(
        /^- \[ \] Everything was read\.[\s\S]*> \/impeccable critique the phase$/,
      ),
    })
    expect(plain(handbook.determinismNotes ?? '')).toBe('The same  \nalways.')
    expect(plain(handbook.phases[0]?.preamble)).toMatch(/^Preamble with[\s\S]*-->$/)
  })

  it('HB-03 keeps the text of a prompt byte for byte, line breaks included', () => {
    const text = phase('>  two  spaces \t\r\n>\tand a tab\\\r\n\r\n- [ ] COMPLETE')
    expect(promptsOf(text)[0]?.text).toBe(' two  spaces \t\r\nand a tab\\')
  })

  it('HB-03 a prompt without a heading is numbered by its phase and position', () => {
    const text = phase('> one\n\n- [ ] COMPLETE\n\n> two\n\n- [ ] COMPLETE')
    expect(promptsOf(text).map(({ id }) => id)).toEqual(['0.1', '0.2'])
  })

  const closeOf = (text: string) => read(phase(text)).handbook.phases[0]?.close
  it.each([
    ['Run `npm run check` and `npm run test`; both must pass.', ['npm run check', 'npm run test']],
    ['- `make` is green\n- and so is `./scripts/budget.sh`', ['make', './scripts/budget.sh']],
    [
      '1. `npm run check`\n2. Then run:\n\n   ```sh\n   npm run build\n   ```',
      ['npm run check', 'npm run build'],
    ],
    ['- [ ] `npm run check`\n\n`npm run check` must pass. <!-- why -->', ['npm run check']],
  ])('HB-50 the close %j asks for commands alone', (text, commands) =>
    expect(closeOf(`### Phase 0 close\n\n${text}\n`)).toMatchObject({ commands, notRun: [], prompt: null }),
  )
  it.each([
    ['Read `src/pages` and `npm`.', [], []],
    ['Run `npm run check`, and look at every page.', ['npm run check'], []],
    ['Start only when `npm run check` passes.', ['npm run check'], []],
    ['Do not start until `make` and `npm test` are green.', ['make', 'npm test'], []],
    ['Do not run `npm run deploy`.', [], ['npm run deploy']],
    ['If pages changed, `npm run build` passes.', [], ['npm run build']],
    ['Run `npm run check`. If pages changed, run `npm run build`.', ['npm run check'], ['npm run build']],
    ['- `npm run check`\n\nRun `npm run build` for all.', ['npm run check', 'npm run build'], []],
    ['- `npm run check`\n\nUnlike `npm run test`, it is quick.', ['npm run check'], ['npm run test']],
    ['- [ ] Everything was read.', [], []],
    ['```json\n{"a": 1}\n```', [], []],
    ['```sh\n# Every issue is filed.\n```', [], []],
    ['| page | reviewed |\n|---|---|\n| a | no |', [], []],
    ['    Indented code', [], []],
    ['<div>All is filed.</div>', [], []],
    ['- a list\n  - with a list', [], []],
  ])('HB-50 the phase closer judges the whole close %j', (text, commands, notRun) =>
    expect(closeOf(`### Phase 0 close\n\n${text}\n`)).toMatchObject({
      commands,
      notRun: notRun.map((command) => expect.objectContaining({ command })),
      prompt: text.trim(),
    }),
  )
  it('HB-50 a tick of its own box does not change what a close asks for', () => {
    const text = '### Phase 0 close\n\n- All is filed.\n- [ ] COMPLETE\n\n> Is it?'
    const close = closeOf(text)
    expect(close).toMatchObject({ prompt: '- All is filed.\n\n> Is it?', box: { state: 'open' } })
    expect(closeOf(text.replace('[ ]', '[x]'))?.prompt).toBe(close?.prompt)
  })
  it.each([
    '### Phase 0 close',
    '### PHASE 0 CLOSE',
    '### Phase 0 — Close',
    '### Phase 0: closing',
    '### Phase 0 close-out',
    '### **Phase 0 close**',
    '### Close of Phase 0',
    '### Phase close',
    '### Close',
    '### Closing checks',
    '### Close — before we go on',
    '#### Close',
    '**Phase 0 close.**',
    '**Phase 0 — close**',
    '__Close:__',
    '*Close*',
  ])('HB-50 %j begins the close', (begins) => {
    const text = phase(
      `> a\n\n- [ ] COMPLETE\n\n${begins}\n\n- \`make\`\n- [ ] COMPLETE\n\n### 0.2 B\n\n> b\n\n- [x] COMPLETE`,
    )
    expect(complaints(text)).toEqual([])
    expect(read(text).handbook.phases[0]).toMatchObject({
      close: { line: 7, commands: ['make'], prompt: null, box: { state: 'open', line: 10 } },
      prompts: [{ text: 'a' }, { text: 'b' }],
    })
  })
  it('HB-50 the words behind bold ones are the first of the close', () => {
    expect(closeOf('**Phase 0 close.** Run `make`; it must pass.')).toMatchObject({
      commands: ['make'],
      prompt: null,
    })
    expect(closeOf('**Close.** All is filed.\n\nNo page is dim.')).toMatchObject({
      commands: [],
      prompt: '**Close.** All is filed.\n\nNo page is dim.',
    })
  })
  it.each(['### Close the dialog', '### 0.1 Close', 'Close to the harbour.', '**Close** friends may come.'])(
    'HB-50 %j begins none',
    (begins) => expect(closeOf(`${begins}\n\n> a\n\n- [ ] COMPLETE`)).toBeNull(),
  )

  it('HB-03 a close may have a checkbox of its own', () => {
    const { handbook, problems } = read(
      phase('### Phase 0 close\n\n> /impeccable audit it\n\n- [ ] COMPLETE'),
    )
    expect(problems).toEqual([])
    expect(handbook.phases[0]?.close).toMatchObject({
      prompt: '/impeccable audit it',
      box: { state: 'open' },
    })
  })

  it.each([
    [
      '> a prompt',
      'no-checkbox H.md:3:1 prompt 0.1: expected a line "- [ ] COMPLETE" after the prompt, found none',
    ],
    [
      '> a prompt\n\n* [ ] Complete',
      'no-checkbox H.md:3:1 prompt 0.1: expected a line "- [ ] COMPLETE" after the prompt, found none; line 5 looks like one, but is spelled otherwise',
    ],
    [
      '> a prompt\n\n- [ ] COMPLETE\n- [x] COMPLETE',
      'two-checkboxes H.md:6:4 prompt 0.1: expected one checkbox a prompt, found another; the first stands in line 5',
    ],
    [
      '### 0.3 A\n\n> a\n\n- [ ] COMPLETE\n\n### 0.3 B\n\n> b\n\n- [ ] COMPLETE',
      'duplicate-id H.md:11:1 prompt 0.3: expected every prompt id once, found a second 0.3; the first stands in line 5',
    ],
    [
      '### 4.1 A\n\n> a\n\n- [ ] COMPLETE',
      'id-of-other-phase H.md:3:1 prompt 4.1: expected an id of Phase 0, found "4.1"',
    ],
    [
      '- [ ] COMPLETE',
      'checkbox-without-prompt H.md:3:4: expected a prompt, a paragraph quoted with "> ", above its checkbox, found none',
    ],
    [
      `> a\n\n- [ ] COMPLETE\n\n${scopeText()}`,
      'envelope-without-prompt H.md:7:1: expected a scope comment between its prompt and its checkbox, found one elsewhere',
    ],
    [
      `> a\n\n${scopeText()}\n\n${scopeText()}\n\n- [ ] COMPLETE`,
      'two-envelopes H.md:7:1 prompt 0.1: expected one scope comment a prompt, found another; the first stands in line 5',
    ],
    [
      '>\n\n- [ ] COMPLETE',
      'empty-prompt H.md:3:1 prompt 0.1: expected the words of the prompt after "> ", found none',
    ],
    [
      '### Phase 2 close',
      'close-of-other-phase H.md:3:1: expected "### Phase 0 close", found "Phase 2 close" in Phase 0',
    ],
    [
      '### Phase 0 close\n\n### Phase 0 close',
      'close-repeated H.md:5:1: expected one close a phase, found a second "Phase 0 close"; the first stands in line 3',
    ],
    [
      '## Phase 0 — B',
      'phase-repeated H.md:3:1: expected every phase once, found a second Phase 0; the first stands in line 1',
    ],
    [
      '## Phase 3 — B\n\n## Phase 2 — C',
      'phase-order H.md:5:1: expected a phase after Phase 3, found Phase 2',
    ],
    [
      '<!-- left open',
      'comment-unclosed H.md:3:1: expected "-->" at the end of the comment, found the end of the file',
    ],
    [
      '```sh\nleft open',
      'fence-unclosed H.md:3:1: expected "```" at the end of the code, found the end of the file',
    ],
    [
      '### Phase 0 close\n\n> one\n\n> two',
      'two-quotes-in-close H.md:7:1: expected one quote a close, found another; the first stands in line 5',
    ],
    [
      '### Phase 0 close\n\n> one\n\n#### 0.2 late\n\n> two\n\n- [ ] COMPLETE',
      'prompt-in-close H.md:7:1 prompt 0.2: expected the prompts of a phase before its close, found one inside it',
    ],
    [
      '## Close',
      'close-of-other-phase H.md:3:1: expected it inside its phase, under "### ", found a close outside of any phase',
    ],
    ...[
      'Phase 0 close: run it.',
      '- **Phase 0 close.** Run it.',
      'Close: run it.',
      '###Phase 0 close',
      '### Phase one close',
      '### Phase 0 closed when',
      '### 0.9 Close',
      '### 0.close',
      '<h3>Phase 0 close</h3>',
      '<details><summary>Phase 0 close</summary>',
    ].map((line) => [
      line,
      `close-heading H.md:3:1: expected a heading "### Phase 0 close", found ${JSON.stringify(line.replace('- ', ''))}`,
    ]),
    [
      '### Phase 0 close\n\n- [ ] complete',
      'no-checkbox H.md:5:1 prompt 0.close: expected a line "- [ ] COMPLETE", found "- [ ] complete"',
    ],
  ])('HB-03 %j is a mistake with its place', (body, complaint) => {
    expect(complaints(phase(body))).toEqual([complaint])
  })

  const late = '\n\n### 3.1 Harden\n\n> late\n\n- [ ] COMPLETE\n'
  it.each([
    '## Phase 3 Work',
    '## Phase 3. Work',
    '## Phase 3 (Work)',
    '## Phase 3b — Work',
    '## Phase three — Work',
    '## Phase III — Work',
    '## Phase3 — Work',
    '# Phase 3 — Work',
    '## **Phase 3** — Work',
  ])('HB-03 %j drops no phase without a word', (heading) =>
    expect(complaints(`${smallHandbook}\n${heading}${late}`)).toEqual([
      `phase-heading H.md:40:1: expected a number and a dash: "## Phase 3 — Title", found "${heading}"`,
    ]),
  )

  it.each([
    '### Phase 3 — Work',
    '#### Phase 3: Work',
    '##Phase 3 — Work',
    '**Phase 3 — Work**',
    '- a list\n\n   ## Phase 3 — Work',
  ])('HB-03 %j is no part of the phase before it without a word', (heading) => {
    const found = heading.split('\n').at(-1)?.trim()
    const prompts = '> /impeccable adapt it\n\n- [ ] COMPLETE'
    expect(complaints(phase(`${prompts}\n\n${heading}\n\n${prompts}`))).toEqual([
      expect.stringMatching(/^phase-heading H\.md:(7|9):1: expected "## Phase 3 — Title" at the beginning /),
    ])
    expect(complaints(phase(`${prompts}\n\n${heading}\n\n${prompts}`))[0]).toContain(`found "${found}"`)
  })
  it.each([
    '### Phase 3 notes',
    '### Phase 0 — Aims',
    'Phase 3 — Work comes later.',
    '**Phase 3 — Work** comes later.',
  ])('HB-03 %j begins none', (words) =>
    expect(complaints(phase(`${words}\n\n> it\n\n- [ ] COMPLETE`))).toEqual([]),
  )

  it.each([
    [`> early\n\n- [ ] COMPLETE\n\n${smallHandbook}`, '3:4', 'one outside of any phase'],
    [
      `# Phase 3 — Work${late}\n${smallHandbook}`,
      '7:4',
      'one below "Phase 3 — Work", line 1, which is no phase',
    ],
    [`${smallHandbook}\n## Appendix${late}`, '46:4', 'one below "Appendix", line 40, which is no phase'],
    [`${smallHandbook}\n- [ ] COMPLETE\n`, '40:4', 'one outside of any phase'],
  ])('HB-03 a box outside of any phase is a mistake: %#', (text, place, found) =>
    expect(complaints(text)).toEqual([
      `checkbox-outside-phase H.md:${place}: expected a checkbox below the heading of its phase, such as "## Phase 3 — Title", found ${found}`,
    ]),
  )

  it.each([
    '# Phase 3 of the redesign',
    '## Phases at a glance\n\n- Phase 0: document',
    '## Phase plan\n\n> A quote.',
    '## How to read it\n\n```md\n## Phase 3 Work\n- [ ] COMPLETE\n```\n\n<!--\n- [ ] COMPLETE\n-->',
  ])('HB-03 %j is fine before the phases', (section) =>
    expect(complaints(`${section}\n\n${smallHandbook}`)).toEqual([]),
  )

  it('HB-03 a text without any phase is no handbook', () => {
    expect(complaints('# Title\n')).toEqual([
      'no-phase H.md:1:1: expected a phase, such as "## Phase 0 — Foundations", found none',
    ])
  })

  it('HB-04 a malformed envelope names prompt, line and column, in a comment that wraps and in a quote', () => {
    const wrapped = '> a\n\n<!-- scope: paths={a};\n  budget=loc:many,files:1 -->\n\n- [ ] COMPLETE'
    expect(complaints(phase(wrapped))).toContain(
      'malformed-envelope H.md:6:14 prompt 0.1 scope.budget: expected a whole number or ∞, found "many"',
    )
    const quoted = '> a <!-- scope: paths={a};\n>   budget=loc:many,files:1 -->\n\n- [ ] COMPLETE'
    expect(complaints(phase(quoted))).toContain(
      'malformed-envelope H.md:4:16 prompt 0.1 scope.budget: expected a whole number or ∞, found "many"',
    )
  })

  it('HB-03 tells everything that is wrong, not only the first', () => {
    const text = phase('> a\n\n> b\n\n<!-- scope: x -->\n\n- [ ] COMPLETE\n\n- [ ] COMPLETE')
    expect(read(text).problems.map(({ rule }) => rule)).toEqual([
      'no-checkbox',
      'two-checkboxes',
      ...Array.from({ length: 7 }, () => 'malformed-envelope'),
    ])
  })

  it('HB-03 a file of five megabytes is read whole', () => {
    const prompts = promptsOf(largeHandbook(11_000))
    expect(prompts).toHaveLength(11_000)
    expect(prompts.at(-1)).toMatchObject({ id: '9.1100', envelope: { symbols: ['Page1100'] } })
  })

  it('QA-03 any text gets an answer, and every mark stands between brackets', () => {
    const texts = textsLike(smallHandbook, trapHandbook)
    neverCrashes(texts, (text, file) => {
      const { problems } = parseHandbook(text, file)
      return problems.length > 0 ? { ok: false, problems } : parsed(null)
    })
    fc.assert(
      fc.property(texts, (text) => {
        for (const { box } of promptsOf(text)) {
          const at = box?.markOffset ?? null
          if (at !== null) expect(text.slice(at - 1, at + 2)).toMatch(/^\[[ xX]\]$/)
        }
      }),
    )
  })
})
