/** `harness diff`: the whole change of a run, from the base of each lane to its last commit or its merge. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import { git } from '@harness/shell/machine/git/git'
import { readRef } from '@harness/shell/machine/git/refs'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { findRun, runName } from '../run/find-run.ts'
import { recordedEvents } from '../run/run-story.ts'
import { changesOfRun, type LaneChange } from '../run/show/changes-of-run.ts'
import { statePlace } from '../run/target/state-dir.ts'

interface ShownChange extends LaneChange {
  /** The commits that were compared; null if the lane's branch is gone and nothing was merged. */
  readonly between: readonly [from: string, to: string] | null
  readonly diff: string
}

export async function diff(context: CommandContext, given: Given): Promise<number> {
  const { runs, root } = await statePlace(context)
  const run = await findRun(runs, given.args[0] ?? '')
  const lanes = changesOfRun(await recordedEvents(runs, run))
  const format = flagOption(given, 'stat') ? ['--stat=100'] : ['--patch']
  const shown: ShownChange[] = []
  for (const lane of lanes) shown.push(await changeOf(root, lane, format))
  const { terminal } = context
  if (context.json) {
    terminal.print(JSON.stringify({ ok: true, run: runName(run), changes: shown }, null, 2))
    return exitCode.done
  }
  if (shown.every(({ diff: text }) => text === '')) {
    terminal.print(`${runName(run)} has changed nothing that is committed.`)
    return exitCode.done
  }
  for (const { branch, merged, between, diff: text } of shown) {
    const state = merged === null ? 'not merged' : `merged as ${merged.slice(0, 12)}`
    const gone = between === null ? ', its branch is gone' : ''
    terminal.print(terminal.colours.strong(`${branch} (${state}${gone})`))
    if (text !== '') terminal.printAsIs(stripControl(text))
  }
  return exitCode.done
}

async function changeOf(root: string, lane: LaneChange, format: readonly string[]): Promise<ShownChange> {
  const tip = await readRef(root, `refs/heads/${lane.branch}`)
  const [from, to] = lane.merged === null ? [lane.base, tip] : [`${lane.merged}^1`, lane.merged]
  if (to === null) return { ...lane, between: null, diff: '' }
  const start = lane.merged === null ? await commonBase(root, from, to) : from
  const args = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', ...format, start, to, '--']
  const { exitCode: code, stdout, stderr } = await git(root, args)
  if (code === 0) return { ...lane, between: [start, to], diff: stdout.trimEnd() }
  throw new UserError('git-failed', `git cannot compare ${start} with ${to}: ${stderr.trim()}`, {
    next: 'See if both commits are still there: git cat-file -t <commit>',
  })
}

/** What the base got since the lane began is no change of the lane, also if it was merged into it. */
async function commonBase(root: string, base: string, tip: string): Promise<string> {
  const { exitCode: code, stdout } = await git(root, ['merge-base', base, tip])
  return code === 0 ? stdout.trim() : base
}
