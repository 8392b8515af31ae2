/** Ends tagged processes for the tests of this package; the shell's own means are tested there. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EndTree, processTagName } from '../runner/end-tree.ts'

export const endTree: EndTree = async ({ group, tag }) => {
  const termAt = performance.now()
  for (let pids = tagged(tag); pids.length > 0; pids = tagged(tag)) {
    const signal = performance.now() - termAt < 1_000 ? 'SIGTERM' : 'SIGKILL'
    for (const target of [...(group === null ? [] : [-group]), ...pids]) send(target, signal)
    await sleep(20)
  }
}

const tagged = (tag: string): readonly number[] =>
  livingProcesses().filter((pid) => {
    const found = environmentOf(pid)
      .split('\0')
      .find((it) => it.startsWith(`${processTagName}=`))
    const value = found?.slice(processTagName.length + 1)
    return value !== undefined && (value === tag || value.startsWith(`${tag}/`))
  })

/** The processes whose command line contains this text, by their numbers outside of any sandbox. */
export const processesSaying = (text: string): readonly number[] =>
  livingProcesses().filter((pid) => read(`/proc/${pid}/cmdline`).includes(text))

export const environmentOf = (pid: number): string => read(`/proc/${pid}/environ`)

/** A process that ended but is not collected yet runs no more. */
const livingProcesses = (): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && !/\) [ZX] |^$/.test(read(`/proc/${pid}/stat`)))

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal)
  } catch {
    // No process is left to get it.
  }
}
