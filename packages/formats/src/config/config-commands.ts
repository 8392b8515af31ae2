/** Lists what a config has the harness run, and what it opens to what is run: the parts that an operator must trust. */
import type { Check } from '@harness/core/kernel/check'
import { isObject } from '../text/is-object.ts'
import type { HarnessConfig } from './harness-config.ts'

export interface NamedText {
  readonly name: string
  readonly text: string
}

/** Every shell command of the config, as it will be run. */
export function commandsIn(config: HarnessConfig): readonly NamedText[] {
  const { checks, lanes, devServer, e2e, handbook, mission, notify } = config
  const { always, whereTouched } = handbook.verification
  return [
    ...checks.map(named('check')),
    ...lanes.setup.map(numbered('setup')),
    ...lanes.teardown.map(numbered('teardown')),
    ...one('dev server', devServer?.run),
    ...one('e2e', e2e?.check.run),
    ...(always ?? []).map(named('handbook check')),
    ...(whereTouched ?? []).map(named('handbook check of paths')),
    ...one('mission smoke test', mission.smoke?.startup?.run),
    ...one('mission notify', mission.notify),
    ...one('notify', notify.run),
  ]
}

/** Texts of the config that agents are told about their role. */
export const roleTextsIn = ({ mission }: HarnessConfig): readonly NamedText[] =>
  Object.entries(mission.promptOverrides).map(([role, text]) => ({
    name: `mission.promptOverrides.${role}`,
    text,
  }))

/** Fields that open something of the operator's to agents and commands, or let more be run. */
const openings = [
  'sandbox',
  'agent.sandbox',
  'agent.env',
  'agent.acp',
  'agent.trust',
  'lanes.env',
  'lanes.copyEnvFiles',
  'forge',
  'mission.hooks',
  'notify.webhook',
]

/** `written` is the config as it was written: what it leaves to the defaults opens nothing. */
export const openingsIn = (written: unknown): readonly NamedText[] =>
  openings.flatMap((name) => {
    let value = written
    for (const key of name.split('.')) value = isObject(value) ? value[key] : undefined
    return value === undefined ? [] : [{ name, text: JSON.stringify(value) }]
  })

const named =
  (kind: string) =>
  ({ name, run }: Pick<Check, 'name' | 'run'>): NamedText => ({ name: `${kind} ${name}`, text: run })

const numbered =
  (kind: string) =>
  (text: string, index: number): NamedText => ({ name: `${kind} ${index + 1}`, text })

const one = (name: string, text: string | null | undefined): readonly NamedText[] =>
  text === null || text === undefined ? [] : [{ name, text }]
