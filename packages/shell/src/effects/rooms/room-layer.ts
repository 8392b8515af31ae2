/**
 * Gives one program a room of its own for as long as it runs: a layer over the room's files if the sandbox can layer, else
 * a copy of them in their place. What the program wrote is thrown away afterwards.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { TreeHash } from '@harness/core/kernel/ids'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { fullStatus } from '../../machine/git/status.ts'
import type { Cell, Layer } from '../../machine/sandbox/sandbox.ts'
import { laneCell } from '../lanes/lane-cell.ts'
import type { LanePorts } from '../lanes/lane-ports.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'
import { templateLayers } from '../lanes/template-layers.ts'
import { changedInLayer } from './changed-in-layer.ts'
import { withCopy } from './room-copy.ts'

export interface RoomLayer {
  /** All that the program may touch. */
  readonly cell: Cell
  /** What the program wrote is below this folder, by its path in the room. */
  readonly written: string
  /** The files of the tree that it changed or removed, sorted. */
  changed(): Promise<readonly string[]>
}

type UseLayer<Result> = (layer: RoomLayer) => Promise<Result>

/** `record` is that of the lane with the room's folder, which stands at `tree`. */
export async function withRoomLayer<Result>(
  record: LaneRecord,
  tree: TreeHash,
  signal: AbortSignal,
  ports: LanePorts,
  use: UseLayer<Result>,
): Promise<Result> {
  return (await ports.sandbox.canLayer())
    ? onLayer(record, tree, ports, use)
    : onCopy(record, signal, ports, use)
}

const scratchPrefix = (room: string): string => `${basename(room)}.scratch-`

async function onLayer<Result>(
  record: LaneRecord,
  tree: TreeHash,
  ports: LanePorts,
  use: UseLayer<Result>,
): Promise<Result> {
  const { path } = record
  const scratch = join(dirname(path), `${scratchPrefix(path)}${randomUUID()}`)
  await dropScratch(path)
  await mkdir(scratch, { mode: 0o700 })
  try {
    const cell = layeredCell(record, scratch, ports)
    const written = join(scratch, '0', 'files')
    const changed = () => changedInLayer({ room: path, tree, written, cell }, ports.sandbox)
    return await use({ cell, written, changed })
  } finally {
    await removeTree(scratch)
  }
}

/** The room as a whole, and each folder of its template, with a fresh layer on top. */
function layeredCell(record: LaneRecord, scratch: string, ports: LanePorts): Cell {
  const { path } = record
  const below: readonly Layer[] = [
    { at: path, lower: path, upper: null },
    ...templateLayers(path, { purpose: 'checks' }),
  ]
  return {
    ...laneCell(record, ports, { purpose: 'checks' }),
    write: ports.sandbox.allowed.write,
    layers: below.map((layer, index) => ({ ...layer, upper: join(scratch, String(index)) })),
  }
}

/** What a killed harness left of this room. */
async function dropScratch(room: string): Promise<void> {
  const names = await readdir(dirname(room))
  for (const name of names.filter((one) => one.startsWith(scratchPrefix(room))))
    await removeTree(join(dirname(room), name))
}

const onCopy = <Result>(
  record: LaneRecord,
  signal: AbortSignal,
  ports: LanePorts,
  use: UseLayer<Result>,
): Promise<Result> =>
  withCopy(record.path, signal, () => {
    const { path } = record
    const cell = laneCell(record, ports, { purpose: 'checks' })
    const changed = async () =>
      (await fullStatus(path)).changed
        .filter(({ kind, submodule }) => kind !== 'untracked' && !submodule)
        .map((entry) => entry.path)
        .sort()
    return use({ cell, written: path, changed })
  })
