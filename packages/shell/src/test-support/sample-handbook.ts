/** Test support: a repository with a small handbook, a script for its agents, and runs of it in this process. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEvent } from '@harness/core/kernel/effect'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import { systemClock } from '../machine/clock/clock-system.ts'
import {
  type HandbookOptions,
  type HandbookResult,
  startHandbook,
} from '../playbooks/handbook/start-handbook.ts'
import { configIn } from './config-in.ts'
import { rolesDir } from './sample-delivery.ts'
import { type TargetRepo, targetRepo } from './target-repo.ts'

export interface SamplePrompt {
  readonly id: string
  readonly text: string
  /** What stands in the scope comment; none if absent. */
  readonly scope?: string
  readonly box?: string
}

/** A handbook of these prompts; a phase begins where the first number of the id is another one. */
export function handbookOf(
  prompts: readonly SamplePrompt[],
  closes: Readonly<Record<number, string>> = {},
): string {
  const phases = [...new Set(prompts.map(({ id }) => Number(id.split('.')[0])))]
  const phaseText = (phase: number): string => {
    const own = prompts.filter(({ id }) => Number(id.split('.')[0]) === phase).map(promptText)
    const close = closes[phase]
    const closing = close === undefined ? '' : `\n### Phase ${phase} close\n\n${close}\n`
    return `## Phase ${phase} — The part ${phase}\n\nWhat part ${phase} is about.\n\n${own.join('\n')}${closing}`
  }
  return `# Handbook\n\n${phases.map(phaseText).join('\n')}`
}

const promptText = ({ id, text, scope, box = '- [ ] COMPLETE' }: SamplePrompt): string =>
  `### ${id} A prompt\n\n> ${text}\n${scope === undefined ? '' : `\n<!-- scope: ${scope} -->\n`}\n${box}\n`

export type Rule = Readonly<Record<string, unknown>>

const verification = { always: [{ name: 'check', run: 'test ! -e src/broken' }] }

/** The script is asked from its first rule on; an agent without a rule finds nothing or passes. */
export function handbookRepo(
  handbook: string,
  rules: readonly Rule[],
  files: Readonly<Record<string, string>> = {},
): TargetRepo {
  const usual: readonly Rule[] = [
    { role: 'prompt-reader', reply: 'No findings.' },
    { role: 'shaper', reply: 'A brief.' },
    { role: 'brief-critic', json: { pass: true, failures: [] } },
    { role: 'phase-closer', json: { pass: true, failures: [] } },
  ]
  return targetRepo({
    'IMPECCABLE_HANDBOOK.md': handbook,
    'PRODUCT.md': '## Users\n\nCooks.\n\n## Anti-references\n\nNo streak fires.\n',
    'src/a.txt': 'a\n',
    'harness.config.json': JSON.stringify({
      checks: [{ name: 'test', run: 'true' }],
      // Some of these bases are broken on purpose; tests/base-first.test.ts is about the base.
      baseCheck: 'off',
      agent: { provider: 'scripted', script: 'script.json' },
      handbook: { verification },
      // Confined runs have tests of their own: tests/confined*.test.ts.
      sandbox: 'off',
    }),
    'script.json': JSON.stringify({ rules: [...rules, ...usual] }),
    ...files,
  })
}

export interface Driven {
  readonly result: HandbookResult
  readonly events: readonly AnyEvent[]
}

export async function drive(
  repo: TargetRepo,
  options: Partial<HandbookOptions> & { onState?(event: AnyEvent, state: HandbookState): void } = {},
): Promise<Driven> {
  const config = await configIn(repo.root)
  const events: AnyEvent[] = []
  const result = await startHandbook({
    repoRoot: repo.root,
    stateDir: repo.stateDir,
    config,
    environment: { PATH: process.env.PATH, HOME: mkdtempSync(join(tmpdir(), 'harness-home-')) },
    rolesDir,
    clock: systemClock,
    ask: null,
    stop: new AbortController().signal,
    onEvent(event, state) {
      events.push(event)
      options.onState?.(event, state)
    },
    ...options,
  })
  return { result, events }
}
