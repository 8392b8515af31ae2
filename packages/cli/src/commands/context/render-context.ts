/** `harness context render`: prints exactly what an agent would be told of it, and beside that what is left out. */
import { renderSlices } from '@harness/core/kernel/envelope'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { deliveryPhases } from '@harness/core/playbooks/delivery/input'
import { parsePlan } from '@harness/formats/documents/plan/parse-plan'
import { contextOf } from '@harness/shell/effects/agents/roles/context-of'
import type { ContextPlace } from '@harness/shell/effects/documents/context-folder'
import type { Secret } from '@harness/shell/machine/redaction/literal-forms'
import { createRedactor } from '@harness/shell/machine/redaction/redactor'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { planText } from '@harness/shell/playbooks/delivery/plan-document'
import { knownPlans, type PlanFolders } from '@harness/shell/playbooks/delivery/plan-folder'
import { type CommandContext, type Given, textOption } from '../../line/command.ts'
import { knownName } from '../../line/known-name.ts'

export async function renderContext(
  { terminal, json }: CommandContext,
  given: Given,
  place: ContextPlace & { readonly secrets: readonly Secret[]; readonly folders: PlanFolders },
): Promise<number> {
  const wanted = textOption(given, 'phase')
  const planId = textOption(given, 'plan')
  const known = [...deliveryPhases, 'planner'] as const
  const example = 'harness context render --phase review --plan 0001'
  if (wanted === null)
    throw new UserError('usage', `Name the phase that the agent would work in: ${known.join(', ')}.`, {
      next: example,
    })
  const phase = knownName('phase', wanted, known, example)
  if (planId === null || !/^\d{4}$/.test(planId))
    throw new UserError('usage', 'Name the plan that the agent would work on, by its four digits.', {
      next: `harness context render --phase ${phase} --plan 0001`,
    })
  const redact = createRedactor({ secrets: place.secrets })
  const planPhase = await phaseOf(planId, place.folders)
  const reader = { phase, planId, ...(planPhase === null ? {} : { planPhase }) }
  const { slices, uses } = await contextOf({ context: reader }, { ...place, redact })
  const text = renderSlices(slices)
  if (json) {
    terminal.print(JSON.stringify({ ok: true, phase, planId, text, uses }, null, 2))
    return exitCode.done
  }
  if (text !== '') terminal.print(stripControl(text))
  else terminal.note('No context is left for it.')
  for (const { path, leftOut } of uses)
    if (leftOut !== null) terminal.note(stripControl(`left out: ${path}: ${leftOut}`))
  return exitCode.done
}

/** Of the front matter of the plan; null if there is no such plan, or it cannot be read. */
async function phaseOf(planId: string, folders: PlanFolders): Promise<string | null> {
  const known = (await knownPlans(folders)).graph.plans.get(planId)
  if (known === undefined) return null
  const read = parsePlan(await planText(folders, known.path), known.path)
  return read.ok ? read.value.phase : null
}
