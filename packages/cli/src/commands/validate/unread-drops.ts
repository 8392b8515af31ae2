/** Finds context drops that no agent will read: a form that is no drop, or a scope that nothing has. */
import { deliveryPhases } from '@harness/core/playbooks/delivery/input'
import type { ContextScope } from '@harness/formats/documents/context/context-drop'
import { dropIn, isStep } from '@harness/formats/documents/context/select-context'
import { contextFiles } from '@harness/shell/effects/documents/context-folder'
import { knownPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import type { Target } from '../../run/target/look-at-target.ts'

/** One line for each. `phases` are those of the open plans. */
export async function unreadDrops(
  { root, config, folders }: Target,
  phases: ReadonlySet<string>,
): Promise<readonly string[]> {
  const all = await contextFiles({ repoRoot: root, contextDir: config.contextDir })
  const files = all.filter(({ path, place }) => place === 'inbox' || !/(?:^|\/)readme\.md$/i.test(path))
  if (files.length === 0) return []
  const { graph } = await knownPlans(folders)
  return files.flatMap((file) => {
    const drop = dropIn(file)
    const steps = config.playbooks.map(({ description }) => description.name)
    const why = typeof drop === 'string' ? drop : unheard(drop.scope, { steps, phases, plans: graph.plans })
    return why === null ? [] : [`${file.path}: ${why}`]
  })
}

interface Known {
  /** The names of the repository's own playbooks: each is a step of its runs. */
  readonly steps: readonly string[]
  readonly phases: ReadonlySet<string>
  readonly plans: ReadonlyMap<string, unknown>
}

/** Null if some agent can read it. */
function unheard(scope: ContextScope, { steps, phases, plans }: Known): string | null {
  switch (scope.kind) {
    case 'all':
    case 'planner':
      return null
    case 'step':
      return isStep(scope.step) || steps.includes(scope.step)
        ? null
        : `scope: no run has a step ${scope.step}; steps are ${deliveryPhases.join(', ')}`
    case 'phase': {
      if (phases.has(scope.phase) || steps.includes(scope.phase)) return null
      const hint = isStep(scope.phase) ? `; for the step of a run write step:${scope.phase}` : ''
      return `scope: no open plan has the phase ${scope.phase}${hint}`
    }
    case 'run':
      return plans.has(scope.planId) ? null : `scope: there is no plan ${scope.planId}`
  }
}
