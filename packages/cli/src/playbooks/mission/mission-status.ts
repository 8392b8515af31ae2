/** `harness mission status`: how far the mission is, what it has cost, and how well its prompts suit a cache. */
import { existsSync } from 'node:fs'
import { answerAdvice } from '@harness/core/kernel/answer-advice'
import { isRunEvent, type RunEnd } from '@harness/core/kernel/event'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { Gate } from '@harness/core/kernel/gate'
import {
  type DroppedFeature,
  droppedOf,
  namesDropped,
} from '@harness/core/playbooks/mission/documents/dropped'
import { namesUnmerged } from '@harness/core/playbooks/mission/documents/passed'
import { subjectOf } from '@harness/core/playbooks/mission/state/flight'
import type { Feature, UnmergedFeature } from '@harness/core/playbooks/mission/state/mission-document'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { costText, tokensText } from '@harness/formats/text/amounts'
import { wantedIn } from '@harness/shell/engine/run-report'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import { findUnmerged } from '@harness/shell/playbooks/mission/find-unmerged'
import {
  claimsText,
  countClaims,
  countsText,
  heldClaims,
} from '@harness/shell/playbooks/mission/mission-facts'
import { openGatesOf } from '@harness/shell/playbooks/mission/mission-gates'
import { pathInRepository } from '@harness/shell/store/layout/repository-names'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import { missionSubject } from '@harness/shell/store/layout/run-subject'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import type { CommandContext } from '../../line/command.ts'
import type { Playbooks } from '../../line/playbooks.ts'
import { runName } from '../../run/find-run.ts'
import { wholeStory } from '../../run/run-story.ts'
import { type RoleTotals, roleColumns, roleRow, roleTotals } from '../../run/show/role-totals.ts'
import { type StatePlace, statePlace } from '../../run/target/state-dir.ts'
import { table } from '../../terminal/table.ts'
import { elsewhereNote, missionCheckout } from './mission-checkout.ts'
import { openDocuments } from './open-documents.ts'

export async function missionStatus(context: CommandContext): Promise<number> {
  const { terminal, json } = context
  const place = await statePlace(context)
  const { root, runs } = place
  const checkout = await missionCheckout(place)
  const { features, contract, warnings } = await openDocuments(checkout)
  const [newest] = await runs.list(missionSubject)
  const run = newest === undefined ? null : await lookAt(context.playbooks, newest, place)
  const held = heldClaims(contract ?? [])
  const rows = (features ?? []).map((feature) => ({
    ...factsOf(feature, run),
    claims: claimsText(feature, held),
  }))
  const claims = countClaims(contract ?? [], run?.dropped)
  const next = run?.next ?? 'harness mission'
  if (json) {
    const facts = run === null ? null : { ...run, roles: run.roles }
    terminal.print(
      JSON.stringify({ ok: true, checkout, run: facts, features: rows, claims, warnings, next }, null, 2),
    )
    return exitCode.done
  }
  const { strong, faint, warn } = terminal.colours
  if (features === null && run === null) {
    terminal.print('No mission was begun here yet. Write SPEC.md, then: harness mission')
    return exitCode.done
  }
  if (run !== null) {
    terminal.print(
      `${strong(run.run)}  ${run.state}, iteration ${run.iterations} of ${run.maxIterations}, ${stripControl(run.spec)}`,
    )
    terminal.print(faint(`${tokensText(run.spent.tokens)} · ${costText(run.spent)}${capText(run)}`))
  }
  const elsewhere = elsewhereNote(checkout, root)
  if (elsewhere !== null) terminal.print(warn(elsewhere))
  const heads = ['FEATURE', 'STATUS', 'ATTEMPTS', 'CLAIMS', 'AT', 'LANE', 'TITLE']
  const cells = rows.map((row) => [
    row.id,
    [row.status, ...(row.merged ? [] : ['not merged'])].join(', '),
    String(row.attempts),
    row.claims,
    row.step ?? '',
    row.lane ?? '',
    stripControl(row.title),
  ])
  if (cells.length > 0) terminal.print(`\n${table(heads, cells, terminal.columns(), strong)}`)
  terminal.print(`\n${strong('Claims')}  ${countsText(claims)}`)
  if (run !== null && run.dropped.length > 0) terminal.print(warn(`Dropped: ${namesDropped(run.dropped)}`))
  if (run !== null && run.unmerged.length > 0)
    terminal.print(warn(`Not merged yet: ${stripControl(namesUnmerged(run.unmerged))}`))
  for (const warning of warnings) terminal.print(warn(stripControl(warning)))
  if (run !== null && run.roles.length > 0)
    terminal.print(`\n${table(roleColumns, run.roles.map(roleRow), terminal.columns(), strong)}`)
  for (const gate of run?.gates ?? [])
    terminal.print(`\n${strong('Needs you')}  ${stripControl(gate.question)}`)
  terminal.print(`\n${strong('next:')} ${stripControl(next)}`)
  return exitCode.done
}

