/** Owns what is wrong with proposed plans, among themselves and beside the plans that there are. */
import { buildPlanGraph, fidelityPlanId } from '../../work/plan-graph.ts'
import { highestId, type PlanningInput, uncoveredTags } from './input.ts'
import { type Proposal, proposalFile } from './proposal.ts'

type Rules = Pick<PlanningInput, 'criteria' | 'plans' | 'mostPlans' | 'mostPasses'>

/** One line for each defect, with its name first; empty if the plans can be written. */
export function proposalDefects(proposals: readonly Proposal[], rules: Rules): readonly string[] {
  return [
    ...(proposals.length > rules.mostPlans
      ? [`cap-exceeded: ${proposals.length} new plans; at most ${rules.mostPlans} may be proposed`]
      : []),
    ...duplicates(proposals),
    ...proposals.flatMap((proposal) => defectsOfOne(proposal, rules)),
    ...graphDefects(proposals, rules),
    ...uncovered(proposals, rules),
  ]
}

function duplicates(proposals: readonly Proposal[]): readonly string[] {
  const titles = new Map<string, string[]>()
  for (const { id, title } of proposals) titles.set(id, [...(titles.get(id) ?? []), title])
  return [...titles].flatMap(([id, same]) =>
    same.length < 2
      ? []
      : [`duplicate-proposal-id: ${id} is the id of ${quoted(same)}; give each plan its own`],
  )
}

function defectsOfOne(
  { id, title, dependsOn, estimatedPasses, acceptanceTags }: Proposal,
  { criteria, plans, mostPasses }: Rules,
): readonly string[] {
  const same = plans.find((plan) => plan.id === id)
  const highest = highestId(plans)
  const tags = new Set(criteria.map(({ tag }) => tag))
  return [
    ...(id === fidelityPlanId ? [`id-collision: ${id} is the id of the fidelity review`] : []),
    ...(same === undefined ? [] : [`id-collision: ${id} (“${title}”) is the id of the plan “${same.title}”`]),
    ...(same === undefined && highest !== null && id <= highest
      ? [`id-below-existing: ${id} (“${title}”) must come after ${highest}, the highest id that there is`]
      : []),
    ...(dependsOn.includes(id) ? [`self-dependency: ${id} depends on itself`] : []),
    ...(estimatedPasses > mostPasses
      ? [
          `plan-too-large: ${id} is estimated at ${estimatedPasses} passes; split it, so that each has at most ${mostPasses}`,
        ]
      : []),
    ...acceptanceTags
      .filter((tag) => !tags.has(tag))
      .map((tag) => `unknown-tag: ${id} has the tag ${tag}, which the acceptance file does not have`),
  ]
}

/** Plans that there are depend on no proposal, so a cycle is among proposals only. */
function graphDefects(proposals: readonly Proposal[], { plans }: Rules): readonly string[] {
  const existing = new Set(plans.map(({ id }) => id))
  const { defects } = buildPlanGraph(
    proposals.map((proposal) => ({
      id: proposal.id,
      path: proposalFile(proposal),
      place: 'active' as const,
      status: 'active' as const,
      dependsOn: proposal.dependsOn.filter((id) => !existing.has(id)),
      priority: 0,
    })),
  )
  return defects.flatMap((defect) => {
    if (defect.type === 'cycle')
      return [`cycle-in-proposals: ${[...defect.ids, defect.ids[0]].join(' → ')} wait for each other`]
    return defect.type === 'missing-dependency'
      ? [`graph-invalid: ${defect.path} depends on ${defect.missing}, which is no plan and no proposal`]
      : []
  })
}

function uncovered(proposals: readonly Proposal[], rules: Rules): readonly string[] {
  const covered = new Set(proposals.flatMap(({ acceptanceTags }) => acceptanceTags))
  const left = uncoveredTags(rules).filter((tag) => !covered.has(tag))
  return left.length === 0 ? [] : [`tag-uncovered: no plan has ${left.join(', ')}`]
}

const quoted = (titles: readonly string[]): string => titles.map((title) => `“${title}”`).join(' and ')
