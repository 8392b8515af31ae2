import { describe, expect, it } from 'vitest'
import { parseRuleDocument } from './rule-document.ts'

const product = `---
a: b
---
# Product

For people.

## Users

Learners. **The Quiet Rule.** Nothing blinks.

### Details

- **The One
  Thing Rule** holds.

\`\`\`md
## Not a section
**The Fenced Rule.**
\`\`\`

## Anti-references ##

No dashboards.
`

describe('HB-14 sections of PRODUCT.md and DESIGN.md', () => {
  it.each([
    ['as it is', product],
    ['with CRLF', product.replaceAll('\n', '\r\n')],
  ])('HB-14 a section reaches from its heading to the next one and knows its Named Rules, %s', (_, text) => {
    const document = parseRuleDocument(text)
    expect(document.text).toBe(text)
    expect(document.sections.map(({ heading, rules }) => [heading, rules])).toEqual([
      ['Product', []],
      ['Users', ['The Quiet Rule', 'The One Thing Rule']],
      ['Anti-references', []],
    ])
    const from = text.indexOf('## Users')
    expect(document.sections[1]?.text).toBe(text.slice(from, text.indexOf('## Anti')).trimEnd())
  })

  it('HB-14 what stands before the first heading is a section without a name', () => {
    expect(parseRuleDocument('**The First Rule.** x\n').sections).toEqual([
      { heading: '', text: '**The First Rule.** x', rules: ['The First Rule'] },
    ])
    expect(parseRuleDocument('').sections).toEqual([])
  })
})
