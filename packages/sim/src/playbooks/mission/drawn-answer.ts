/** Owns the answers of a mission's roles, drawn so that every kind comes up. */
import type { Answer } from '@harness/core/playbooks/mission/state/answers'
import { decisionNames } from '@harness/core/playbooks/mission/state/decision'
import type { RunAgent } from '@harness/core/playbooks/mission/state/effects'
import { missionRoles } from '@harness/core/playbooks/mission/state/input'
import { issueSeverities, planVerdicts } from '@harness/core/playbooks/mission/state/mission-document'
import type { Random } from '../../engine/random.ts'
import { plainPlan } from './input.ts'

/** What a role says in the form it was asked for. */
export function drawnAnswer(command: RunAgent, luck: Random): Answer {
  const ambiguity = luck.chance(0.15) ? 'Today or tomorrow?' : null
  switch (command.contract) {
    case 'mission-plan':
      return {
        kind: 'mission-plan',
        ...(luck.chance(0.8) ? plainPlan : { contract: [], features: [] }),
      }
    case 'plan-review':
      return { kind: 'plan-review', verdict: luck.pick(planVerdicts), notes: ['A claim is missing.'] }
    case 'mission-work':
      return { kind: 'mission-work', summary: 'It is done.', tricks: [], ambiguity }
    case 'validation':
      return { kind: 'validation', ...verdicts(command, luck), ambiguity }
    case 'ruling':
      return {
        kind: 'ruling',
        claim: null,
        decision: 'Tomorrow.',
        reason: 'It is kinder.',
        question: luck.chance(0.3) ? 'Who pays?' : null,
      }
    case 'curation':
      return { kind: 'curation', summary: '', memory: '', promote: [], lessons: drawnLessons(luck) }
    case 'decision':
      return { kind: 'decision', ...chosen(command, luck) }
    default:
      return { kind: 'text' }
  }
}

const drawnLessons = (luck: Random) =>
  missionRoles.filter(() => luck.chance(0.2)).map((role) => ({ role, lesson: 'Read the README.' }))

/** About the claims that the role was told of. */
function verdicts({ slices }: RunAgent, luck: Random) {
  const claims = /^CLAIMS=(.*)$/m.exec(slices.map(({ text }) => text).join('\n'))?.[1] ?? ''
  const status = luck.chance(0.6) ? ('PASS' as const) : ('FAIL' as const)
  return {
    claims: claims
      .split(' ')
      .filter((id) => id !== '')
      .map((id) => ({ id, status, evidence: 'it says "done"' })),
    issues: luck.chance(0.2) ? [{ severity: luck.pick(issueSeverities), title: 'Too slow', detail: '' }] : [],
  }
}

/** One of those that were offered, or nonsense. */
function chosen({ slices }: RunAgent, luck: Random) {
  const offered = slices.find(({ label }) => label.startsWith('Decisions'))?.text.match(/^- [^:]+/gm) ?? []
  const pick = luck.chance(0.8) && offered.length > 0 ? luck.pick(offered).slice(2) : luck.pick(decisionNames)
  const [decision = '', subject = null] = pick.split(' ')
  return { decision, subject, reason: 'It seems best.' }
}
