/** `harness handbook status`: how far each phase has come, how its run stands, and which prompt is next. */

import { exitCode } from '@harness/core/kernel/exit-code'
import { byHandIn } from '@harness/core/playbooks/handbook/by-hand'
import { doneBefore } from '@harness/core/playbooks/handbook/endings'
import type { Handbook } from '@harness/core/playbooks/handbook/handbook-document'
import { type ClosesKnown, isDoneBefore, nextStep, soFarOf } from '@harness/core/playbooks/handbook/order'
import { counted, momentText } from '@harness/formats/text/amounts'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { closesKnown } from '@harness/shell/playbooks/handbook/adopt-sidecars'
import { refusedRun } from '@harness/shell/playbooks/handbook/refused-run'
import { handbookSubject } from '@harness/shell/store/layout/run-subject'
import type { RunStore } from '@harness/shell/store/port/run-store'
import type { CommandContext } from '../../line/command.ts'
import { runName } from '../../run/find-run.ts'
import { statePlace } from '../../run/target/state-dir.ts'
import { table } from '../../terminal/table.ts'
import { errorsIn, lintedFolder } from './linted-folder.ts'

export async function handbookStatus(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const { root, runs } = await statePlace(context)
  const { documents, findings } = await lintedFolder(root)
  const { handbook } = documents
  const phases = phasesOf(handbook)
  const known = await closesKnown(root)
  const next = nextOf(handbook, known)
  const byHand = byHandIn(handbook, known ?? { records: [], closes: [] })
  const run = await newestRun(runs, root)
  const errors = errorsIn(findings).length
  if (json) {
    terminal.print(
      JSON.stringify(
        { ok: true, run, phases, next, byHand, skeleton: handbook.hasSkeleton, errors },
        null,
        2,
      ),
    )
    return exitCode.done
  }
  const { strong, bad } = terminal.colours
  if (run !== null) terminal.print(`${strong(run.run)}  ${runText(run, systemClock.now())}\n`)
  const rows = phases.map(({ number, title, ticked, open, deferred }) => [
    String(number),
    String(ticked),
    String(open),
    String(deferred),
    stripControl(title),
  ])
  terminal.print(table(['PHASE', 'TICKED', 'OPEN', 'DEFERRED', 'TITLE'], rows, terminal.columns(), strong))
  terminal.print('')
  terminal.print(
    next.promptIds.length === 0
      ? `${strong('next:')} ${next.rationale}`
      : `${strong('next:')} ${next.promptIds.join(', ')} (${next.rationale})`,
  )
  if (byHand.length > 0) terminal.print(`By hand: ${byHand.join(', ')}`)
  if (!handbook.hasSkeleton) terminal.print('Skeleton absent: fallback envelope-only mode.')
  if (errors > 0) terminal.print(`${bad(counted(errors, 'error'))}, see: harness handbook lint`)
  return exitCode.done
}

const phasesOf = ({ phases, prompts }: Handbook) =>
  phases.map(({ number, title }) => {
    const boxes = prompts.filter(({ phase }) => phase === number).map(({ box }) => box)
    const count = (box: (typeof boxes)[number]): number => boxes.filter((one) => one === box).length
    return { number, title, ticked: count('done'), open: count('open'), deferred: count('deferred') }
  })

interface RunFacts {
  readonly run: string
  readonly state: string
  /** What is under way, or how it ended. */
  readonly phase: string | null
  readonly reason: string | null
  readonly next: string | null
  /** Why and until when it waits; null if it does not. */
  readonly waitingFor: string | null
  readonly sleepsUntil: number | null
}

const over: ReadonlySet<string> = new Set(['done', 'blocked', 'halted'])

/** Null if none was begun. */
async function newestRun(runs: RunStore, root: string): Promise<RunFacts | null> {
  const [newest] = await runs.list(handbookSubject)
  if (newest === undefined) return null
  const { summary } = newest
  const isHeld = (await runs.holderOf(newest.subject)) !== null
  const told = summary?.status ?? 'working'
  // A killed process could not say so.
  const state = !isHeld && (told === 'working' || told === 'sleeping') ? 'interrupted' : told
  const refused = isHeld ? null : await refusedRun(runs, newest, root, over.has(state))
  if (refused !== null)
    return {
      run: runName(newest),
      state: refused.code === 'journal-damaged' ? 'damaged' : state,
      phase: summary?.phase ?? null,
      reason: refused.message,
      next: refused.next,
      waitingFor: null,
      sleepsUntil: null,
    }
  return {
    run: runName(newest),
    state,
    phase: summary?.phase ?? null,
    reason: summary?.reason ?? null,
    next: state === 'interrupted' ? 'harness handbook' : (summary?.next ?? null),
    waitingFor: state === 'sleeping' ? (summary?.waitingFor ?? null) : null,
    sleepsUntil: state === 'sleeping' ? (summary?.sleepsUntil ?? null) : null,
  }
}

export const runText = (
  { state, phase, reason, next, waitingFor, sleepsUntil }: RunFacts,
  now: number,
): string =>
  stripControl(
    [
      [state, ...(reason === null && phase !== null ? [`at ${phase}`] : [])].join(' '),
      ...(reason === null ? [] : [reason]),
      ...(sleepsUntil === null ? [] : [`until ${momentText(sleepsUntil, now)}: ${waitingFor ?? ''}`]),
      ...(next === null ? [] : [`then: ${next}`]),
    ].join('; '),
  )

/** As a run that begins now would choose. */
function nextOf(
  handbook: Handbook,
  known: ClosesKnown | null,
): { readonly promptIds: readonly string[]; readonly rationale: string } {
  const step = nextStep(handbook, soFarOf(handbook, known), Number.MAX_SAFE_INTEGER)
  switch (step.type) {
    case 'prompts':
      return { promptIds: step.prompts.map(({ id }) => id), rationale: step.rationale }
    case 'tick':
      return { promptIds: [step.prompt.id], rationale: 'satisfied by the pairs before it' }
    case 'close':
      return { promptIds: [], rationale: `Phase ${step.phase.number} close` }
    case 'finish':
      if (isDoneBefore(handbook, known)) return { promptIds: [], rationale: doneBefore.suggestion }
      return { promptIds: [], rationale: 'nothing is open: a last critique of the whole product' }
  }
}
