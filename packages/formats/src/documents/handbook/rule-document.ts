/** Cuts PRODUCT.md or DESIGN.md into the sections that prompts cite, and finds the Named Rules in them. */
import type { RuleDocument, RuleSection } from '@harness/core/playbooks/handbook/handbook-document'
import { eachBlock, linesOf } from '../../text/markdown-blocks.ts'
import type { SourceLines } from '../../text/source-lines.ts'

interface OpenSection {
  readonly heading: string
  readonly first: number
  readonly rules: string[]
}

const namedRule = /\*\*(The\s[^*]{1,120}?\sRule)\.?\*\*/g

/** A section reaches to the next `#` or `##` heading; the text before the first one has an empty heading. */
export function parseRuleDocument(text: string): RuleDocument {
  const sections: RuleSection[] = []
  let open: OpenSection = { heading: '', first: 0, rules: [] }
  const end = (behind: number, lines: SourceLines): void => {
    const whole = text.slice(lines.start(open.first), behind > 0 ? lines.end(behind - 1) : 0).trimEnd()
    if (whole.trim() !== '') sections.push({ heading: open.heading, text: whole, rules: open.rules })
  }
  const lines = eachBlock(text, (tokens, known) => {
    const [block, inside] = tokens
    if (block?.tag === 'h1' || block?.tag === 'h2') {
      const [first] = linesOf(block)
      end(first, known)
      open = { heading: inside?.content.trim() ?? '', first, rules: [] }
    }
    for (const { type, content } of tokens) {
      if (type !== 'inline' || !content.includes('**')) continue
      for (const [, rule = ''] of content.matchAll(namedRule)) open.rules.push(rule.replace(/\s+/g, ' '))
    }
  })
  end(lines.count, lines)
  return { text, sections }
}
