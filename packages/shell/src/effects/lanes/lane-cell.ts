/** Owns what programs in a lane may touch: the lane itself, the objects it borrows, and what the config adds. */
import { join } from 'node:path'
import type { Confinement } from '@harness/core/kernel/evidence'
import type { NetworkPurpose, SandboxConfig } from '@harness/formats/config/harness-config'
import { borrowedStores } from '../../machine/git/borrowed-stores.ts'
import { isInPlace, workFolder } from '../../machine/git/lane-dirs.ts'
import type { Cell, Sandbox } from '../../machine/sandbox/sandbox.ts'
import type { LanePorts } from './lane-ports.ts'
import type { LaneRecord } from './lane-record.ts'
import { type LaneUse, templateLayers } from './template-layers.ts'

export type { LaneUse } from './template-layers.ts'

/** The sandbox of a run, and what the operator allows in it. Paths are absolute. */
export interface RunSandbox extends Sandbox {
  readonly allowed: Pick<SandboxConfig, 'read' | 'write' | 'network'>
}

/** What programs of that purpose can reach, as evidence tells it. */
export const confinementOf = (
  { sandbox }: Pick<LanePorts, 'sandbox'>,
  purpose: NetworkPurpose,
): Confinement => (sandbox.kind === 'none' ? 'unconfined' : sandbox.allowed.network[purpose])

/** Whether programs of that purpose have ports of their own: others cannot take them. */
export const hasOwnPorts = ({ sandbox }: Pick<LanePorts, 'sandbox'>, purpose: NetworkPurpose): boolean =>
  sandbox.kind === 'bubblewrap' && ['loopback', 'registries'].includes(sandbox.allowed.network[purpose])

/** The lane is the only place that the program writes. */
export function laneCell(
  { path }: Pick<LaneRecord, 'path'>,
  { repoRoot, sandbox }: Pick<LanePorts, 'repoRoot' | 'sandbox'>,
  use: LaneUse,
): Cell {
  const { read, write, network } = sandbox.allowed
  const mayOnlyRead = use.purpose === 'agents' && use.lane === 'read'
  const folder = workFolder(path)
  const isCheckout = isInPlace(repoRoot) && workFolder(repoRoot) === folder
  return {
    cwd: folder,
    write: [...(mayOnlyRead ? [] : [folder]), ...write],
    read: [
      ...(mayOnlyRead ? [folder] : []),
      // The user's own repository, if there is one.
      ...(isCheckout ? [join(folder, '.git')] : []),
      ...borrowedStores(isCheckout ? folder : repoRoot),
      ...read,
    ],
    network: network[use.purpose],
    layers: isCheckout ? [] : templateLayers(path, use),
  }
}
