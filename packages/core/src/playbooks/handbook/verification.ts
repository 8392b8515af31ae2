/** Owns what a piece of work must show before it counts: commands that the harness runs itself. */
import type { Check } from '../../kernel/check.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import { callsForFewerTests, type FewerTests, fewerTests } from '../../work/executed-tests.ts'
import { isTest } from '../../work/test-files.ts'
import { isWithin } from './budgets.ts'
import type { HandbookInput } from './input.ts'
import type { Flight } from './state.ts'

/** Fewer executed tests than on the base, unless the prompt calls for that or has a test in its scope. */
export function uncalledFor(task: Flight['task'], evidence: readonly Evidence[]): readonly FewerTests[] {
  if (task.type !== 'prompt') return []
  const prompts = [task.prompt, ...(task.crafting === null ? [] : [task.crafting])]
  const isCalledFor = prompts.some(
    ({ text, anchors }) => callsForFewerTests(text) || anchors.paths.some(isTest),
  )
  return isCalledFor ? [] : fewerTests(evidence)
}

const closeTimeoutMs = 30 * 60_000

export function checksOf({ verification }: HandbookInput, { task, change }: Flight): readonly Check[] {
  switch (task.type) {
    case 'prompt': {
      const { always, whereTouched } = verification
      const isTouched = change.some(
        ({ path }) => whereTouched.paths.length > 0 && isWithin(path, whereTouched.paths),
      )
      return isTouched ? [...always, ...whereTouched.checks] : always
    }
    case 'close':
      return (task.phase.close?.commands ?? []).map((run) => ({
        name: run,
        run,
        timeoutMs: closeTimeoutMs,
        claims: [],
      }))
    case 'final':
      return []
  }
}
