/** `harness plan`: makes plans of a spec, or resumes that. */
import { UserError } from '@harness/core/kernel/user-error'
import { startPlanning } from '@harness/shell/playbooks/planning/start-planning'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { newPlan } from '../../line/meant-instead.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { planningFace } from './planning-face.ts'

export async function plan(context: CommandContext, given: Given): Promise<number> {
  const specPath = given.args[0] ?? null
  refuseTitle(specPath)
  const asked = {
    specPath,
    preview: flagOption(given, 'preview'),
    maxNewPlans: countIn(textOption(given, 'maxNewPlans')),
  }
  const target = await defaultTarget(context, 'harness plan', textOption(given, 'provider'))
  const attendance = {
    until: null,
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  return attendRun(context, target, attendance, planningFace, (options) =>
    startPlanning({ ...options, asked }),
  )
}

/** Other tools plan from words. A path ends in a suffix, or has a folder. */
function refuseTitle(named: string | null): void {
  if (named === null || !(/\s/.test(named) || /^[^./\\]+$/.test(named))) return
  throw new UserError(
    'usage',
    `harness plan reads a product spec, and ${JSON.stringify(named)} names no file.`,
    {
      next: `Write one plan of it: ${newPlan(named)}; or name the spec: harness plan docs/product-specs/main.md`,
    },
  )
}

function countIn(text: string | null): number | null {
  if (text === null) return null
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new UserError('usage', `--max-new-plans takes a number from 1 to 999, not ${text}.`, {
    next: 'harness plan --help',
  })
}
