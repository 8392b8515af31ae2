/** Prints what an audit came to: for programs, in the fields of the source and with all points, and for people. */
import { isoTime } from '@harness/core/kernel/iso-time'
import { oneLine } from '@harness/core/kernel/one-line'
import type { AuditedRequirement } from '@harness/core/playbooks/fidelity/audit'
import { type FidelityReport, slugOf } from '@harness/core/playbooks/fidelity/documents'
import { countsOf, describeDrift } from '@harness/core/playbooks/fidelity/endings'

export function reportJson(report: FidelityReport): string {
  const { audit, components } = report
  const { requirements, drift } = audit
  const summary = {
    generatedAt: isoTime(report.at),
    specSlug: slugOf(report.specPath),
    specPath: report.specPath,
    specCommit: report.specCommit,
    commit: report.commit,
    threshold: report.threshold,
    acceptedUpTo: report.bar,
    exceedsThreshold: report.score > report.bar,
    score: report.score,
    totalRequirements: requirements.length,
    metCount: report.met,
    partialCount: report.partial,
    unmetCount: report.unmet,
    driftCount: report.drift,
    riskScore: audit.riskScore,
    breakdown: {
      unmetComponent: rounded(components.unmet),
      driftComponent: rounded(components.drift),
      riskComponent: rounded(components.risk),
    },
    unmet: requirements
      .filter(({ status }) => status === 'unmet')
      .map(({ requirement, notes }) => ({ requirement, notes })),
    drift: drift.map(({ planId, title, rationale }) => ({ plan_id: planId, title, rationale })),
    risks: audit.risks,
    requirements: requirements.map(({ planId, ...one }) => ({ ...one, plan_id: planId })),
    recommendedActions: audit.actions,
  }
  return `${JSON.stringify(summary, null, 2)}\n`
}

const rounded = (value: number): number => Math.round(value * 100) / 100

export function reportPage(report: FidelityReport): string {
  const { at, specPath, specCommit, commit, score, bar, threshold, audit } = report
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Requirements', audit.requirements.map(described)],
    ['Beside the spec', audit.drift.map((one) => describeDrift(one).replace(/^drift: /, ''))],
    ['Risks', audit.risks.map(({ level, category, detail }) => `${level}, ${category}: ${detail}`)],
    ['Recommended', audit.actions],
  ]
  return [
    `# Audit of ${specPath}`,
    '',
    `Drift score ${score} of 100, ${score > bar ? 'above' : 'not above'} ${bar}: ${countsOf(report)}. Risk ${audit.riskScore}.`,
    '',
    `Product at ${commit}, spec at ${specCommit}, ${isoTime(at)}. The threshold is ${threshold}.`,
    ...lists.flatMap(([title, items]) =>
      items.length === 0 ? [] : ['', `## ${title}`, '', ...items.map((item) => `- ${oneLine(item)}`)],
    ),
    '',
  ].join('\n')
}

const described = ({ status, requirement, planId, notes }: AuditedRequirement): string =>
  `${status}: ${requirement}${planId === null ? '' : ` (plan ${planId})`}: ${notes}`
