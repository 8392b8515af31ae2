/** Owns the files that other tools read about a run: brought up to date when a run is taken up, then event by event. */

import type { BudgetLedger } from '@harness/core/kernel/budget-ledger'
import type { AnyEvent } from '@harness/core/kernel/effect'
import type { Chapter } from '../fold/read-story.ts'
import { type DetailOf, logPathOf, openRunLog } from './run-log.ts'
import { taskRunFolder } from './task-files.ts'
import { openTokenFile } from './token-records.ts'

/** Every playbook counts what its agents cost. */
export interface SpendingState {
  readonly spent: BudgetLedger
}

export interface SidecarOptions<State> {
  readonly stateDir: string
  readonly subject: string
  readonly runId: string
  /** How far the journal has come; null if the run begins. */
  readonly known: KnownStory<State> | null
  /** All of the journal: asked for only if a sidecar is behind it. */
  past(): Promise<readonly Chapter<State>[]>
  sanitise(text: string): string
  readonly detailOf: DetailOf
  readonly own: OwnSidecar<State>
}

interface KnownStory<State> {
  readonly events: number
  readonly state: State
}

/** What only this playbook tells others. */
export interface OwnSidecar<State> {
  /** Whether it is there at all: one that is not is written again from the journal. */
  isThere(): boolean
  rewrite(past: readonly Chapter<State>[]): Promise<void>
  observe(event: AnyEvent, state: State): Promise<void>
}

/** That of a playbook whose files are only brought up to its state. */
export const followsState = <State>(follow: (state: State) => Promise<void>): OwnSidecar<State> => ({
  isThere: () => true,
  rewrite: async () => {},
  observe: (_event, state) => follow(state),
})

export interface Sidecars<State> {
  readonly logPath: string
  observe(event: AnyEvent, state: State): Promise<void>
}

export async function openSidecars<State extends SpendingState>(
  options: SidecarOptions<State>,
): Promise<Sidecars<State>> {
  const { stateDir, subject, runId, known, own } = options
  const logPath = logPathOf(stateDir, subject, runId)
  const log = await openRunLog(logPath, options.sanitise, options.detailOf)
  const tokens = await openTokenFile(taskRunFolder(stateDir, subject, runId))
  const areCurrent = async ({ events, state }: KnownStory<State>): Promise<boolean> =>
    (await log.holds(events)) && (await tokens.holds(state.spent.tokens)) && own.isThere()

  if (known !== null && !(await areCurrent(known))) {
    const past = await options.past()
    const events = past.map(({ event }) => event)
    await tokens.rewrite(events)
    await own.rewrite(past)
    await log.rewrite(events)
  }
  return {
    logPath,
    // The log comes last: an event that has its line there is in the others too.
    async observe(event, state) {
      tokens.add(event)
      await own.observe(event, state)
      log.add(event)
    },
  }
}
