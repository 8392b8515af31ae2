/** `harness roles`: who the agents are in this repository, and what each is told about itself. */
import { exitCode } from '@harness/core/exit-code'
import {
  type DeliveryRole,
  defaultTiers,
  deliveryRoles,
  roleDuties,
} from '@harness/core/playbooks/delivery/input'
import { roleAgent } from '@harness/formats/config/role-agent'
import { uselessRoleTexts } from '@harness/shell/agents/role-overrides'
import { roleText } from '@harness/shell/agents/role-text'
import { stripControl } from '@harness/shell/redaction/strip-control'
import type { CommandContext, Given } from '../command.ts'
import { knownName } from '../known-name.ts'
import { openTarget } from '../open-target.ts'
import { table } from '../terminal/table.ts'

export async function roles(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const { root, config } = await openTarget(context)
  const describe = async (role: DeliveryRole) => {
    const { text, own } = await roleText(role, context.rolesDir, root)
    const { provider, model, tier } = roleAgent(config.agent, role, defaultTiers[role])
    return { role, from: own ?? 'built in', ...roleDuties[role], tier, provider, model, text }
  }
  const [named] = given.args
  if (named !== undefined) {
    const { text, ...facts } = await describe(knownName('role', named, deliveryRoles, 'harness roles'))
    if (json) terminal.print(JSON.stringify({ ok: true, ...facts, text }, null, 2))
    else terminal.print(stripControl(text).trimEnd())
    return exitCode.done
  }
  const all = await Promise.all(deliveryRoles.map(describe))
  const problems = await uselessRoleTexts(root)
  if (json) {
    const listed = all.map(({ text: _text, ...facts }) => facts)
    terminal.print(JSON.stringify({ ok: true, roles: listed, problems }, null, 2))
    return exitCode.done
  }
  const rows = all.map((it) => [
    it.role,
    it.mode,
    it.contract,
    it.tier,
    it.provider,
    it.model ?? 'its own choice',
    it.from,
  ])
  const heads = ['ROLE', 'MODE', 'CONTRACT', 'TIER', 'PROVIDER', 'MODEL', 'TEXT']
  terminal.print(table(heads, rows, terminal.columns(), terminal.colours.strong))
  for (const { message, next } of problems) {
    terminal.print(terminal.colours.warn(stripControl(message)))
    terminal.print(terminal.colours.faint(`  next: ${stripControl(next)}`))
  }
  return exitCode.done
}
