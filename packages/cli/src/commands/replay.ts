/** `harness replay`: plays a recorded run again offline and says whether it came to the same; or makes a script of it. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { replayRegistered } from '@harness/shell/engine/registered-defaults'
import { recordedScript } from '@harness/shell/engine/replay/recorded-script'
import { redactedChanges } from '@harness/shell/engine/replay/redacted-changes'
import type { ReplayOptions, ReplayResult } from '@harness/shell/engine/replay/replay-run'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import type { SpendingState } from '@harness/shell/store/sidecars/run-sidecars'
import { type CommandContext, flagOption, type Given, textOption } from '../line/command.ts'
import { findRun, runName } from '../run/find-run.ts'
import { runProgress } from '../run/progress/run-progress.ts'
import { statePlace } from '../run/target/state-dir.ts'
import { replayedRun } from '../run/trust/executed-run.ts'

export async function replay(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const place = await statePlace(context)
  const run = await findRun(place.runs, given.args[0] ?? '')
  const { face, target } = await replayedRun(context, place, run)
  const { root, config, stateDir, trusted } = target
  if (flagOption(given, 'toScript')) {
    const script = await recordedScript(root, stateDir, run)
    terminal.print(json ? JSON.stringify({ ok: true, run: runName(run), script }) : script)
    return exitCode.done
  }
  const stop = new AbortController()
  const ignore = context.onSignal(() => stop.abort())
  const progress = runProgress(face, { terminal, now: () => systemClock.now(), aside: json })
  try {
    const options: ReplayOptions<SpendingState> = {
      repoRoot: root,
      stateDir,
      config,
      ...(trusted === undefined ? {} : { trusted }),
      environment: context.env,
      rolesDir: context.rolesDir,
      run,
      until: textOption(given, 'until'),
      keep: flagOption(given, 'keep'),
      onEvent: (event, state) => progress.onEvent(event, state),
      stop: stop.signal,
    }
    const result = await replayRegistered(options, face.registration)
    progress.close()
    if (json) terminal.print(JSON.stringify({ ok: result.same, run: runName(run), ...result }, null, 2))
    else terminal.print(stripControl(verdict(result, flagOption(given, 'keep'))))
    if (!json && !result.same)
      for (const call of redactedChanges(folderOfRun(stateDir, run))) terminal.print(lacking(call))
    return result.same ? exitCode.done : exitCode.halted
  } finally {
    progress.close()
    ignore()
  }
}

function verdict(
  { same, eventsCompared, difference, diverged, repoRoot }: ReplayResult,
  kept: boolean,
): string {
  const where = kept ? `\nplayed in ${repoRoot}` : ''
  if (same) return `the same, event for event: ${eventsCompared} compared${where}`
  if (diverged !== null) return `not the same: ${diverged}${where}`
  const { event, type, field, recorded, replayed } = difference ?? {}
  return `not the same: event ${event} (${type}) differs${field === '' ? '' : ` in ${field}`}\n  recorded: ${shown(recorded)}\n  replayed: ${shown(replayed)}${where}`
}

const lacking = (call: string): string =>
  `What looked like a secret was taken out of the recorded change of ${call}, so that it cannot come to the same.`

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 500)
