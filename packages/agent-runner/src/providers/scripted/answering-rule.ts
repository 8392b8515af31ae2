/**
 * Finds the rule of a script that answers a turn. Counts nothing of its own: which rules are used up follows from the
 * turns that came before, so that a restart changes nothing.
 */
import type { ScriptMatch, ScriptRule } from '@harness/core/kernel/script'
import type { PriorTurn } from '../../runner/provider.ts'

/** The first rule that matches `turn`, if no turn before can have used it up; null if that has to be counted. */
export function unlimitedRule(rules: readonly ScriptRule[], turn: PriorTurn): ScriptRule | null {
  const first = rules.find((rule) => isForRole(rule.role)(turn.role) && isMatched(rule, turn))
  return first !== undefined && first.call === null && first.times === null ? first : null
}

/** The first rule that matches `turn` and is not used up by `prior`; null if there is none. */
export function answeringRule(
  rules: readonly ScriptRule[],
  prior: readonly PriorTurn[],
  turn: PriorTurn,
): ScriptRule | null {
  const tallies = rules.map((rule) => ({ rule, isItsRole: isForRole(rule.role), matched: 0, answered: 0 }))
  let answering: ScriptRule | null = null
  for (const each of [...prior, turn]) {
    const matching = tallies.filter(({ rule, isItsRole }) => isItsRole(each.role) && isMatched(rule, each))
    for (const tally of matching) tally.matched++
    const first = matching.find(
      ({ rule, matched, answered }) =>
        (rule.call === null || rule.call === matched) && (rule.times === null || answered < rule.times),
    )
    if (first !== undefined) first.answered++
    answering = first?.rule ?? null
  }
  return answering
}

const isMatched = ({ match }: ScriptRule, { envelope }: PriorTurn): boolean =>
  match === null || envelopeMatches(match, envelope)

function isForRole(pattern: string): (role: string) => boolean {
  if (!pattern.includes('*')) return (role) => role === pattern
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const expression = new RegExp(`^${parts.join('.*')}$`, 's')
  return (role) => expression.test(role)
}

function envelopeMatches(match: ScriptMatch, envelope: string): boolean {
  switch (match.type) {
    case 'text':
      return envelope.includes(match.text)
    case 'regex':
      return new RegExp(match.source, match.flags).test(envelope)
  }
}
