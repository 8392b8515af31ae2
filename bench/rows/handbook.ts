/** How long a handbook takes to read, against Markdown's block rules alone, and how long a box takes to tick. */

import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inCheckout } from '@harness/core/effects/document-file'
import type { CommandId } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { tickBox } from '@harness/core/playbooks/handbook/documents'
import { handbookFile } from '@harness/core/playbooks/handbook/handbook-document'
import { handbookCodec, type WalkedHandbook } from '@harness/formats/documents/handbook/handbook-codec'
import { parseHandbook } from '@harness/formats/documents/handbook/parse-handbook'
import { allBlocks } from '@harness/formats/text/markdown-blocks'
import { DocumentDesk } from '@harness/shell/effects/documents/document-desk'
import { editDocuments } from '@harness/shell/effects/documents/edit-documents'
import { KnownFile } from '@harness/shell/effects/documents/known-file'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { handbookDocuments } from '@harness/shell/playbooks/handbook/handbook-effects'
import { interleaved, timed } from '../interleaved.ts'
import type { Ground, Row } from '../row.ts'

const counts = [100, 1_000, 10_000] as const

export async function handbook({ folder }: Ground): Promise<readonly Row[]> {
  return [...(await reading()), ...(await ticking(folder))]
}

async function reading(): Promise<readonly Row[]> {
  const rows: Row[] = []
  const perPrompt: number[] = []
  for (const count of counts) {
    const text = handbookText(count)
    const read = (): void => {
      const { handbook, problems } = parseHandbook(text, handbookFile)
      const prompts = handbook.phases.reduce((sum, phase) => sum + phase.prompts.length, 0)
      invariant(problems.length === 0 && prompts === count, 'every prompt is read')
    }
    const ms = await interleaved(
      { blocks: () => timed(() => allBlocks(text)), whole: () => timed(read) },
      { fewest: 7, most: 61, forMs: 4_000 },
    )
    perPrompt.push(ms.whole / count)
    rows.push({
      row: `handbook of ${count} prompts read`,
      measured: ms.whole,
      unit: 'ms',
      floor: { what: 'block rules', value: ms.blocks },
      goal: count === 10_000 ? { type: 'ratio', atMost: 1.5 } : null,
      remark: `${(text.length / 1e6).toFixed(2)} MB; phases, prompts, scopes and boxes with their places`,
    })
  }
  const [, thousand = Number.NaN, tenThousand = Number.NaN] = perPrompt
  rows.push({
    row: 'handbook, a prompt among 10000 against 1000',
    measured: tenThousand / thousand,
    unit: '×',
    floor: null,
    goal: { type: 'absolute', atMost: 1.5 },
    remark: '1 where the time grows with the length alone',
  })
  return rows
}

/** How many boxes are ticked, each in a file of its own. */
const ticks = 40
/** Longer than a file that was just changed is read again instead of being known by its stamp. */
const settledMs = 3_000

/** The whole of the command that ticks a box, as a run performs it. */
async function ticking(folder: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const count of counts) {
    const text = handbookText(count)
    const settled = await repositories(folder, text)
    const justSaved = await repositories(folder, text)
    const probes = await repositories(folder, text)
    await sleep(settledMs)
    const saved = (repo: string): string => {
      const now = new Date()
      utimesSync(join(repo, handbookFile), now, now)
      return repo
    }
    const ms = await interleaved(
      {
        write: () => timedWrite(probes.pop()),
        tick: () => timedTick(settled.pop()),
        tickAfterSave: () => timedTick(justSaved.pop(), saved),
      },
      { fewest: 10, most: ticks, forMs: 3_000 },
    )
    const floor = { what: 'one byte, synced', value: ms.write }
    rows.push(
      {
        row: `a box ticked, ${count} prompts`,
        measured: ms.tick,
        unit: 'ms',
        floor,
        goal: { type: 'ratio', atMost: 1.5 },
        remark: 'the file is known by its stamp, the box is looked at, one byte is written and synced',
      },
      {
        row: `a box ticked just after a save, ${count} prompts`,
        measured: ms.tickAfterSave,
        unit: 'ms',
        floor,
        goal: null,
        remark: 'the file is read and compared with what was walked, since its stamp is too young',
      },
    )
  }
  return rows
}

async function repositories(folder: string, text: string): Promise<string[]> {
  return Array.from({ length: ticks }, () => {
    const repo = mkdtempSync(join(folder, 'tick-'))
    writeFileSync(join(repo, handbookFile), text, { flush: true })
    return repo
  })
}

const ports = {
  clock: systemClock,
  redact: (text: string) => text,
  sanitise: (text: string) => text,
}

async function timedTick(repo: string | undefined, first = (it: string) => it): Promise<number> {
  invariant(repo !== undefined, 'there are as many repositories as ticks')
  const desk = new DocumentDesk(
    { ...ports, repoRoot: first(repo), stateDir: join(repo, '.harness/run') },
    handbookDocuments,
  )
  const read = (await desk.knownFile(inCheckout(handbookFile), handbookCodec)).read()
  const [prompt] = (read?.walked as WalkedHandbook | undefined)?.handbook.phases[5]?.prompts ?? []
  invariant(read !== null && prompt !== undefined, 'the prompt is there')
  const { id, text } = prompt
  // The branch of the checkout costs a git process, at every reading too; a tick itself does not.
  const command = {
    ...tickBox('tick/1' as CommandId, 'main', read.digest, { promptId: id, text }),
    branch: null,
  }
  const attempt = { repeated: false, signal: new AbortController().signal }
  return timed(async () => {
    const outcome = await editDocuments(command, attempt, desk)
    invariant(outcome.type === 'DocumentsEdited' && outcome.refused.length === 0, 'the box is ticked')
  })
}

/** In a file as long and as young as the handbook, after the same reading: the disk and the caches are as cold. */
function timedWrite(repo: string | undefined): Promise<number> {
  invariant(repo !== undefined, 'there are as many repositories as writes')
  const file = new KnownFile({ root: repo, path: handbookFile }, handbookCodec)
  invariant(file.read() !== null, 'the handbook is there')
  const path = join(repo, handbookFile)
  return timed(() => writeByte(path))
}

const ticked = Buffer.from('x')

function writeByte(path: string): void {
  const opened = openSync(path, 'r+')
  writeSync(opened, ticked, 0, 1, 100)
  fdatasyncSync(opened)
  closeSync(opened)
}

/** Ten phases. */
function handbookText(count: number): string {
  let text = '# Handbook\n\n'
  for (let phase = 0; phase < 10; phase++) {
    text += `## Phase ${phase} — Part ${phase}\n\nWhat this part is for.\n\n`
    for (let n = 1; n <= count / 10; n++) text += promptText(phase, n)
  }
  return text
}

const promptText = (phase: number, n: number): string => `### ${phase}.${n} Harden — surface ${n}

> /impeccable harden src/pages/page-${n}.astro so that every state is handled, and nothing is left
> to chance; name what you reject, and say why it is rejected in one sentence of plain words.

<!-- scope: paths={src/pages/page-${n}.astro,src/components/part-${n}.astro}; symbols={Page${n}};
budget=loc:120±30,files:2±1; expected_signal=allow_empty; success="Every state is handled; none is empty.";
failure_modes="A state that nobody thought of." -->

- [ ] COMPLETE

`
