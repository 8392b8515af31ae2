/** Knows which lines of a plan call for work: not those that set limits, and none out of scope. */
const outOfScope = /^#{1,6}\s+out[ -]of[ -]scope\b/i
const forbids = /\b(?:not|never|don['’]t|without|unchanged|untouched|keep|leave|except)\b/i

export function linesInScope(plan: string): readonly string[] {
  let isOutside = false
  return plan.split('\n').filter((line) => {
    if (/^#{1,6}\s/.test(line)) isOutside = outOfScope.test(line)
    return !isOutside && !forbids.test(line)
  })
}
