/** Handbooks for tests: a small good one, one full of what only looks like a handbook, and one as large as wanted. */

export const scopeText = (more = ''): string =>
  `<!-- scope: paths={src/pages/a.astro}; symbols={Page}; budget=loc:120±30,files:2; expected_signal=allow_empty; success="It holds."; failure_modes="It does not."${more} -->`

export const smallHandbook = `# Handbook

## Phase 0 — Foundations

Write down what is there.

### 0.1 Document — the system

> /impeccable document the design system as it is,
> and leave nothing out.

${scopeText()}

- [x] COMPLETE

## Phase 1 — Critique

### 1.1 Critique — lesson page

> /impeccable critique src/pages/lesson.astro

- [ ] COMPLETE

> /impeccable audit src/pages/index.astro

- [ ] COMPLETE (deferred)

### Phase 1 close

\`\`\`sh
npm run check
\`\`\`

## Determinism notes

Same input, same output.
`.replace('> /impeccable audit', '### 1.2 Audit — start page\n\n> /impeccable audit')

/** Exactly the prompts 0.1 to 0.4 and 1.1 are there; every other box, quote and heading is a trap. */
export const trapHandbook = `\uFEFF---
title: "## Phase 9 — not a phase"
boxes: |
  - [ ] COMPLETE
---
# Traps

> A quote before any phase.

\`\`\`md
## Phase 7 — in a fence
> /impeccable craft nothing
- [ ] COMPLETE
\`\`\`

## Phase 0 — Tabs, fences and comments

Preamble with \`- [ ] COMPLETE\` in code, and a fence:

~~~
> /impeccable shape nothing
- [ ] COMPLETE
\`\`\`
~~~

    > indented code
    - [ ] COMPLETE

<!--
### 0.9 In a comment
> /impeccable polish nothing
- [ ] COMPLETE
-->

### 0.1 Document — tabs

>\t/impeccable document\tthe tabs
> and  two spaces; a "quote", ünïcödé 🎈 and \\[ ] escapes.

- an item before
\t- [ ] COMPLETE
\t- nested with a tab
  - [x] COMPLETE
1. numbered
   - [ ] COMPLETE

-\t[ ]\tCOMPLETE

### 0.2 Extract — a comment that wraps

> /impeccable extract tokens
lazily continued without a mark
> \`\`\`not a fence
<!-- scope:
  paths={src/styles/**, src/{a,b}/c.ts};
  symbols={};
  budget=loc:∞,
    files:4±1;
  expected_signal=require_nonempty;
  success="One; two; \\"three\\"
    four.";
  failure_modes="- [ ] COMPLETE"
-->
- \\[ ] COMPLETE
- [ ](https://example.org) COMPLETE
- [X] COMPLETE
-     [ ] COMPLETE
* * *

### 0.3 Document — the scope in the quote

> /impeccable document it all <!-- scope: paths={a}; symbols={b};
> budget=loc:1±1,files:1; expected_signal=allow_empty;
> success="s"; failure_modes="f" -->

<div>
- [ ] COMPLETE
</div>

   - [ ] COMPLETE   

> /impeccable document by position

- [ ] COMPLETE (deferred until the second release)

## Notes

> Not a prompt: this is no phase.

- [ ] Complete this list some day.

    - [ ] COMPLETE

## Phase 1: With a colon

> > /impeccable critique a quote in a quote
> - [ ] COMPLETE

- [ ] COMPLETE

#### Phase 1 close is not this

### Phase 1 close

- [ ] Everything was read.
- \`npm run check && npm run test\`

\`\`\`sh
# comment
$ npm run build \\
  --all
\`\`\`

\`\`\`json
{"not": "a command"}
\`\`\`

> /impeccable critique the phase

## Determinism notes

The same  
always.
`.replace('> /impeccable document by position', '### Not an id\n\n> /impeccable document by position')

const promptText = (phase: number, n: number): string => `### ${phase}.${n} Harden — surface ${n}

> /impeccable harden src/pages/page-${n}.astro so that every state is handled, and nothing is left
> to chance; name what you reject, and say why it is rejected in one sentence of plain words.

<!-- scope: paths={src/pages/page-${n}.astro,src/components/c-${n}.astro}; symbols={Page${n}};
budget=loc:120±30,files:2; expected_signal=allow_empty; success="It holds; always."; failure_modes="It does not." -->
- [ ] COMPLETE

`

/** Ten phases. */
export function largeHandbook(prompts: number): string {
  const each = Math.ceil(prompts / 10)
  let text = '# Handbook\n\n'
  for (let phase = 0; phase < 10; phase++) {
    text += `## Phase ${phase} — Part ${phase}\n\nWhat this part is for.\n\n`
    for (let n = 1; n <= each; n++) text += promptText(phase, n)
  }
  return text
}
