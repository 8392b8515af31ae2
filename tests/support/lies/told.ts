/** Makes a test of each lie and of each honest change that this run of the suite asks for. Those that are known to go wrong turn red if they no longer do. */
import { count } from '@harness/formats/test-support/figures'
import { isSoak } from '@harness/formats/test-support/runs'
import { expect, test } from 'vitest'
import { canConfine } from '../sandbox.ts'
import {
  type Change,
  deliver,
  deliverHonestly,
  type Honest,
  type Lie,
  type Sandbox,
  type Verdict,
} from './lie.ts'
import { falseAlarms, stillWins } from './still-wins.ts'

const asked = <One extends Change>(changes: readonly One[]): readonly One[] =>
  changes.filter(({ inEachRun }) => isSoak || inEachRun)

export function testLies(lies: readonly Lie[], sandbox: Sandbox): void {
  for (const lie of asked(lies).filter(({ only = sandbox }) => only === sandbox)) {
    expectVerdict(lie.name, sandbox, 'caught', stillWins, async () => {
      const verdict = await deliver(lie, sandbox)
      count('lies told', sandbox)
      if (verdict === 'caught') count('lies caught', sandbox)
      return verdict
    })
  }
}

export function testHonest(changes: readonly Honest[], sandbox: Sandbox): void {
  for (const change of asked(changes)) {
    expectVerdict(change.name, sandbox, 'merged', falseAlarms, () => deliverHonestly(change, sandbox))
  }
}

/** A run that came to an odd end is a failure, whether or not its test is known to fail. */
function expectVerdict(
  name: string,
  sandbox: Sandbox,
  right: Verdict,
  wrongToday: readonly string[],
  judge: () => Promise<Verdict>,
): void {
  const title = sandbox === 'confined' ? name : `${name}, unconfined`
  const isWrongToday = wrongToday.includes(name) || wrongToday.includes(title)
  const skip = sandbox === 'confined' && !canConfine
  test(title, { skip, fails: isWrongToday }, async () => {
    const verdict = await judge()
    if (isWrongToday && verdict.startsWith('odd')) console.error(`${title}: ${verdict}`)
    else expect(verdict).toBe(right)
  })
}
