/** Confines programs with the seatbelt of macOS. Not tried on a Mac yet: a profile that does not work is found by its probe. */
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { innerEnvironment } from './inner-environment.ts'
import { type NetworkOptions, openNetwork, sharesNetwork } from './network/cell-network.ts'
import { findPlace } from './place.ts'
import type { Confine } from './sandbox.ts'
import { seatbeltProfile } from './seatbelt-profile.ts'
import { toolPlaces } from './tool-places.ts'

export interface SeatbeltOptions extends NetworkOptions {
  readonly hidden: readonly string[]
}

export const seatbeltProgram = '/usr/bin/sandbox-exec'

export function seatbeltConfine(options: SeatbeltOptions): Confine {
  const { environment } = options
  const tools = toolPlaces(environment, environment.HOME ?? homedir(), execPath).map(({ real }) => real)
  return async (program, cell) => {
    const network = await openNetwork(cell, options)
    // In memory on Linux; here a folder that is removed with the program.
    const home = await mkdtemp(join(tmpdir(), 'harness-home-'))
    const profile = seatbeltProfile({
      write: realPaths([...cell.write, home]),
      read: realPaths([...tools, ...cell.read, ...network.needs]),
      // The state directory may not be there yet.
      hidden: options.hidden.map((path) => findPlace(path)?.real ?? path),
      network: cell.network,
      sockets: network.sockets === null ? null : (realPaths([network.sockets])[0] ?? null),
    })
    const inner = innerEnvironment(program.env, {
      sharesNetwork: sharesNetwork(cell),
      real: (folder) => folder,
    })
    return {
      file: seatbeltProgram,
      args: ['-p', profile, ...network.start(program, network.sockets ?? '')],
      env: { ...inner, HOME: home, TMPDIR: home },
      cwd: cell.cwd,
      sealed: [],
      connect: network.connect,
      refused: network.refused,
      // macOS has one loopback for all programs.
      hasOwnLoopback: false,
      async release() {
        await network.close()
        await rm(home, { recursive: true, force: true })
      },
    }
  }
}

const realPaths = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => findPlace(path)?.real ?? [])
