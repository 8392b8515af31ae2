/** `harness calibration`: what finished plans came to against what was expected of them. */

import { exitCode } from '@harness/core/kernel/exit-code'
import {
  describeCalibration,
  type Effort,
  linesOf,
  type PlanCalibration,
  sum,
  summarizeCalibration,
} from '@harness/core/playbooks/delivery/calibration'
import { durationText, shortCount } from '@harness/formats/text/amounts'
import { readCalibration } from '@harness/shell/engine/calibration/read-calibration'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { type CommandContext, type Given, textOption } from '../line/command.ts'
import { statePlace } from '../run/target/state-dir.ts'
import { table } from '../terminal/table.ts'

export async function calibration(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const { runs } = await statePlace(context)
  const { plans, damaged } = await readCalibration(runs, textOption(given, 'plan'))
  const summary = summarizeCalibration(plans)
  const phases = sum(plans.map((plan) => plan.phases))
  const roles = sum(plans.map((plan) => plan.roles))
  if (json) {
    terminal.print(JSON.stringify({ ok: true, summary, plans, phases, roles, damaged }, null, 2))
    return exitCode.done
  }
  const { strong, warn } = terminal.colours
  const show = (heads: readonly string[], rows: readonly (readonly string[])[]): void => {
    if (rows.length > 0) terminal.print(`${table(heads, rows, terminal.columns(), strong)}\n\n`)
  }
  show(['PLAN', 'RUNS', 'PASSES', 'TOKENS', 'WORKED', 'LINES', 'FILES', 'TITLE'], plans.map(planRow))
  show(['PHASE', 'CALLS', 'TOKENS', 'WORKED'], effortRows(phases))
  show(['ROLE', 'CALLS', 'TOKENS', 'WORKED'], effortRows(roles))
  terminal.print(describeCalibration(summary))
  for (const { run, problem, next } of damaged)
    terminal.note(stripControl(`${warn('left out:')} ${run}: ${problem} ${next}`))
  return exitCode.done
}

function planRow({ planId, runs, passes, total, size, merged, estimated, title }: PlanCalibration): string[] {
  return [
    planId,
    String(runs),
    against(passes, estimated.passes),
    against(total.tokens, estimated.tokens),
    durationText(total.ms),
    against(linesOf(size), estimated.lines),
    against(size?.files ?? null, estimated.files),
    `${stripControl(title)}${merged ? '' : ' (not merged)'}`,
  ]
}

/** `3 of 2`: the actual first, and nothing beside it if nothing was expected. */
function against(actual: number | null, estimated: number | null): string {
  const said = actual === null ? '?' : shortCount(actual)
  return estimated === null ? said : `${said} of ${shortCount(estimated)}`
}

const effortRows = (efforts: Readonly<Record<string, Effort>>): string[][] =>
  Object.entries(efforts).map(([name, { calls, tokens, ms }]) => [
    name,
    String(calls),
    shortCount(tokens),
    durationText(ms),
  ])
