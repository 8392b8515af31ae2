/** Owns the twin of SmokeTest. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { SmokeTest, SmokeTested } from '@harness/core/effects/smoke-test'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { commandFailed } from './command-failed.ts'
import { type Ground, luckOf } from './ground.ts'
import type { Twin } from './twin.ts'

export const smokeTestTwin: Twin<SmokeTest> = {
  perform: smokeTest,
  any: (_command, luck, base) =>
    luck.chance(0.7)
      ? { ...base, type: 'SmokeTested', passed: true, failures: [], outputTail: '' }
      : { ...base, type: 'SmokeTested', passed: false, failures: ['GET /: got 500'], outputTail: '' },
}

async function smokeTest(
  ground: Ground,
  command: SmokeTest,
  { signal }: Attempt,
): Promise<SmokeTested | CommandFailed> {
  const { process, stage, site, weather } = ground
  if (site.lanes.find(command.lane) === null) return commandFailed(ground, command, 'lane-gone')
  await process.sleep(5_000, signal)
  const passed = !weather.strikes('smoke test fails', luckOf(ground, command.id))
  return {
    type: 'SmokeTested',
    at: stage.wall.now(),
    commandId: command.id,
    passed,
    failures: passed ? [] : ['GET / answered 500'],
    outputTail: '',
  }
}
