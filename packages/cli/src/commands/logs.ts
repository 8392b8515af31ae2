/** `harness logs`: what happened in a run, or what its agents did, from a moment on if one is named; with -f what happens from now on. */

import { setTimeout as sleep } from 'node:timers/promises'
import { isRunEvent } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import { type CommandContext, flagOption, type Given, textOption } from '../line/command.ts'
import type { AnyFace } from '../line/face.ts'
import { findRun, runName } from '../run/find-run.ts'
import { liveOutputLines } from '../run/progress/agent-view.ts'
import { runProgress } from '../run/progress/run-progress.ts'
import { type Chapter, openStory } from '../run/run-story.ts'
import { sinceOption } from '../run/since-option.ts'
import { statePlace } from '../run/target/state-dir.ts'
import { followAgents } from '../run/transcript/follow-agents.ts'
import { transcriptLines } from '../run/transcript/transcript-lines.ts'

const lookAgainMs = 300

export async function logs(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const since = sinceOption(textOption(given, 'since'), Date.now())
  const { runs, stateDir } = await statePlace(context)
  const run = await findRun(runs, given.args[0] ?? '')
  const story = await openStory(context.playbooks, runs, run)
  const told = flagOption(given, 'agent')
    ? agentTeller(context, since, folderOfRun(stateDir, run))
    : eventTeller(context, since, story.face)
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
    while (await isWorkedOn()) {
      await told.catchUp?.()
      await sleep(lookAgainMs)
    }
    letGo.abort()
  }
  try {
    if (!follows) told.hear(await story.read())
    else await Promise.all([untilNobodyWorks(), hearAll(story.follow(letGo.signal), told.hear)])
    if (!stopped) await told.catchUp?.()
  } finally {
    letGo.abort()
    ignore()
  }
  if (follows && !json && !stopped) terminal.note(`No process works on ${runName(run)} any more.`)
  return exitCode.done
}

/** Prints what it hears of a run. */
interface Teller {
  hear(chapters: readonly Chapter[]): void
  /** Prints what is not in the journal. */
  catchUp?(): Promise<void>
}

function eventTeller({ terminal, json }: CommandContext, since: number, face: AnyFace): Teller {
  let at = since
  // Progress hears all events, and speaks of those from the moment on.
  const print = (text: string): void => {
    if (at >= since) terminal.print(text)
  }
  const seen = {
    terminal: { ...terminal, print, canRepaint: false, accessible: false },
    now: Date.now,
    aside: false,
  }
  const progress = runProgress(face, seen)
  return {
    hear(chapters) {
      for (const { event, state } of chapters) {
        at = event.at
        if (json) print(JSON.stringify(event))
        else progress.onEvent(event, state)
        if (!json && isRunEvent(event, 'RunEnded')) print(`${event.end.reason}\nnext: ${event.end.next}`)
      }
    },
  }
}

function agentTeller({ terminal, json }: CommandContext, since: number, runDir: string): Teller {
  const agents = followAgents(runDir, ({ command, role }, event) => {
    if (event.at < since) return
    if (json) return terminal.print(JSON.stringify({ call: command, role, ...event }))
    const style = { columns: terminal.columns(), outputLines: liveOutputLines }
    for (const line of transcriptLines(role, event.at, event, style)) terminal.print(line)
  })
  return {
    hear(chapters) {
      for (const { event } of chapters) agents.hear(event)
    },
    catchUp: () => agents.read(),
  }
}

async function hearAll(
  parts: AsyncIterable<readonly Chapter[]>,
  hear: (chapters: readonly Chapter[]) => void,
): Promise<void> {
  for await (const part of parts) hear(part)
}
