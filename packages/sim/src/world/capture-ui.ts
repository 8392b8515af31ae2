import type { CaptureUi, UiCaptured, UiNotCaptured } from '@harness/core/effects/capture-ui'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { commandFailed } from './command-failed.ts'
import { type Ground, luckOf } from './ground.ts'
import type { Twin } from './twin.ts'
import type { Fault } from './weather.ts'

const troubles: readonly (readonly [Fault, UiNotCaptured['reason']])[] = [
  ['no browser on the machine', 'no-browser'],
  ['port is taken', 'port-taken'],
  ['product never gets ready', 'not-ready'],
  ['product dies', 'died'],
]

/** Only looks, so that a repetition is as good as the first. */
async function captureUi(
  ground: Ground,
  command: CaptureUi,
  { signal }: Attempt,
): Promise<UiCaptured | UiNotCaptured | CommandFailed> {
  const { process, stage, site, weather } = ground
  if (site.lanes.find(command.lane) === null) return commandFailed(ground, command, 'lane-gone')
  const luck = luckOf(ground, command.id)
  await process.sleep(luck.int(2, 30) * 1_000, signal)
  const event = { at: stage.wall.now(), commandId: command.id }
  for (const [fault, reason] of troubles)
    if (weather.strikes(fault, luck))
      return { type: 'UiNotCaptured', ...event, reason, detail: fault, next: 'Fix it' }
  const screens = command.routes.map((route) => ({
    route,
    viewport: '390x844',
    file: `/run/${command.id}.png`,
    complaints: [],
  }))
  return { type: 'UiCaptured', ...event, screens }
}

export const captureUiTwin: Twin<CaptureUi> = {
  perform: captureUi,
  any: (_command, luck, base) =>
    luck.chance(0.6)
      ? { ...base, type: 'UiCaptured', screens: [] }
      : {
          ...base,
          type: 'UiNotCaptured',
          reason: luck.pick(['no-browser', 'port-taken', 'not-ready', 'died', 'page-failed']),
          detail: '',
          next: '',
        },
}
