/**
 * Finds the rule of a script that answers a turn. Counts nothing of its own: which rules are used up follows from the
 * turns that came before, so that a restart changes nothing.
 */
import type { ScriptMatch, ScriptRule } from '@harness/core/script'
import type { PriorTurn } from '../../provider.ts'

/** The first rule that matches `turn` and is not used up by `prior`; null where there is none. */
export function answeringRule(
  rules: readonly ScriptRule[],
  prior: readonly PriorTurn[],
  turn: PriorTurn,
): ScriptRule | null {
  const tallies = rules.map((rule) => ({ rule, matched: 0, answered: 0 }))
  let answering: ScriptRule | null = null
  for (const each of [...prior, turn]) {
    const matching = tallies.filter(({ rule }) => matches(rule, each))
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

const matches = (rule: ScriptRule, turn: PriorTurn): boolean =>
  roleMatches(rule.role, turn.role) && (rule.match === null || envelopeMatches(rule.match, turn.envelope))

function roleMatches(pattern: string, role: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(role)
}

function envelopeMatches(match: ScriptMatch, envelope: string): boolean {
  switch (match.type) {
    case 'text':
      return envelope.includes(match.text)
    case 'regex':
      return new RegExp(match.source, match.flags).test(envelope)
  }
}
