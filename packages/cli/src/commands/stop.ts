/** `harness stop`: asks the process that works on a run to stop, and waits until it has released the run. */
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { KnownRun, RunStore } from '@harness/shell/store/port/run-store'
import { type CommandContext, flagOption, type Given } from '../line/command.ts'
import { newestOfEach, pickRun, runName } from '../run/find-run.ts'
import { operatorName } from '../run/operator.ts'
import { statePlace } from '../run/target/state-dir.ts'

/** An agent is given three seconds to end, a check two; what takes longer than this is stuck. */
const patienceMs = 60_000
const lookAgainMs = 100

interface Stopped {
  readonly run: string
  readonly stopped: boolean
  readonly pid: number | null
}

export async function stop(context: CommandContext, given: Given): Promise<number> {
  const { terminal, json } = context
  const { runs } = await statePlace(context)
  const known = await runs.list()
  const [named] = given.args
  const all = flagOption(given, 'all')
  if (all === (named !== undefined)) {
    throw new UserError(
      'usage',
      all ? '--all and a run were both given.' : 'A run must be named, or --all given.',
      {
        next: 'harness stop <run>, or harness stop --all; see harness runs',
      },
    )
  }
  const wanted = named === undefined ? newestOfEach(known) : [pickRun(known, named)]
  const results = await Promise.all(wanted.map((run) => stopOne(context, runs, run)))
  const stopped = results.filter((result) => result.stopped)
  if (json) terminal.print(JSON.stringify({ ok: true, stopped }, null, 2))
  else if (stopped.length === 0) {
    terminal.print(
      named === undefined ? 'No process works on any run here.' : `No process works on ${results[0]?.run}.`,
    )
  } else {
    for (const { run } of stopped) terminal.print(`Stopped ${run}; resume it with: harness resume ${run}`)
  }
  return exitCode.done
}

async function stopOne(
  { terminal, env, json }: CommandContext,
  runs: RunStore,
  run: KnownRun,
): Promise<Stopped> {
  const name = runName(run)
  const holder = await runs.holderOf(run.subject)
  if (holder === null) return { run: name, stopped: false, pid: null }
  const { pid, host } = holder.record
  if (!json) terminal.note(`Asking process ${pid} on ${host} to stop working on ${name} …`)
  await runs.answer(run, { type: 'stop', by: operatorName(env), at: Date.now() })
  const deadline = Date.now() + patienceMs
  while ((await runs.holderOf(run.subject))?.record.pid === pid) {
    if (Date.now() > deadline) {
      throw new UserError(
        'stop-unheard',
        `Process ${pid} on ${host} has not stopped working on ${name} within a minute.`,
        {
          next: `The word stays in its inbox. Look at it with: harness logs ${name} -f; end it from outside with: kill ${pid}`,
          exitCode: exitCode.heldByAnother,
        },
      )
    }
    await sleep(lookAgainMs)
  }
  return { run: name, stopped: true, pid }
}
