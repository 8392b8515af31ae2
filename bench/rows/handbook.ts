/** How long a handbook takes to read, against Markdown's block rules alone, and how long a box takes to tick. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** How many boxes are ticked, each in a file of its own: a file that was just written is read once more by the tick. */
const ticks = 40
const settledMs = 3_000

async function ticking(folder: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const count of [100, 1_000, 10_000] as const) {
    const text = handbookText(count)
    const probe = join(folder, 'probe')
    writeFileSync(probe, text)
    const repos = Array.from({ length: ticks }, (_, n) => mkdtempSync(join(folder, `${count}-${n}-`)))
    for (const repo of repos) writeFileSync(join(repo, handbookFile), text, { flush: true })
    await sleep(settledMs)
    const ms = await interleaved(
      {
        write: () => timed(() => writeByte(probe)),
        tick: () => {
          const repo = repos.pop()
          const document = repo === undefined ? null : readHandbook(repo)
          const [dispatched] = document?.handbook.phases[5]?.prompts ?? []
          invariant(repo !== undefined && dispatched !== undefined, 'the prompt is there')
          return timed(() => {
            const { type } = tickPrompt(repo, dispatched, document)
            invariant(type === 'ticked', 'the box is ticked')
          })
        },
      },
      { fewest: 10, most: ticks, forMs: 3_000 },
    )
    rows.push({
      row: `a box ticked, ${count} prompts`,
      measured: ms.tick,
      unit: 'ms',
      floor: { what: 'one byte, synced', value: ms.write },
      goal: { type: 'ratio', atMost: 1.5 },
      remark: 'the file is known by its stamp, the box is looked at, one byte is written and synced',
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
