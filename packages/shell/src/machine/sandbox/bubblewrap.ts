/** Confines programs with bubblewrap: looks at the machine once, and at the paths of each cell. */
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { execPath, getgid, getuid } from 'node:process'
import { processTagName } from '../process/process-table.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { closedToOthers } from './closed-to-others.ts'
import { inheritableDescriptors } from './descriptors.ts'
import { innerEnvironment } from './inner-environment.ts'
import { innerUser, writeInnerUser } from './inner-user.ts'
import { type LayerPrograms, layeredCommand, layersFolder } from './layers.ts'
import { type CellPlaces, type MachineFacts, planMounts } from './mounts.ts'
import { type CellNetwork, type NetworkOptions, openNetwork, sharesNetwork } from './network/cell-network.ts'
import { findPlace, isWithin, type Place } from './place.ts'
import type { Cell, Confine, Program } from './sandbox.ts'
import { toolPlaces } from './tool-places.ts'

export interface BubblewrapOptions extends NetworkOptions {
  /** Where bubblewrap is. */
  readonly bubblewrap: string
  /** What layers are made with; null if a cell can have none. */
  readonly layerPrograms: LayerPrograms | null
  /** The checkout, the state directory, the folder of all lanes: hidden unless a cell names them or what is in them. */
  readonly hidden: readonly string[]
  /** A folder of the harness's own that no program in a cell can write. */
  readonly dataDir: string
}

/** The path of the harness's sockets in a cell. */
const innerSockets = '/run/harness'

export async function bubblewrapConfine(options: BubblewrapOptions): Promise<Confine> {
  const { bubblewrap, layerPrograms, environment, dataDir } = options
  const home = resolve(environment.HOME ?? homedir())
  const isRoot = getuid?.() === 0
  const closed = isRoot ? closedToOthers('/etc') : { files: [], folders: [] }
  const facts = await machineFacts(environment, home, isRoot, dataDir, closed.files)
  const sealed = inheritableDescriptors()
  const folder = layersFolder(dataDir)
  return async (program, cell) => {
    // Looked for each time: the state directory is made after the sandbox was opened.
    const hidden = placesAt([...options.hidden, ...closed.folders, ...(isRoot ? secretFolders : [])]).map(
      ({ real }) => real,
    )
    const network = await openNetwork(cell, options)
    const { layers = [] } = cell
    const places = placesOf(cell, program.env, hidden, network)
    const plan = {
      mounts: planMounts(places, facts),
      cwd: cell.cwd,
      sharesNetwork: sharesNetwork(cell),
      user: isRoot ? { uid: innerUser, gid: innerUser } : layers.length === 0 ? null : ownIds(),
      unset: [processTagName],
      shell: cell.shell ?? '/bin/sh',
    }
    const args = bubblewrapArguments(plan, network.start(program, innerSockets))
    return {
      ...(layers.length === 0
        ? { file: bubblewrap, args }
        : layeredCommand([bubblewrap, ...args], layers, folder, isRoot, layerPrograms)),
      env: {
        ...innerEnvironment(program.env, { sharesNetwork: plan.sharesNetwork, real: realFolder }),
        ...network.env,
      },
      cwd: cell.cwd,
      sealed,
      connect: network.connect,
      refused: network.refused,
      hasOwnLoopback: !plan.sharesNetwork,
      release: network.close,
    }
  }
}

/** In the namespace that has the layers, this user is root: inside it is to be itself again. */
const ownIds = () => ({ uid: getuid?.() ?? 0, gid: getgid?.() ?? 0 })

const realFolder = (folder: string): string =>
  isAbsolute(folder) ? (findPlace(folder)?.real ?? folder) : folder

async function machineFacts(
  environment: BubblewrapOptions['environment'],
  home: string,
  isRoot: boolean,
  dataDir: string,
  secrets: readonly string[],
): Promise<MachineFacts> {
  const resolver = findPlace('/etc/resolv.conf')
  return {
    programs: toolPlaces(environment, home, execPath),
    replaced: isRoot ? await writeInnerUser(join(dataDir, 'sandbox'), home) : [],
    secrets,
    resolver: resolver === null || isWithin(resolver.real, '/etc') ? null : resolver,
  }
}

/** Some machines let others read them. */
const secretFolders = ['/etc/ssh', '/etc/ssl/private', '/etc/sudoers.d']

function placesOf(
  cell: Cell,
  env: Program['env'],
  hidden: readonly string[],
  { sockets, needs }: CellNetwork,
): CellPlaces {
  const write = placesAt(cell.write)
  const read = placesAt([...cell.read, ...needs])
  return {
    write,
    given: [
      ...(sockets === null ? [] : [{ at: innerSockets, from: sockets, isWritable: false }]),
      ...(cell.mounted ?? []),
      ...(cell.layers ?? []).map(({ at, lower }) => ({ at, from: lower, isWritable: true })),
    ],
    read,
    home: homeOf(env, write, read),
    hidden,
    resolvesNames: cell.network === 'all',
  }
}

const placesAt = (paths: readonly string[]): readonly Place[] =>
  paths.flatMap((path) => findPlace(path) ?? [])

/** Null if the cell shows the home that the program was given. */
function homeOf(env: Program['env'], write: readonly Place[], read: readonly Place[]): Place | null {
  const { HOME: path = '/' } = env
  if (!isAbsolute(path) || resolve(path) === '/') return null
  const home = findPlace(path) ?? { real: resolve(path), links: [] }
  const isGiven =
    write.some(({ real }) => isWithin(home.real, real)) || read.some(({ real }) => real === home.real)
  return isGiven ? null : home
}
