/** `harness handbook generate`: has a handbook and its skeleton made from PRODUCT.md and the code. */

import { exitCode } from '@harness/core/kernel/exit-code'
import { handbookFile, skeletonFile } from '@harness/core/playbooks/handbook/handbook-document'
import { plannerDuties, plannerRole } from '@harness/core/playbooks/handbook-generation/input'
import { roleAgent } from '@harness/formats/config/role-agent'
import { generateHandbook } from '@harness/shell/playbooks/handbook-generation/generate-handbook'
import { generationInput } from '@harness/shell/playbooks/handbook-generation/generation-input'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import type { Target } from '../../run/target/look-at-target.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { generationFace } from './generation-face.ts'

export async function generateHere(context: CommandContext, given: Given): Promise<number> {
  const provider = textOption(given, 'provider')
  const replace = flagOption(given, 'force')
  if (flagOption(given, 'dryRun'))
    return preview(context, await defaultTarget(context, 'harness handbook', provider, 'look'), replace)
  const target = await defaultTarget(context, 'harness handbook', provider)
  const attendance = { until: null, headless: true, verbose: flagOption(given, 'verbose') }
  return attendRun(context, target, attendance, generationFace, (options) =>
    generateHandbook({ ...options, replace }),
  )
}

/** What would be asked of whom; nothing is asked and nothing written. */
async function preview(
  { terminal, json }: CommandContext,
  target: Pick<Target, 'root' | 'config'>,
  replace: boolean,
): Promise<number> {
  const { product, design, code } = await generationInput({ ...target, repoRoot: target.root }, replace)
  const { provider, model, tier } = roleAgent(target.config.agent, plannerRole, plannerDuties.tier)
  const files = [handbookFile, skeletonFile]
  const told = { product: product.length, design: design?.length ?? null, code: code.length }
  if (json) {
    const role = { role: plannerRole, provider, model, tier }
    terminal.print(JSON.stringify({ ok: true, dryRun: true, files, role, characters: told }, null, 2))
    return exitCode.done
  }
  const { strong } = terminal.colours
  const say = (label: string, text: string): void => terminal.print(`${strong(label.padEnd(10))}${text}`)
  say('role', `${plannerRole}: ${provider}, ${model ?? 'the provider’s own model'} (${tier})`)
  say('told', `PRODUCT.md, ${told.product} characters`)
  if (told.design !== null) say('', `DESIGN.md, ${told.design} characters`)
  say('', `files and scripts of the repository, ${told.code} characters`)
  say('writes', `${files.join(' and ')}, both or neither`)
  return exitCode.done
}
