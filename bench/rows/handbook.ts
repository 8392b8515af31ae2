/** How long a handbook takes to read, against Markdown's block rules alone, and how long a box takes to tick. */
import { closeSync, fdatasyncSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { invariant } from '@harness/core/invariant'
import { allBlocks } from '@harness/formats/handbook/markdown-blocks'
import { parseHandbook } from '@harness/formats/handbook/parse-handbook'
import { handbookFile, readHandbook, tickPrompt } from '@harness/shell/documents/handbook-document'
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

async function ticking(folder: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const count of [100, 1_000] as const) {
    const text = handbookText(count)
    const path = join(folder, handbookFile)
    const probe = join(folder, 'probe')
    writeFileSync(probe, text)
    writeFileSync(path, text)
    const document = readHandbook(folder)
    invariant(document !== null, 'the handbook is there')
    const [dispatched] = document.handbook.phases[5]?.prompts ?? []
    invariant(dispatched !== undefined, 'the prompt is there')
    const ms = await interleaved(
      {
        write: () => timed(() => writeByte(probe)),
        tick: () => {
          // Synced, or the tick would have to wait for this as well.
          writeFileSync(path, text, { flush: true })
          return timed(() => {
            const { type } = tickPrompt(folder, dispatched, document)
            invariant(type === 'ticked', 'the box is ticked')
          })
        },
      },
      { fewest: 15, most: 201, forMs: 3_000 },
    )
    rows.push({
      row: `a box ticked, ${count} prompts`,
      measured: ms.tick,
      unit: 'ms',
      floor: { what: 'one byte, synced', value: ms.write },
      goal: { type: 'ratio', atMost: 2 },
      remark:
        'the file is read and compared with what was walked before, then one byte is written and synced',
    })
  }
  return rows
}

function writeByte(path: string): void {
  const opened = openSync(path, 'r+')
  writeSync(opened, Buffer.from('x'), 0, 1, 100)
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
