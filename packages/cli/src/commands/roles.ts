/** `harness roles`: who the agents are in this repository, and what each is told about itself. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { invariant } from '@harness/core/kernel/invariant'
import type { KnownRole } from '@harness/core/kernel/playbook-identity'
import { testJudge } from '@harness/core/work/test-judge'
import { roleAgent } from '@harness/formats/config/role-agent'
import { ownFilesIn } from '@harness/shell/effects/agents/roles/own-files'
import { uselessRoleTexts } from '@harness/shell/effects/agents/roles/role-overrides'
import { roleText } from '@harness/shell/effects/agents/roles/role-text'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { ownRoles, promptsOf } from '@harness/shell/playbooks/own/own-roles'
import type { CommandContext, Given } from '../line/command.ts'
import { knownName } from '../line/known-name.ts'
import { lookAtTarget } from '../run/target/look-at-target.ts'
import { tellStale } from '../run/trust/tell-stale.ts'
import { table } from '../terminal/table.ts'

export async function roles(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json, playbooks } = context
  const { root, config, configFile } = await lookAtTarget(context)
  await tellStale(context, root)
  const own = config.playbooks.map(({ description }) => description)
  const knownRoles = [...playbooks.roles, ...own.flatMap(ownRoles).filter(({ role }) => role !== testJudge)]
  const names = knownRoles.map(({ role }) => role)
  const { roles: texts } = await ownFilesIn(root, context.rolesDir, names)
  const prompts: Readonly<Record<string, string>> = Object.assign({}, ...own.map(promptsOf))
  const describe = async ({ role, mode, contract, tier: usual }: KnownRole) => {
    const prompt = Object.hasOwn(texts, role) ? undefined : prompts[role]
    const { text, own } =
      prompt === undefined ? await roleText(role, context.rolesDir, texts) : { text: prompt, own: configFile }
    const { provider, model, effort, tier } = roleAgent(config.agent, role, usual)
    return { role, from: own ?? 'built in', mode, contract, tier, provider, model, effort, text }
  }
  const [named] = given.args
  if (named !== undefined) {
    const name = knownName('role', named, names, 'harness roles')
    const [known] = knownRoles.filter(({ role }) => role === name)
    invariant(known !== undefined, 'a known name is the name of a role')
    const { text, ...facts } = await describe(known)
    if (json) terminal.print(JSON.stringify({ ok: true, ...facts, text }, null, 2))
    else terminal.printAsIs(stripControl(text).trimEnd())
    return exitCode.done
  }
  const all = await Promise.all(knownRoles.map(describe))
  const problems = await uselessRoleTexts(root, names)
  if (json) {
    const listed = all.map(({ text: _text, ...facts }) => facts)
    terminal.print(JSON.stringify({ ok: true, roles: listed, problems }, null, 2))
    return exitCode.done
  }
  const rows = all.map((it) => [
    it.role,
    it.mode,
    it.contract ?? 'text',
    it.tier,
    it.provider,
    `${it.model ?? 'its own choice'}${it.effort === null ? '' : `, ${it.effort}`}`,
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
