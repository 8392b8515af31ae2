/** Owns the twin of ReadHandbook. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { HandbookRead, ReadHandbook } from '@harness/core/playbooks/handbook/read-handbook'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { commandFailed } from '../../world/command-failed.ts'
import type { Ground } from '../../world/ground.ts'
import { reread } from '../../world/reread.ts'
import type { Twin } from '../../world/twin.ts'
import { drawnHandbook } from './input.ts'

export const readHandbookTwin: Twin<ReadHandbook> = {
  perform: readHandbook,
  any({ known }, luck, base) {
    const unchanged = { digest: known.handbook ?? '', changed: null }
    if (known.handbook !== null && luck.chance(0.95))
      return { ...base, type: 'HandbookRead', handbook: unchanged, product: unchanged, design: unchanged }
    const { handbook, product, design } = drawnHandbook(luck)
    const read = <Content>(content: Content) => ({ digest: `digest-${base.at}`, changed: { content } })
    return {
      ...base,
      type: 'HandbookRead',
      handbook: read(handbook),
      product: read(product),
      design: read(design),
    }
  },
}

/** Only reads, so that a repetition is as good as the first. */
async function readHandbook(
  ground: Ground,
  command: ReadHandbook,
  { signal }: Attempt,
): Promise<HandbookRead | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(20, signal)
  if (site.shelf === null) return commandFailed(ground, command, 'document-missing')
  const { handbook, product, design } = site.shelf
  return {
    type: 'HandbookRead',
    at: stage.wall.now(),
    commandId: command.id,
    handbook: reread(handbook, command.known.handbook),
    product: reread(product, command.known.product),
    design: reread(design, command.known.design),
  }
}
