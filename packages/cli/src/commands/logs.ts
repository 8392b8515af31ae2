/** `harness logs`: what happened in a run, from its journal, and with -f what happens from now on. */

import { setTimeout as sleep } from 'node:timers/promises'
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { holderOf } from '@harness/shell/machine/lock/holder'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { findRun, runName } from '../run/find-run.ts'
import { runProgress } from '../run/progress/run-progress.ts'
import { openStory } from '../run/run-story.ts'
import { statePlace } from '../run/target/state-dir.ts'

const lookAgainMs = 300

export async function logs(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const { stateDir } = await statePlace(context)
  const run = await findRun(stateDir, given.args[0] ?? '')
  const story = await openStory(context.playbooks, run)
  const seen = { terminal: { ...terminal, canRepaint: false }, now: Date.now, aside: false }
  const progress = runProgress(story.face, seen)
  const print = async (): Promise<boolean> => {
    const chapters = await story.read()
    for (const { event, state } of chapters) {
      if (json) terminal.print(JSON.stringify(event))
      else progress.onEvent(event, state)
      if (!json && isRunEvent(event, 'RunEnded'))
        terminal.print(`${event.end.reason}\nnext: ${event.end.next}`)
    }
    return chapters.length > 0
  }
  const follows = flagOption(given, 'follow')
  let stopped = false
  const ignore = context.onSignal(() => {
    stopped = true
  })
  try {
    await print()
    while (follows && !stopped && !terminal.readerGone()) {
      const held = (await holderOf(run.leaseDir)) !== null
      const more = await print()
      if (!held && !more) break
      await sleep(lookAgainMs)
    }
  } finally {
    ignore()
  }
  if (follows && !json && !stopped) terminal.note(`Nobody works on ${runName(run)} any more.`)
  return exitCode.done
}
