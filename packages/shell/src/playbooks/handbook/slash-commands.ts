/** Finds prompts that begin with a slash command which agents do not have, because the config does not trust it. Pure. */
import type { ProviderName } from '@harness/core/kernel/provider-name'
import type { Handbook } from '@harness/core/playbooks/handbook/handbook-document'
import type { TrustedNames } from '@harness/formats/config/harness-config'

/** One message for each command. A scripted agent needs none. */
export function missingSlashCommands(
  { prompts }: Pick<Handbook, 'prompts'>,
  trust: TrustedNames,
  providers: readonly ProviderName[],
): readonly string[] {
  if (providers.every((provider) => provider === 'scripted')) return []
  const asking = new Map<string, string[]>()
  for (const { id, box, text } of prompts) {
    const name = box === 'open' ? /^\/([A-Za-z0-9][\w.:-]*)(?=\s|$)/.exec(text)?.[1] : undefined
    if (name === undefined || trust.skills.includes(name) || trust.commands.includes(name)) continue
    asking.set(name, [...(asking.get(name) ?? []), id])
  }
  return [...asking].map(
    ([name, [first = '', ...more]]) =>
      `/${name}, with which prompt ${first}${more.length === 0 ? ' begins' : ` and ${more.length} more begin`}, is no trusted skill or command: agents get the text without it. To trust the skill, set "agent": {"trust": {"skills": ["${name}"]}} in harness.config.json.`,
  )
}
