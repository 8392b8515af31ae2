/**
 * Owns the port of confinement: what a program may touch, and how it is started so that it touches nothing else.
 * Contract: a confined program sees only its cell and the machine's own programs. It has processes, a temporary folder
 * and a home of its own. All of its processes end with it, and with the harness.
 */
import type { Duplex } from 'node:stream'

/**
 * `loopback`: a loopback of its own and nothing else. `host-loopback`: the machine's network, for a database on
 * localhost. `registries`: a loopback of its own, and a proxy to package registries. `hosts`: the same with a proxy to
 * the cell's `hosts` alone, whose password is only in the program's environment. `all`: the machine's network.
 */
export type Network = 'loopback' | 'host-loopback' | 'registries' | 'hosts' | 'all'

/** What one program may touch. Everything else is hidden. */
export interface Cell {
  readonly cwd: string
  /** Folders and files it may write, at the same path inside. One that does not exist is left out. */
  readonly write: readonly string[]
  /** Folders and files it may read, at the same path inside. One that does not exist is left out. */
  readonly read: readonly string[]
  readonly network: Network
  /** Files and folders at another path inside. */
  readonly mounted?: readonly Mounted[]
  /** Folders that it may write, each over one that stays as it is. Only if the sandbox can layer. */
  readonly layers?: readonly Layer[]
  /** Hosts that the proxy lets through, beside the registries if the network has them. */
  readonly hosts?: readonly string[]
  /** The harness must reach servers that run in the cell. */
  readonly serves?: boolean
  /** The path inside of a shell for the sandbox's own scripts, if `/bin/sh` is something else there. */
  readonly shell?: string
}

/** At `at` the program sees `lower`, and on top of it what was written there. */
export interface Layer {
  readonly at: string
  readonly lower: string
  /** A folder that keeps what the program writes; null if that goes with the program. */
  readonly upper: string | null
}

export interface Mounted {
  readonly at: string
  readonly from: string
  readonly isWritable: boolean
}

export interface Program {
  readonly file: string
  readonly args: readonly string[]
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>
}

/** A program to start in place of the one that was asked for. Call `release` after it has ended. */
export interface Confined extends Program {
  readonly cwd: string
  /** Open files of this process that the program would inherit: start it with something harmless in their place. */
  readonly sealed: readonly number[]
  /** A connection to a server that runs in the cell, at a port of its loopback. The cell must say that it serves. */
  connect(port: number): Promise<Duplex>
  /** False if the cell shares the machine's network: ports and hosts are then those of the machine. */
  readonly hasOwnLoopback: boolean
  /** Hosts that the program asked the proxy of `registries` for in vain. */
  refused(): readonly string[]
  release(): Promise<void>
}

/** Why there is no sandbox, in sentences, and what the operator can do about it. */
export interface NoSandbox {
  readonly why: string
  readonly next: string
}

export type Confine = (program: Program, cell: Cell) => Promise<Confined>

export interface Sandbox {
  readonly kind: 'bubblewrap' | 'seatbelt' | 'none'
  /** Null if programs are confined. */
  readonly missing: NoSandbox | null
  /** Whether a cell may have layers. Tried once. */
  canLayer(): Promise<boolean>
  /** Of kind `none`: the program as it is. */
  readonly confine: Confine
}
