/** Gives the sandbox of this machine, after it was tried. */
import { platform } from 'node:process'
import { bubblewrapConfine } from './bubblewrap.ts'
import { findLayerPrograms } from './layers.ts'
import { registryHosts } from './network/allowed-hosts.ts'
import { connectHere } from './network/cell-network.ts'
import { explainMissing, findOutside, tryBubblewrap, tryLayers, trySandbox } from './probe-bubblewrap.ts'
import type { NoSandbox, Sandbox } from './sandbox.ts'
import { type SeatbeltOptions, seatbeltConfine, seatbeltProgram } from './seatbelt.ts'

export interface SandboxOptions {
  /** Of the harness itself: its PATH says where toolchains are. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The checkout, the state directory, the folder of all lanes: hidden unless a cell names them or what is in them. */
  readonly hidden: readonly string[]
  /** A folder of the harness's own that no program in a cell can write. */
  readonly dataDir: string
  /** Hosts that cells with the network `registries` may reach, beside the public registries. */
  readonly registries?: readonly string[]
}

export async function openSandbox(
  options: SandboxOptions,
  system: NodeJS.Platform = platform,
): Promise<Sandbox> {
  const registries = [...registryHosts, ...(options.registries ?? [])]
  if (system === 'darwin') return openSeatbelt({ ...options, registries })
  if (system !== 'linux') {
    return noSandbox({ why: `There is no sandbox for ${system}.`, next: 'Run harness on Linux.' })
  }
  const find = (name: string) => findOutside(name, options.environment, options.hidden)
  const bubblewrap = find('bwrap')
  if (bubblewrap === null) return noSandbox(explainMissing())
  const layerPrograms = findLayerPrograms(find)
  const confine = await bubblewrapConfine({ ...options, registries, bubblewrap, layerPrograms })
  // What works in layers works without.
  const isLayered = layerPrograms !== null && (await tryLayers(confine, options.dataDir))
  const problem = isLayered ? null : await tryBubblewrap(confine)
  if (problem !== null) return noSandbox(problem)
  return { kind: 'bubblewrap', missing: null, canLayer: () => Promise.resolve(isLayered), confine }
}

async function openSeatbelt(options: SeatbeltOptions): Promise<Sandbox> {
  const confine = seatbeltConfine(options)
  const said = await trySandbox(confine)
  if (said === null) return { kind: 'seatbelt', missing: null, canLayer: never, confine }
  return noSandbox({ why: `${seatbeltProgram} does not work here: ${said}`, next: 'Run harness on Linux.' })
}

const never = (): Promise<boolean> => Promise.resolve(false)

/** Runs programs as they are, and says why. */
export const noSandbox = (missing: NoSandbox): Sandbox => ({
  kind: 'none',
  missing,
  canLayer: never,
  confine: (program, { cwd }) =>
    Promise.resolve({
      ...program,
      cwd,
      sealed: [],
      connect: connectHere,
      refused: () => [],
      hasOwnLoopback: false,
      release: () => Promise.resolve(),
    }),
})
