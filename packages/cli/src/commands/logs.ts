/** `harness logs`: what happened in a run, from its journal, and with -f what happens from now on. */

import { setTimeout as sleep } from 'node:timers/promises'
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { findRun, runName } from '../run/find-run.ts'
import { runProgress } from '../run/progress/run-progress.ts'
import { type Chapter, openStory } from '../run/run-story.ts'
import { statePlace } from '../run/target/state-dir.ts'

const lookAgainMs = 300

export async function logs(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const { runs } = await statePlace(context)
  const run = await findRun(runs, given.args[0] ?? '')
  const story = await openStory(context.playbooks, runs, run)
  const seen = { terminal: { ...terminal, canRepaint: false }, now: Date.now, aside: false }
  const progress = runProgress(story.face, seen)
  const print = (chapters: readonly Chapter[]): void => {
    for (const { event, state } of chapters) {
      if (json) terminal.print(JSON.stringify(event))
      else progress.onEvent(event, state)
      if (!json && isRunEvent(event, 'RunEnded'))
        terminal.print(`${event.end.reason}\nnext: ${event.end.next}`)
    }
  }
  const follows = flagOption(given, 'follow')
  let stopped = false
  const letGo = new AbortController()
  const ignore = context.onSignal(() => {
    stopped = true
    letGo.abort()
  })
  const isWorkedOn = async (): Promise<boolean> =>
    !letGo.signal.aborted && !terminal.readerGone() && (await runs.holderOf(run.subject)) !== null
  /** A holder appends its last event before it lets go. */
  const untilNobodyWorks = async (): Promise<void> => {
    while (await isWorkedOn()) await sleep(lookAgainMs)
    letGo.abort()
  }
  try {
    if (!follows) print(await story.read())
    else await Promise.all([untilNobodyWorks(), printAll(story.follow(letGo.signal), print)])
  } finally {
    letGo.abort()
    ignore()
  }
  if (follows && !json && !stopped) terminal.note(`No process works on ${runName(run)} any more.`)
  return exitCode.done
}

async function printAll(
  parts: AsyncIterable<readonly Chapter[]>,
  print: (chapters: readonly Chapter[]) => void,
): Promise<void> {
  for await (const part of parts) print(part)
}
