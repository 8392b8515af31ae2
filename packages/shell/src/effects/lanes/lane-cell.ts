/** Owns what programs in a lane may touch: the lane itself, the objects it borrows, and what the config adds. */
import type { Confinement } from '@harness/core/kernel/evidence'
import type { NetworkPurpose, SandboxConfig } from '@harness/formats/config/harness-config'
import { borrowedStores } from '../../machine/git/borrowed-stores.ts'
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
  return {
    cwd: path,
    write: [...(mayOnlyRead ? [] : [path]), ...write],
    read: [...(mayOnlyRead ? [path] : []), ...borrowedStores(repoRoot), ...read],
    network: network[use.purpose],
    layers: templateLayers(path, use),
  }
}