interface RunFacts {
  readonly run: string
  readonly runId: string
  readonly state: string
  readonly spec: string
  readonly iterations: number
  readonly maxIterations: number
  readonly spent: MissionState['spent']
  readonly caps: MissionState['input']['caps']
  readonly lanes: readonly LaneFacts[]
  /** Passed, and for a person to merge. */
  readonly unmerged: readonly UnmergedFeature[]
  /** Blocked or removed by a person. */
  readonly dropped: readonly DroppedFeature[]
  /** Passed without a look in a browser, though one was wanted. */
  readonly gates: readonly { readonly id: string; readonly name: string; readonly question: string }[]
  readonly roles: readonly RoleTotals[]
  readonly next: string
}

interface LaneFacts {
  readonly feature: string
  readonly step: string
  readonly branch: string | null
  readonly path: string | null
  /** Whether a person removed it; it is made again when the run is resumed. */
  readonly gone: boolean
}

async function lookAt(
  playbooks: Playbooks,
  run: KnownRun,
  { root, stateDir, runs }: StatePlace,
): Promise<RunFacts> {
  const { face, chapters, last } = await wholeStory(playbooks, runs, run)
  // Every run of this subject was started by the mission playbook: its view has read it.
  const state = last.state as MissionState
  const held = (await runs.holderOf(run.subject)) !== null
  const end = isRunEvent(last.event, 'RunEnded') ? last.event.end : null
  const open = end === null ? openGatesOf(state) : []
  const gates = open.map(({ id, gate: { name, question } }) => ({ id, name, question }))
  const unmerged = await stillUnmerged(state, root)
  return {
    run: runName(run),
    runId: run.runId,
    state: stateOf(end, held, gates.length > 0),
    spec: state.input.specPath,
    iterations: state.iteration,
    maxIterations: state.iterationLimit,
    spent: state.spent,
    caps: capsOf(state),
    lanes: state.flights.map(({ task, step, lane }) => {
      const path = lane === null ? null : pathInRepository(root, lane.path)
      return {
        feature: subjectOf(task),
        step: step.type,
        branch: lane?.branch ?? null,
        path,
        gone: path !== null && !existsSync(path),
      }
    }),
    unmerged,
    dropped: droppedOf(state),
    gates,
    roles: await roleTotals(folderOfRun(stateDir, run), chapters, (one) =>
      wantedIn(face.registration.playbook, one),
    ),
    next: nextOf(
      end,
      unmerged.length + state.leftDocs.length === 0,
      open[0]?.gate ?? null,
      held ? runName(run) : null,
    ),
  }
}

/** With what a person has granted on top. */
const capsOf = ({ input: { caps }, allowance }: MissionState): RunFacts['caps'] => ({
  ...caps,
  usd: caps.usd === null ? null : caps.usd * allowance,
  tokens: caps.tokens === null ? null : caps.tokens * allowance,
})

/** People merge when they like: looked at again, as far as this repository shows it. */
async function stillUnmerged(
  { unmerged, input }: MissionState,
  repoRoot: string,
): Promise<readonly UnmergedFeature[]> {
  if (unmerged.length === 0) return []
  const ports = { repoRoot, forge: null }
  const features = unmerged.map(({ feature }) => feature)
  const now = await findUnmerged(features, input.baseBranch, ports, new AbortController().signal, unmerged)
  return unmerged.filter(({ feature }) => now.some((one) => one.feature === feature))
}

/** `gate` is an open one, `heldRun` that of a run that a process works on. */
function nextOf(end: RunEnd | null, isMerged: boolean, gate: Gate | null, heldRun: string | null): string {
  if (end?.outcome === 'done')
    return isMerged ? 'nothing is left to do; harness show mission tells how it went' : end.next
  if (end !== null) return end.next
  if (gate !== null) return answerAdvice(gate.name, [gate])
  return heldRun === null ? 'harness mission' : `harness logs ${heldRun} -f`
}

const stateOf = (end: RunEnd | null, held: boolean, waits: boolean): string =>
  end?.outcome ?? (waits ? 'waiting' : held ? 'working' : 'interrupted')

const capText = ({ caps }: RunFacts): string => {
  const limits = [
    ...(caps.usd === null ? [] : [`cap $${caps.usd}`]),
    ...(caps.tokens === null ? [] : [`cap ${tokensText(caps.tokens)}`]),
  ]
  return limits.length === 0 ? '' : ` · ${limits.join(', ')}`
}

function factsOf({ id, title, status, attempts }: Feature, run: RunFacts | null) {
  const lane = run?.lanes.find(({ feature }) => feature === id)
  const place = lane?.path ?? null
  return {
    id,
    title,
    status,
    attempts,
    step: lane?.step ?? null,
    merged: run === null || run.unmerged.every(({ feature }) => feature !== id),
    lane: place === null ? null : `${place}${lane?.gone === true ? ' (gone)' : ''}`,
  }
}
