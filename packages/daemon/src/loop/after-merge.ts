/**
 * AfterMerge: audits the product by commands of the program. Safe to repeat: an audit only reads and reports.
 * Exit 0: goes on. 1: the audit wants a pause (`fidelity`), or the product is not ready yet (`release-gate`).
 */
import { exitCode } from '@harness/core/kernel/exit-code'
import type {
  AfterMerge,
  AfterMergeHook,
  HookResult,
  MergeFollowed,
} from '@harness/core/playbooks/daemon/effects'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { CommandEnd } from '../place/outside.ts'
import type { DaemonPorts } from './ports.ts'

export async function afterMerge(
  { id, hooks, landed }: AfterMerge,
  { signal }: Attempt,
  { outside, hooks: commandOf }: DaemonPorts,
): Promise<MergeFollowed> {
  const results: HookResult[] = []
  for (const hook of hooks) {
    signal.throwIfAborted()
    const args = commandOf(hook)
    const result: HookResult =
      args === null
        ? { hook, verdict: 'failed', detail: `this version has no command ${hook}` }
        : resultOf(hook, await outside.command(args, signal))
    results.push(result)
    if (result.verdict === 'pause') break
  }
  return { type: 'MergeFollowed', at: outside.clock.now(), commandId: id, landed, results }
}

/** An audit that could not be done, such as one that timed out, is no verdict. */
function resultOf(hook: AfterMergeHook, end: CommandEnd): HookResult {
  if (end.type === 'refused') return { hook, verdict: 'failed', detail: end.error.message }
  const detail = detailOf(end)
  const passed = end.exitCode === exitCode.done
  if (!isVerdict(end) || (!passed && end.exitCode !== exitCode.halted))
    return { hook, verdict: 'failed', detail: detail === '' ? `exit ${end.exitCode}` : detail }
  const pauses = hook === 'fidelity' ? !passed : passed
  return { hook, verdict: pauses ? 'pause' : 'goes-on', detail }
}

type Ended = Exclude<CommandEnd, { type: 'refused' }>

/** A run that can be resumed has not come to its end. */
const isVerdict = (end: Ended): boolean =>
  end.type === 'answered' || (end.rest.type === 'ended' && !end.rest.end.resumable)

function detailOf(end: Ended): string {
  if (end.type === 'answered') return end.told
  const { rest } = end
  switch (rest.type) {
    case 'ended':
      return rest.end.reason
    case 'waiting':
      return rest.gates[0]?.question ?? 'it waits for a person'
    case 'interrupted':
      return `interrupted (${rest.reason})`
  }
}
