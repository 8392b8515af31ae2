/**
 * Owns which shells of this machine the cell of a program replaces with the agent's shell, and where the real ones are in
 * that cell. A program that starts a shell by its usual path then starts the agent's.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { realSh } from '@harness/agent-runner/runner/confine'
import { findPlace } from '../../../machine/sandbox/place.ts'
import type { Mounted } from '../../../machine/sandbox/sandbox.ts'

export interface HeldShell {
  /** Its path without any link in it: `/bin` may be a link, and `sh` is one nearly everywhere. */
  readonly at: string
  /** The path of the real one in the cell. */
  readonly real: string
}

const folders = ['/bin', '/usr/bin', '/usr/local/bin']
const names = ['sh', 'bash', 'dash', 'ksh', 'zsh', 'fish']

/** In the cell: the real shells. */
const realShells = dirname(realSh)

/** A program such as busybox is all commands at once, so it cannot be replaced. */
const isShell = (path: string): boolean => /sh[-.\d]*$/.test(basename(path))

export function shellsHere(): readonly HeldShell[] {
  const paths = folders.flatMap((folder) =>
    names.flatMap((name) => findPlace(join(folder, name))?.real ?? []),
  )
  return [...new Set(paths)].filter(isShell).map((at) => ({ at, real: join(realShells, at) }))
}

/** `script` acts like the shell as which it is started. */
export const heldMounts = (shells: readonly HeldShell[], script: string): readonly Mounted[] => [
  { at: realSh, from: findPlace('/bin/sh')?.real ?? '/bin/sh', isWritable: false },
  ...shells.flatMap(({ at, real }) => [
    { at: real, from: at, isWritable: false },
    { at, from: script, isWritable: false },
  ]),
]

interface Started {
  readonly file: string
  readonly args: readonly string[]
}

/** A program that is itself a shell, or a script for one, needs the real one: it has a key to use. */
export function startedByRealShell({ file, args }: Started, shells: readonly HeldShell[]): Started {
  const [shell, ...options] = interpreterOf(file)
  if (shell === undefined) return { file: realOf(file, shells) ?? file, args }
  const real = realOf(shell, shells)
  return real === undefined ? { file, args } : { file: real, args: [...options, file, ...args] }
}

/** By its path or its name. */
function realOf(shell: string, shells: readonly HeldShell[]): string | undefined {
  if (basename(shell) === 'sh') return realSh
  const paths = isAbsolute(shell) ? [shell] : folders.map((folder) => join(folder, shell))
  const places = paths.map((path) => findPlace(path)?.real)
  return shells.find(({ at }) => places.includes(at))?.real
}

const longestLine = 256

/** What a script says that it is for, and its options; nothing if the file is no script. */
function interpreterOf(file: string): readonly string[] {
  const bytes = Buffer.alloc(longestLine)
  const opened = openSync(file, 'r')
  try {
    const line = bytes.toString('latin1', 0, readSync(opened, bytes)).split('\n')[0] ?? ''
    const words = line.startsWith('#!') ? line.slice(2).trim().split(/\s+/) : []
    return basename(words[0] ?? '') === 'env' ? words.slice(1).filter((word) => word !== '-S') : words
  } finally {
    closeSync(opened)
  }
}
