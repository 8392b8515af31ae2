/** Owns the twin of CaptureSite. */
import type {
  CapturedPage,
  CaptureSite,
  SiteCaptured,
  SiteNotCaptured,
} from '@harness/core/effects/capture-site'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { type Ground, luckOf } from './ground.ts'
import type { Twin } from './twin.ts'

export const captureSiteTwin: Twin<CaptureSite> = {
  perform: captureSite,
  any: (_command, luck, base) =>
    luck.chance(0.7)
      ? { ...base, type: 'SiteCaptured', pages: simPages, passedOver: [], ended: 'all', bundle: 'site' }
      : {
          ...base,
          type: 'SiteNotCaptured',
          reason: luck.pick(['no-browser', 'robots', 'unreachable']),
          detail: '',
          next: '',
        },
}

/** Only looks, so that a repetition is as good as the first. */
async function captureSite(
  ground: Ground,
  command: CaptureSite,
  { signal }: Attempt,
): Promise<SiteCaptured | SiteNotCaptured> {
  const { process, stage, weather } = ground
  const luck = luckOf(ground, command.id)
  await process.sleep(luck.int(10, 600) * 1_000, signal)
  const event = { at: stage.wall.now(), commandId: command.id }
  if (weather.strikes('no browser on the machine', luck))
    return { type: 'SiteNotCaptured', ...event, reason: 'no-browser', detail: 'none', next: 'Install one' }
  return {
    type: 'SiteCaptured',
    ...event,
    pages: simPages,
    passedOver: [],
    ended: luck.pick(['all', 'pages', 'time']),
    bundle: `site/${command.id}`,
  }
}

const simPages: readonly CapturedPage[] = ['/', '/cart'].map((path) => ({
  path,
  status: 200,
  title: path,
  text: 'Tea',
  headings: [],
  links: [],
  controls: [],
  forms: [],
  landmarks: [],
  pictures: [],
  notes: [],
}))
