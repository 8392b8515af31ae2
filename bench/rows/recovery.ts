/** How long it takes to take up a run again: its journal opened, verified and folded, from the last snapshot and without. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isRunEvent } from '@harness/core/kernel/event'
import { invariant } from '@harness/core/kernel/invariant'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { logDetail } from '@harness/shell/effects/effect'
import { deliveryEffects } from '@harness/shell/playbooks/delivery/delivery-effects'
import { deliverySidecar } from '@harness/shell/playbooks/delivery/delivery-sidecar'
import { readFolded } from '@harness/shell/store/fold/read-folded'
import { readStory } from '@harness/shell/store/fold/read-story'
import { beginning, type FoldedRun, recoverRun } from '@harness/shell/store/fold/recover'
import { folderOfRun } from '@harness/shell/store/layout/run-folder'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { OpenedJournal } from '@harness/shell/store/port/run-store'
import { openSidecars } from '@harness/shell/store/sidecars/run-sidecars'
import { interleaved, timed } from '../interleaved.ts'
import { longJournal } from '../long-journal.ts'
import type { Ground, Row } from '../row.ts'

const run = { subject: '0001', runId: '20260101-000000' }

export async function recovery({ folder }: Ground): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const count of [100_000]) {
    const dir = join(folder, `events-${count}`)
    await longJournal(folderOfRun(dir, run), count)
    await standAndTell(dir)
    const ms = await interleaved(
      {
        whole: () => timed(() => takeUp(dir, count, { snapshots: false })),
        snapshot: () => timed(() => takeUp(dir, count, { snapshots: true })),
        told: () => timed(() => standAndTell(dir)),
        untold: () => {
          rmSync(join(dir, 'logs'), { recursive: true })
          return timed(() => standAndTell(dir))
        },
      },
      { fewest: 3, most: 7, forMs: 8_000 },
    )
    rmSync(dir, { recursive: true })
    rows.push({
      row: `recovery of ${count} events`,
      measured: ms.whole,
      unit: 'ms',
      floor: null,
      goal: { type: 'absolute', atMost: 1_000 },
      remark:
        'every record read, verified and folded: only where the snapshot is lost, for one is taken every thousand events',
    })
    rows.push({
      row: `recovery of ${count} events, snapshot`,
      measured: ms.snapshot,
      unit: 'ms',
      floor: null,
      goal: { type: 'absolute', atMost: 1_000 },
      remark: 'the checksum of all, the last thousand folded',
    })
    rows.push({
      row: `where a run of ${count} events stands`,
      measured: ms.told,
      unit: 'ms',
      floor: null,
      goal: { type: 'absolute', atMost: 1_000 },
      remark: `what resume does before it opens the journal; ${Math.round(ms.untold)} ms where the log must be written again`,
    })
  }
  return rows
}

/** As `resumeRun` does it: the state from the snapshot on, and sidecars that have everything or are written again. */
async function standAndTell(dir: string): Promise<void> {
  const known = await readFolded(openRunStore(dir), run, delivery)
  invariant(known !== null, 'the journal is one of a delivery')
  const { plan, runId } = known.state.input
  const told = { stateDir: dir, runId, sanitise: String }
  await openSidecars({
    ...told,
    subject: plan.id,
    known,
    detailOf: logDetail(deliveryEffects),
    past: () => readStory(openRunStore(dir), run, delivery),
    own: await deliverySidecar({ ...told, planId: plan.id, stood: known.state }),
  })
}

async function takeUp(dir: string, count: number, { snapshots }: { snapshots: boolean }): Promise<void> {
  const { name, version } = delivery
  const journal = await openRunStore(dir).open(run, snapshots ? { name, version } : undefined)
  invariant(
    (journal.snapshot !== null) === snapshots,
    `the snapshot is used where it is wanted: ${journal.snapshotIgnored}`,
  )
  invariant((journal.snapshot?.events ?? 0) + journal.events.length === count, 'no event is missing')
  const recovered = recoverRun(delivery, foldFrom(journal), journal.events)
  invariant(recovered.state.phase !== 'open', 'the run has gone on')
  await journal.store.close()
}

function foldFrom({ snapshot, events }: OpenedJournal): FoldedRun<DeliveryState> {
  if (snapshot !== null) return snapshot.state as FoldedRun<DeliveryState>
  const [first] = events
  invariant(isRunEvent(first, 'RunStarted'), 'the journal begins with RunStarted')
  return beginning(delivery.initialState(first.input as DeliveryInput))
}
