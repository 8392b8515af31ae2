/** Lists the runs of a repository and how each stands; what needs a person comes first. */
import { grant } from '@harness/core/kernel/gate-choices'
import { isNeedGate } from '@harness/core/kernel/need'
import { isAtGate, type RunSummary } from '@harness/shell/store/layout/run-summary'
import type { KnownRun, RunRef, RunStore } from '@harness/shell/store/port/run-store'
import { needFile } from '@harness/shell/store/sidecars/task-files'
import { damageAtEnds, damageIn } from '@harness/shell/store/trust/find-damage'
import { otherVersionIn } from '@harness/shell/store/trust/other-version'
import { identitiesOf, type Playbooks } from '../line/playbooks.ts'
import { runName } from './find-run.ts'
import type { StatePlace } from './target/state-dir.ts'

export interface ListedRun {
  readonly run: string
  readonly runId: string
  readonly plan: string
  readonly title: string | null
  /**
   * `crashed` if the summary says that it works, but no process holds it; `answered` if no process has read a gate's
   * answer yet; `damaged` if its journal is refused.
   */
  readonly state: string
  readonly phase: string | null
  readonly since: number | null
  readonly updatedAt: number | null
  readonly tokens: number
  readonly usd: number | null
  readonly waitingFor: string | null
  /** The file that says what the run needs of a person, why and how to give it; null if it needs nothing. */
  readonly needFile: string | null
  readonly sleepsUntil: number | null
  readonly heldBy: { readonly pid: number; readonly host: string; readonly certain: boolean } | null
  readonly next: string | null
}

/** `most`: how many are shown; the others are only counted. */
export async function listRuns(
  playbooks: Playbooks,
  { stateDir, root, runs: store }: StatePlace,
  most: number,
): Promise<{ readonly listed: readonly ListedRun[]; readonly total: number }> {
  const known = await store.list()
  const holders = new Map<string, ListedRun['heldBy']>()
  for (const subject of new Set(known.map((run) => run.subject))) {
    const holder = await store.holderOf(subject)
    if (holder !== null) {
      const { pid, host } = holder.record
      holders.set(subject, { pid, host, certain: holder.certain })
    }
  }
  const newest = new Set<string>()
  const all: ListedRun[] = []
  for (const run of known) {
    const isNewest = !newest.has(run.subject)
    newest.add(run.subject)
    const answered = isAtGate(run.summary) && (await store.hasAnswer(run))
    all.push(
      listedRun(run, stateDir, { heldBy: isNewest ? (holders.get(run.subject) ?? null) : null, answered }),
    )
  }
  const ordered = [...all].sort((a, b) => urgency(a) - urgency(b))
  const checked = await Promise.all(
    ordered.slice(0, most).map((run) => withDamage(playbooks, run, store, root)),
  )
  return { listed: checked.sort((a, b) => urgency(a) - urgency(b)), total: all.length }
}

/** A lease belongs to a plan; its newest run is the one that the holder works on. */
function listedRun(
  run: KnownRun,
  stateDir: string,
  { heldBy, answered }: Pick<ListedRun, 'heldBy'> & { readonly answered: boolean },
): ListedRun {
  const { summary } = run
  const common = { run: runName(run), runId: run.runId, plan: run.subject, heldBy }
  if (summary === null) {
    return {
      ...common,
      title: null,
      state: 'unknown',
      phase: null,
      since: null,
      updatedAt: null,
      tokens: 0,
      usd: null,
      waitingFor: null,
      needFile: null,
      sleepsUntil: null,
      next: `harness show ${runName(run)}`,
    }
  }
  const state = stateOf(summary, { held: heldBy !== null, answered })
  return {
    ...common,
    title: summary.title,
    state,
    phase: summary.phase,
    since: summary.startedAt,
    updatedAt: summary.updatedAt,
    tokens: summary.tokens,
    usd: summary.unpricedCalls > 0 && summary.usd === 0 ? null : summary.usd,
    waitingFor:
      state === 'answered' ? `answered; resume it with: harness resume ${runName(run)}` : summary.waitingFor,
    needFile: isNeedGate({ name: summary.gate ?? '' }) ? needFile(stateDir, run.subject, run.runId) : null,
    sleepsUntil: summary.sleepsUntil,
    next: nextStep(runName(run), state, summary) ?? summary.next,
  }
}

const over: ReadonlySet<string> = new Set(['done', 'blocked', 'halted'])

/** All of the journal only of runs that an operator may want to resume: it takes longer to read than its ends. */
async function withDamage(
  playbooks: Playbooks,
  run: ListedRun,
  store: RunStore,
  root: string,
): Promise<ListedRun> {
  if (run.heldBy !== null) return run
  const named: RunRef = { subject: run.plan, runId: run.runId }
  const damage = await (over.has(run.state) ? damageAtEnds(store, named) : damageIn(store, named))
  if (damage !== null)
    return { ...run, state: 'damaged', waitingFor: damage.message, sleepsUntil: null, next: damage.next }
  if (over.has(run.state)) return run
  const refused = await playbooks.named(run.plan)?.refused?.()
  const other =
    (await otherVersionIn(store, named, identitiesOf(playbooks))) ??
    (await refused?.(store, named, root)) ??
    null
  return other === null ? run : { ...run, waitingFor: other.message, sleepsUntil: null, next: other.next }
}

function stateOf(
  { status }: RunSummary,
  { held, answered }: { readonly held: boolean; readonly answered: boolean },
): string {
  if (held || over.has(status)) return status
  if (answered) return 'answered'
  return status === 'working' || status === 'sleeping' ? 'crashed' : status
}

function nextStep(name: string, state: string, { gate, gateChoices = [grant] }: RunSummary): string | null {
  if (state === 'waiting' && !gateChoices.includes(grant))
    return `harness answer ${name} <${gateChoices.join('|')}>`
  if (state === 'waiting') return `harness grant ${name}${isNeedGate({ name: gate ?? '' }) ? ' -m "…"' : ''}`
  return resumable.has(state) ? `harness resume ${name}` : null
}

const resumable: ReadonlySet<string> = new Set(['answered', 'crashed', 'interrupted'])
const order = [
  'waiting',
  'answered',
  'damaged',
  'crashed',
  'unknown',
  'working',
  'sleeping',
  'interrupted',
  'paused',
]
export const needsPerson: ReadonlySet<string> = new Set(['waiting', 'answered', 'damaged', 'crashed'])
/** They need no person; a line says how to resume them. */
export const resting: ReadonlySet<string> = new Set(['interrupted', 'paused'])
const urgency = ({ state }: ListedRun): number => {
  const rank = order.indexOf(state)
  return rank === -1 ? order.length : rank
}
