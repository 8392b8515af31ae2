/** Owns the twin of RunHook. */
import type { HookRan, RunHook } from '@harness/core/effects/run-hook'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { type Ground, luckOf } from './ground.ts'
import type { Twin } from './twin.ts'

export const runHookTwin: Twin<RunHook> = {
  perform: runHook,
  any: (_command, luck, base) => ({ ...base, type: 'HookRan', problem: luck.pick([null, 'It hangs.']) }),
  neverFails: true,
}

async function runHook(ground: Ground, { id }: RunHook, { signal }: Attempt): Promise<HookRan> {
  const { process, stage, weather } = ground
  await process.sleep(200, signal)
  const problem = weather.strikes('hook fails', luckOf(ground, id)) ? 'it ended with 1' : null
  return { type: 'HookRan', at: stage.wall.now(), commandId: id, problem }
}
