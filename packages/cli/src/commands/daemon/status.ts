/** `harness daemon status`: what the daemon works on, what waits and why, and what to do about it. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { readStatus } from '@harness/daemon/client/read-status'
import type { Snapshot } from '@harness/daemon/server/snapshot'
import { momentText } from '@harness/formats/text/amounts'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { CommandContext } from '../../line/command.ts'
import { statePlace } from '../../run/target/state-dir.ts'
import { notRunning } from './not-running.ts'

export async function daemonStatus(context: CommandContext): Promise<number> {
  const { stateDir } = await statePlace(context)
  const status = await readStatus(stateDir)
  if (status === null) throw notRunning()
  if (context.json) context.terminal.print(JSON.stringify(status, null, 2))
  else printStatus(context, status)
  return exitCode.done
}

const shownEntries = 5

export function printStatus({ terminal }: CommandContext, status: Snapshot): void {
  const { strong, faint, warn } = terminal.colours
  const say = (label: string, text: string): void =>
    terminal.print(`${strong(label.padEnd(10))}${stripControl(text).replace(/\s+/g, ' ')}`)
  const now = Date.now()
  const at = (moment: string): string => momentText(Date.parse(moment), now)
  const where =
    status.pid === null
      ? ''
      : ` (process ${status.pid}${status.port === null ? '' : `, port ${status.port}`})`
  say('daemon', `${status.state}${where}`)
  if (status.frozen) say('frozen', `${status.freezeReason}; lift it with: harness daemon unfreeze`)
  if (status.pause !== null)
    say(
      'paused',
      `${pauseText(status.pause)} since ${at(status.pause.since)}${status.frozen ? '' : '; continue with: harness daemon resume'}`,
    )
  if (status.mode === 'draining') say('drains', 'nothing new starts; continue with: harness daemon resume')
  if (status.hold !== null)
    say(
      'held',
      `${status.hold.reason} ${status.hold.next} Since ${at(status.hold.since)}.${status.hold.until === null ? '' : ` It is tried again ${at(status.hold.until)}, or at once by: harness daemon resume`}`,
    )
  if (status.closedUntil !== null) say('waits', `for the rate limit until ${at(status.closedUntil)}`)
  if (status.plans !== null)
    say(
      'plans',
      `${status.plans.open} open, ${status.plans.completed} completed, ${status.merges} merged by this daemon`,
    )
  if (status.lanes !== null) say('lanes', `${status.lanes} (config ${status.revision})`)
  if (status.budget.ceilingReached) say('budget', ceilingText(status.budget))
  if (status.audits.length > 0) say('audits', status.audits.join(', '))
  for (const { id, kind, title, state, reason, since, until, next } of status.work) {
    const why = [
      reason,
      until === null || Date.parse(until) <= now ? '' : `until ${at(until)}`,
      since === null || state === 'resting' ? '' : `since ${at(since)}`,
    ]
      .filter((part) => part !== '')
      .join(', ')
    say(state, `${id} ${title}${why === '' ? '' : `: ${why}`}`)
    if (state === 'blocked' || state === 'gate')
      terminal.print(`          ${faint(`next: ${stripControl(next)}`)}`)
    if (state === 'blocked')
      terminal.print(`          ${faint(`try it again: harness daemon unblock ${id}`)}`)
    if (state === 'blocked' && kind === 'queued')
      terminal.print(`          ${faint(`take it back: harness daemon unqueue ${id}`)}`)
  }
  const { count, first } = status.behind
  if (count > 0)
    say(
      'behind',
      `${count} wait for plans that need you: ${first
        .slice(0, shownEntries)
        .map(({ id, waitsFor }) => `${id} for ${waitsFor}`)
        .join(', ')}${count > shownEntries ? ', …' : ''}`,
    )
  for (const { id, why } of status.bad.slice(0, shownEntries))
    terminal.print(warn(stripControl(`bad plan  ${id}: ${why.split('\n')[0]}`)))
  for (const entry of status.history.slice(-shownEntries))
    terminal.print(faint(stripControl(historyText(entry))))
}

const ceilingText = ({ tokens, ceilingTokens, hard }: Snapshot['budget']): string =>
  `the token ceiling is reached${tokens === null ? '' : `: ${tokens} of ${ceilingTokens} tokens`}${hard === true ? ', which freezes; raise budget.ceilingTokens, then unfreeze and resume' : ''}`

const pauseText = ({ why, reason }: { readonly why: string; readonly reason: string }): string =>
  why === 'operator' ? reason : `${why}: ${reason}`

const historyText = (entry: object): string => {
  const { at, event, planId, detail } = entry as Readonly<Record<string, string | null>>
  return [at, event, planId, detail?.replace(/\s+/g, ' ')]
    .filter((part) => part != null && part !== '')
    .join(' ')
}
