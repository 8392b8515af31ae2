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
  { id, hooks }: AfterMerge,
  { signal }: Attempt,
  { outside, hooks: commandOf }: DaemonPorts,
): Promise<MergeFollowed> {
  const results: HookResult[] = []
  for (const hook of hooks) {
    const args = commandOf(hook)
    results.push(
      args === null
        ? { hook, verdict: 'failed', detail: `this version has no command ${hook}` }
        : resultOf(hook, await outside.command(args, signal)),
    )
  }
  return { type: 'MergeFollowed', at: outside.clock.now(), commandId: id, results }
}

/** An audit that could not be done, such as one that timed out, is no verdict. */
function resultOf(hook: AfterMergeHook, end: CommandEnd): HookResult {
  if (end.type === 'refused') return { hook, verdict: 'failed', detail: end.error.message }
  const detail = end.type === 'answered' ? end.told : ''
  const passed = end.exitCode === exitCode.done
  if (!passed && end.exitCode !== exitCode.halted)
    return { hook, verdict: 'failed', detail: detail === '' ? `exit ${end.exitCode}` : detail }
  const pauses = hook === 'fidelity' ? !passed : passed
  return { hook, verdict: pauses ? 'pause' : 'goes-on', detail }
}
