/** `harness runs`: every run and how it stands; what needs a person comes first. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { costText, momentText, shortCount } from '@harness/formats/text/amounts'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { type ListedRun, listRuns, needsPerson, resting } from '../run/list-runs.ts'
import { statePlace } from '../run/target/state-dir.ts'
import { tableRows } from '../terminal/table.ts'

const shownByDefault = 20

export async function runs(context: CommandContext, given: Given): Promise<number> {
  const most = flagOption(given, 'all') ? Number.POSITIVE_INFINITY : shownByDefault
  const { listed, total } = await listRuns(context.playbooks, await statePlace(context), most)
  if (context.json) {
    context.terminal.print(JSON.stringify({ ok: true, total, runs: listed }, null, 2))
    return exitCode.done
  }
  if (listed.length === 0) {
    context.terminal.print('Nothing was run here yet. Begin with: harness run')
    return exitCode.done
  }
  print(context, listed, total)
  return exitCode.done
}

/** Below this width the plan, or what a run waits for, gets a line of its own. */
const wideColumns = 110

function print({ terminal }: CommandContext, listed: readonly ListedRun[], total: number): void {
  const now = Date.now()
  const columns = terminal.columns()
  const wide = columns >= wideColumns
  const rows = listed.map((run) => [
    run.run,
    run.heldBy === null ? run.state : `${run.state} by ${run.heldBy.pid}${run.heldBy.certain ? '' : '?'}`,
    run.phase ?? '-',
    run.since === null ? '-' : momentText(run.since, now),
    shortCount(run.tokens),
    run.usd === null ? '?' : costText({ usd: run.usd, unpricedCalls: 0 }),
    ...(wide ? [oneLine(waiting(run, now))] : []),
  ])
  const heads = [
    'RUN',
    'STATE',
    'PHASE',
    'SINCE',
    'TOKENS',
    'COST',
    ...(wide ? ['PLAN, OR WHAT IT WAITS FOR'] : []),
  ]
  const [head = '', ...lines] = tableRows(heads, rows, columns, terminal.colours.strong)
  const told = [head]
  lines.forEach((line, index) => {
    told.push(line)
    const run = listed[index]
    const below = wide || run === undefined ? '' : oneLine(waiting(run, now))
    if (below !== '') told.push(`  ${below}`)
  })
  const needy =
    listed.find((run) => needsPerson.has(run.state)) ?? listed.find((run) => resting.has(run.state))
  if (needy?.needFile != null) told.push(`\nWhat it needs: ${needy.needFile}`)
  if (needy?.next != null) told.push(`\n${terminal.colours.strong('next:')} ${needy.next}`)
  if (total > listed.length)
    told.push(terminal.colours.faint(`${total - listed.length} older ones: harness runs --all`))
  terminal.print(told.join('\n'))
}

const oneLine = (text: string): string => stripControl(text).replace(/\s+/g, ' ')

function waiting({ waitingFor, sleepsUntil, title }: ListedRun, now: number): string {
  if (sleepsUntil !== null) return `until ${momentText(sleepsUntil, now)}: ${waitingFor ?? ''}`
  return waitingFor ?? title ?? ''
}
