import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike, valuesWith } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { parsePullText, parseStructuredPullText, pullTextJsonSchema } from './parse-pull-text.ts'

const good = '## Summary\n\nParses lines.\n\n- `Map<string>` stays\n\n## Risks\n\nNone.\n'
const problems = (text: string): readonly string[] => {
  const result = parsePullText(text, 'text')
  return result.ok ? [] : result.problems.map(describeProblem)
}

describe('DL-09 the text of a pull request', () => {
  it.each([
    good,
    `\n${good}`,
    good.replaceAll('\n', '\r\n'),
    '## Risks\nNone.\n## Summary\nParses lines.\n\n- `Map<string>` stays',
  ])('DL-09 takes %j', (text) => {
    const result = parsePullText(text)
    expect(result).toMatchObject({ ok: true, value: { risks: 'None.' } })
    expect(result.ok && result.value.summary.replaceAll('\r', '')).toBe(
      'Parses lines.\n\n- `Map<string>` stays',
    )
  })

  it('DL-09 lets small headings, code, links and quotations be', () => {
    const summary =
      '### How\n\n```html\n## Risks\n<b>\n```\n\n> see <https://example.test> a < b\n\n---\n\n| a |\n|---|'
    expect(parsePullText(`## Summary\n${summary}\n## Risks\nNone.`)).toEqual({
      ok: true,
      value: { summary, risks: 'None.' },
    })
  })

  it.each([
    ['', 'the section "## Summary" once, found none'],
    ['## Summary\nx', 'the section "## Risks" once, found none'],
    [`Here it is:\n\n${good}`, 'nothing before the first heading, found "Here it is:"'],
    [`# Pull request\n${good}`, 'nothing before the first heading, found "# Pull request"'],
    [`\`\`\`markdown\n${good}\`\`\``, 'found all of it in a code fence'],
    [`~~~\n${good}~~~`, 'found all of it in a code fence'],
    [`${good}\n## Validation\nAll checks passed.`, 'no section beside "## Summary" and "## Risks"'],
    [good + good, 'the section "## Summary" once, found 2'],
    ['## Summary\n\n## Risks\nNone.', 'text summary: expected text, or "None.", found nothing'],
    ['## Summary\nx\n## Risks\n# Title', 'text risks: expected no heading larger than "###"'],
    ['## Summary\nValidation\n-----\nfine\n## Risks\nx', 'found an underlined one'],
    ['## Summary\n<details>x</details>\n## Risks\nx', 'no raw HTML'],
    ['## Summary\nx\n## Risks\n<!-- the rest is hidden', 'no raw HTML'],
    ['## Summary\nx\n## Risks\n> quoted <img src=x>', 'no raw HTML'],
    ['## Summary\nx \\`<!--\\` y\n## Risks\nx', 'no raw HTML'],
    ['## Summary\nx\n## Risks\n```\nthe rest is code', 'found one that is left open'],
    ['## Summary\nx\n## Risks\n```\nx\n    ```\nthe rest is code', 'found an indented one'],
    ['## Summary\n```\nall is code\n## Risks\nx', 'the section "## Risks" once, found none'],
    [`## Summary\n${'x'.repeat(10_001)}\n## Risks\nx`, 'at most 10000 characters'],
    ['x'.repeat(1_000_001), 'no more than 1000000 characters'],
  ])('DL-09 refuses %j and says why', (text, why) => {
    expect(problems(text).join('\n')).toContain(why)
  })

  it('DL-09 holds the structured form against the same rules', () => {
    expect(parseStructuredPullText({ summary: ' a ', risks: 'b' })).toEqual({
      ok: true,
      value: { summary: 'a', risks: 'b' },
    })
    for (const risks of ['', '## Validation\nx', '<!--', '```\nx']) {
      expect(parseStructuredPullText({ summary: 'a', risks }).ok).toBe(false)
    }
    const accepts = new Ajv2020({ strict: true, strictTypes: false }).compile(pullTextJsonSchema())
    expect(accepts({ summary: 'a', risks: 'b' })).toBe(true)
    expect(accepts({ summary: 'a' })).toBe(false)
  })

  it('DL-09 quotes a foreign section once', () => {
    const read = parsePullText('## Summary\n\nA.\n\n## Risks\n\nNone.\n\n## Plan\n\nB.\n')
    expect(read.ok ? [] : read.problems.map(({ found }) => found)).toEqual(['"## Plan"'])
  })

  it('QA-03 any text gets an answer', () => {
    neverCrashes(textsLike(good, `${good}\n\`\`\`\n<b>\n---\n`), parsePullText)
    neverCrashes(valuesWith('summary', 'risks'), parseStructuredPullText)
  })
})
