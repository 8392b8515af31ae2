/** Owns the twin of TickBox. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import { closeId } from '@harness/core/playbooks/handbook/handbook-document'
import type { BoxTicked, TickBox, TickRefused } from '@harness/core/playbooks/handbook/tick-box'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { commandFailed } from '../../world/command-failed.ts'
import type { Ground } from '../../world/ground.ts'
import { digestOf } from '../../world/shelf.ts'
import type { Twin } from '../../world/twin.ts'

export const tickBoxTwin: Twin<TickBox> = {
  perform: tickBox,
  any: ({ promptId, known }, luck, base) =>
    luck.chance(0.95)
      ? { ...base, type: 'BoxTicked', promptId, digest: known }
      : { ...base, type: 'TickRefused', promptId, reason: luck.pick(['gone', 'edited']), detail: '' },
}

/** A box that is ticked stays ticked, whoever did it. */
async function tickBox(
  ground: Ground,
  command: TickBox,
  { signal }: Attempt,
): Promise<BoxTicked | TickRefused | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(30, signal)
  const { shelf } = site
  if (shelf === null) return commandFailed(ground, command, 'document-missing')
  return process.effect(`ticking ${command.promptId}`, () => {
    const about = { at: stage.wall.now(), commandId: command.id, promptId: command.promptId }
    const isKnown = digestOf(shelf.handbook) === command.known
    const closing = shelf.handbook.phases.find(({ number }) => closeId(number) === command.promptId)
    if (closing?.close?.box === 'open') {
      const close = { ...closing.close, box: 'done' as const }
      const phases = shelf.handbook.phases.map((one) => (one === closing ? { ...one, close } : one))
      shelf.handbook = { ...shelf.handbook, phases }
    }
    if (closing?.close?.box !== undefined)
      return { ...about, type: 'BoxTicked' as const, digest: isKnown ? digestOf(shelf.handbook) : null }
    const prompt = shelf.handbook.prompts.find(({ id }) => id === command.promptId)
    if (prompt === undefined)
      return { ...about, type: 'TickRefused' as const, reason: 'gone' as const, detail: 'It is gone.' }
    if (prompt.text !== command.text)
      return { ...about, type: 'TickRefused' as const, reason: 'edited' as const, detail: 'It was edited.' }
    if (prompt.box === 'open') {
      const prompts = shelf.handbook.prompts.map((one) =>
        one === prompt ? { ...one, box: 'done' as const } : one,
      )
      shelf.handbook = { ...shelf.handbook, prompts }
      stage.changed({ kind: `ticked ${prompt.id}`, commandId: command.id, once: null })
    }
    return { ...about, type: 'BoxTicked' as const, digest: isKnown ? digestOf(shelf.handbook) : null }
  })
}
