/**
 * Owns what others have in the state file beside what the run itself tells there. What they save while it works stays:
 * their fields, and the limits that they set, by which the run goes when it is next taken up.
 */
import { stateFile } from '@harness/core/playbooks/handbook/handbook-document'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import {
  type AdoptedState,
  parseHandbookState,
  printHandbookState,
} from '@harness/formats/documents/handbook/state-file'
import { readInside } from '../../machine/disk/inside.ts'

type Limits = HandbookInput['limits']

export interface OthersState {
  /** Looks what became of what the run wrote last. Half a file, and one that is gone, say nothing. */
  look(written: string): Promise<void>
  /** The file as it is to be written next. */
  print(state: HandbookState): string
}

export function othersState(repoRoot: string, before: AdoptedState | null): OthersState {
  let known = before
  let told: Limits | null = null
  let wanted: Limits | null = null
  return {
    async look(written) {
      const there = (await readInside(repoRoot, stateFile))?.toString('utf8')
      if (there === undefined || there === written) return
      const state = parseHandbookState(there, stateFile)
      if (!state.ok) return
      known = state.value
      const limits = limitsIn(known)
      if (limits !== undefined && told !== null && !isSame(limits, told)) wanted = limits
    },
    print(state) {
      const iteration = { ...state.iteration, ...wanted }
      told = iteration
      return printHandbookState({ ...state, iteration }, known?.file ?? null)
    },
  }
}

/** What people may have changed there; undefined if the file does not say. */
export function limitsIn(state: AdoptedState | null): Limits | undefined {
  if (state?.iteration == null) return undefined
  const { maxIterations, timeoutMinutes } = state.iteration
  return { maxIterations, timeoutMinutes }
}

const isSame = (one: Limits, other: Limits): boolean =>
  one.maxIterations === other.maxIterations && one.timeoutMinutes === other.timeoutMinutes
