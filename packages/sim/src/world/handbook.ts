/** Owns the simulated adapters that read and tick a handbook, and measure a change. */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ChangeMeasured, FileChange, MeasureChange } from '@harness/core/effects/measure-change'
import type { Reread } from '@harness/core/effects/reread'
import { closeId } from '@harness/core/playbooks/handbook/handbook-document'
import type { HandbookRead, ReadHandbook } from '@harness/core/playbooks/handbook/read-handbook'
import type { BoxTicked, TickBox, TickRefused } from '@harness/core/playbooks/handbook/tick-box'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { commandFailed } from './command-failed.ts'
import type { Ground } from './ground.ts'
import { digestOf } from './shelf.ts'

const reread = <Content>(content: Content, known: string | null): Reread<Content> => {
  const digest = digestOf(content)
  return { digest, changed: digest === known ? null : { content } }
}

/** Only reads, so that a repetition is as good as the first. */
export async function readHandbook(
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

/** A box that is ticked stays ticked, whoever did it. */
export async function tickBox(
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

/** Every file counts as one line taken away and one added. */
export async function measureChange(
  { process, stage, site }: Ground,
  { id, from, to }: MeasureChange,
  { signal }: Attempt,
): Promise<ChangeMeasured> {
  await process.sleep(20, signal)
  const before = site.repository.commitOf(from).files
  const after = site.repository.commitOf(to).files
  const files = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map((path): FileChange => ({ path, added: path in after ? 1 : 0, removed: path in before ? 1 : 0 }))
  return { type: 'ChangeMeasured', at: stage.wall.now(), commandId: id, files }
}
