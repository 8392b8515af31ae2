/** `harness trace`: what a tag of an acceptance file rests on, and what is missing. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { momentText } from '@harness/formats/text/amounts'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { type Trace, traceTag } from '@harness/shell/playbooks/release/trace'
import type { CommandContext, Given } from '../../line/command.ts'
import { planPlaces } from '../../run/target/plan-places.ts'

export async function trace(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const chain = await traceTag(given.args[0] ?? '', await planPlaces(context))
  const ok = chain.missing.length === 0
  if (json) terminal.print(JSON.stringify({ ok, ...chain }, null, 2))
  else show(context, chain)
  return ok ? exitCode.done : exitCode.halted
}

function show({ terminal }: CommandContext, chain: Trace): void {
  const { strong, warn } = terminal.colours
  const say = (label: string, lines: readonly string[]): void => {
    for (const [nth, line] of lines.entries())
      terminal.print(`${strong((nth === 0 ? label : '').padEnd(11))}${stripControl(line)}`)
  }
  const { gate, releasedAt } = chain
  say('tag', [`${chain.tag}: ${chain.criterion}`])
  say('spec', [chain.spec])
  say('criterion', [chain.acceptance])
  say(
    'plan',
    chain.plans.map(({ id, title, status }) => `${id} ${title} (${status})`),
  )
  say('test', chain.tests)
  say(
    'merge',
    chain.merges.map(({ planId, commit, at, run, checks }) =>
      [
        `${planId} as ${commit.slice(0, 12)}`,
        momentText(at, systemClock.now()),
        run,
        ...(checks.length === 0 ? [] : [`passed: ${checks.join(', ')}`]),
      ].join('; '),
    ),
  )
  if (gate !== null)
    say('gate', [
      [
        gate.status,
        gate.commit.slice(0, 12),
        gate.at,
        ...(gate.proof === null ? [] : [`${gate.proof.check}: ${gate.proof.line}`]),
      ].join('; '),
    ])
  if (releasedAt !== null) say('release', [`ready since ${releasedAt}`])
  for (const lack of chain.missing) terminal.print(`${warn('missing')}    ${stripControl(lack)}`)
}
