// The words and phrases of the old manner of writing, each with the plain words to use instead.
// A rule belongs here only if it has next to no false hits.

const pronoun = 'it|they|there|nothing|none|no|one|he|she|we|you|this|that|these|those|both|neither'
const place =
  'in|at|on|under|there|here|beside|outside|inside|where|between|behind|within|elsewhere|among|around|open|before|above|below|over|by|nearby|ready|next'
/** After one of these words "where" is about a place: "it stays where it is". */
const ofPlaces =
  'stays?|stayed|leaves?|left|kept|put|to|from|pauses?|place|places|folder|machine|and|hides?|looked up'

const rules = [
  { words: 'whoever', plain: 'name the person or the program', pattern: /\bwhoever\b/gi },
  { words: 'somebody', plain: 'a person, the operator, another process', pattern: /\bsomebody\b/gi },
  { words: 'nobody', plain: 'no person, no process', pattern: /\bnobody\b/gi },
  { words: 'anew', plain: 'again', pattern: /\banew\b/gi },
  { words: 'mend', plain: 'fix', pattern: /\bmend(?:s|ed|ing)?\b/gi },
  { words: 'flown', plain: 'run, done', pattern: /\bflown\b/gi },
  {
    words: 'lies (for "is")',
    plain: 'is',
    pattern: new RegExp(`\\b(?:what\\s+lies|(?:lies?|lay|lain|lying)\\s+(?:${place}))\\b`, 'gi'),
  },
  {
    words: '"where" for "if"',
    plain: 'if',
    pattern: new RegExp(
      `\\b(?:(?:absent|null|undefined|empty|missing|false|true)\\s+where|(?<!\\b(?:${ofPlaces})\\s+)where\\s+(?:${pronoun}))\\b`,
      'gi',
    ),
  },
  {
    words: 'a sentence that opens with "Where" for "if"',
    plain: 'If',
    pattern: /\bWhere(?<=[.;]\s+Where)\s+(?:a|an|the)\b[^.?!]*,/g,
  },
  {
    words: 'go on with',
    plain: 'resume, continue',
    pattern: /\b(?:go|goes|gone|going|went)\s+on\s+with\b/gi,
  },
  { words: 'give up of', plain: 'abandon', pattern: /\b(?:give|gives|gave|given|giving)\s+up\s+of\b/gi },
]

/** Each hit in `text`: its offset, what was written and the rule that found it. */
export function oldMannerIn(text) {
  return rules
    .flatMap((rule) =>
      [...text.matchAll(rule.pattern)].map((it) => ({
        at: it.index,
        written: it[0].replace(/\s+/g, ' '),
        plain: rule.plain,
        words: rule.words,
      })),
    )
    .sort((a, b) => a.at - b.at)
}
