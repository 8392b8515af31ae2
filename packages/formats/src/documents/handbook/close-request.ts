/**
 * Tells which code in a clause of a close the clause asks to be run. Code that a clause leaves to a person, or sets a
 * condition on, is not asked for.
 */

/** Stands for a code span in a clause. */
export const code = '\u0000'

const fill =
  'with|that|the|this|these|those|all|of|both|each|again|also|then|first|next|following|commands?|scripts?|by|running|using|via|and|to|run'
/** Words and marks that may stand between a verb and its code, or between two spans. */
const between = `(?:[\\s,:()—–]|\\b(?:${fill})\\b){0,16}`
const spans = `${code}(?:${between}${code}){0,16}`
const verb = '(?:(?:re-?)?run|execute|check|verify|confirm|ensure|make sure|prove|start with|invoke)'
const means = '(?:with|using|via|by running|by means of)'
const faultless = '(?:without|with no|no)\\s+(?:any\\s+)?(?:errors?|warnings?|failures?|complaints?)'
const good = `(?:green|clean(?:ly)?|ok|successful(?:ly)?|${faultless})`
const passes =
  '(?:(?:must|should|shall|will|ha(?:s|ve) to|needs? to|is to|are to)\\s+)?(?:(?:all|both|still|also|always|each)\\s+)*' +
  `(?:pass(?:es|ed)?\\b|succeeds?\\b|(?:(?:is|are|be|has|have|stays?|remains?|runs?|comes?|exits?|ends?|finish(?:es)?|reports?|shows?|prints?)\\s+(?:(?:back|out|all|been|passed|with)\\s+)*${good}(?!\\w)|` +
  '(?:exits?|returns?|ends?|finish(?:es)?)\\s+(?:with\\s+)?(?:an?\\s+)?(?:exit\\s+)?(?:code\\s+|status\\s+)?(?:0|zero)\\b|(?:has|have) (?:passed|succeeded)\\b|be run\\b))'

const atStart = `^[^\\w${code}]*(?:(?:then|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|now|also|lastly|last|please|always|and|(?:you|we) (?:must|have to|need to|should))[\\s,]+)*`
const inside = `(?:[,:(—–]\\s*(?:and\\s+|then\\s+|please\\s+)*|\\b(?:and|then)\\s+(?:then\\s+|also\\s+)?)`
const object = `\\b(?:${between}|\\s+(?:[\\w'’-]+\\s+){1,6}${means}${between})${spans}`
/** "Run the tests (`npm test`)", "Run the whole suite: `npm test`". */
const apposition = new RegExp(
  `${atStart}(?:(?:re-?)?run|execute)(?:\\s+[\\w'’-]+){1,6}\\s*[:(—–]\\s*${spans}`,
  'gi',
)

const imperative = new RegExp(`${atStart}${verb}${object}`, 'gi')
const laterImperative = new RegExp(`${inside}${verb}${object}`, 'gi')
const predicate = new RegExp(`${spans}[\\s)]*(?:(?:it|they|which|both|all)\\s+)?${passes}`, 'gi')
const sameAgain = new RegExp(`\\bso (?:is|are|do|does|must)\\s+${between}${spans}`, 'gi')
const listed = new RegExp(`${passes}\\s*(?:[:(—–]|with\\b|under\\b)${between}${spans}`, 'gi')
/** "only when `npm test` passes", "not until `make` and `tox` are green": the phase waits for the command. */
const awaited = new RegExp(`\\b(?:if|when|once|until|unless|after)\\s+${between}${spans}\\s*${passes}`, 'gi')

/** "The lead must check the page and run …": what follows is not asked of the harness. */
const otherSubject =
  /^\W*(?:the|an?|our|their|his|her|every|each|one|some\w*|any\w*|no(?:body|ne)?|they|he|she|it|people|let|ask|tell|\w+\s+(?:must|should|will|ha(?:s|ve)|can|may|is|are|does|needs?))\b/i
const others =
  /\b(?:by hand|manual(?:ly)?|by (?:the|an?|our|your|its|one)|some(?:one|body)|any(?:one|body)|no(?:body| one)|whoever|leads?|owners?|maintainers?|colleagues?|humans?|persons?|people|operators?|ask|tell|how|sa(?:ys?|id)|explains?|describes?|tells)\b/i
const conditions =
  /\b(?:not|never|no|none|without|instead|unless|if|when|whenever|where|only|except|may|might|can|could|would|until|after|either|unlike|was|were|been|ran|is done|are done|optional(?:ly)?|skip\w*)\b|n['’]t\b/i
const faultlessWords = new RegExp(`\\b${faultless}\\b`, 'gi')

/** The places of the spans, counted from 0, that the clause asks to be run. */
export function askedSpans(clause: string): ReadonlySet<number> {
  const asked = new Set<number>()
  const take = (pattern: RegExp): void => {
    for (const { 0: match, index } of clause.matchAll(pattern)) {
      const before = clause.slice(0, index).split(code).length - 1
      const count = match.split(code).length - 1
      for (let at = before; at < before + count; at++) asked.add(at)
    }
  }
  if (others.test(clause)) return asked
  take(awaited)
  if (isConditional(clause)) return asked
  for (const pattern of [imperative, apposition, predicate, sameAgain, listed]) take(pattern)
  if (!otherSubject.test(clause)) take(laterImperative)
  return asked
}

/** Whether the words set a condition, forbid, or name another actor. */
export const isHedged = (words: string): boolean => others.test(words) || isConditional(words)

const isConditional = (words: string): boolean => conditions.test(words.replace(faultlessWords, ''))

const pronoun = /\b(?:it|this|that|these|them|they)\b/i
/** "It is run by the lead.", behind a sentence that names the command. */
export const handsOver = (clause: string): boolean =>
  pronoun.test(clause) && (others.test(clause) || /\bonly\b/i.test(clause))

const forbids =
  /\b(?:never|skip|need not|(?:do|does|must|should) not|(?:do|does|must|should)n['’]t)\s+(?:run|execute|start|call|use)\b|\b(?:never|skip)\b/i
const condition = /\b(?:if|unless|when|whenever|optional(?:ly)?)\b/i
const waitsForList = new RegExp(`\\b(?:if|when|once|until|unless|after)\\s+(?:\\w+\\s+){0,4}?${passes}`, 'i')

/** "The lead runs these:", "If pages changed:": the code below such words is not asked for. */
export const holdsBack = (words: string): boolean =>
  /:\s*$/.test(words) &&
  !waitsForList.test(words) &&
  (others.test(words) || forbids.test(words) || condition.test(words))
