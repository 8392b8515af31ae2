/** Reads the process table of Linux; knows nothing elsewhere and says so by null. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { platform } from 'node:process'

export const processTagName = 'HARNESS_PROCESS_TAG'

export interface ProcessEntry {
  readonly pid: number
  /** Clock ticks since boot at which the process began: together with the pid an identity that is never reused. */
  readonly startTime: string
  readonly group: number
  /** Ended, but not yet collected by its parent. */
  readonly zombie: boolean
}

/** The entry of one process, null if there is none (any more). */
export function readProcess(pid: number): ProcessEntry | null {
  const fields = statOf(pid)
  const [state, , group] = fields
  const startTime = fields[19]
  if (state === undefined || group === undefined || startTime === undefined) return null
  return { pid, startTime, group: Number(group), zombie: state === 'Z' || state === 'X' }
}

/** What follows the name of the program in `/proc/<pid>/stat`; nothing if there is no such process (any more). */
function statOf(pid: number): readonly string[] {
  const stat = readAll(`/proc/${pid}/stat`)
  // The name stands in parentheses and may itself contain blanks and parentheses.
  return stat === null ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const firstOfKernel = 2
/** `PF_KTHREAD` of Linux. */
const kernelThread = 0x0020_0000

/**
 * The threads of the kernel, which are most of a process table. They have no folder, no environment and no files, so
 * that a scan need not look into them. A container does not see them; there another process has this number.
 */
function threadsOfKernel(): ReadonlySet<string> {
  const flags = Number(statOf(firstOfKernel)[6])
  return new Set((flags & kernelThread) === 0 ? [] : [String(firstOfKernel), ...childNames(firstOfKernel)])
}

/** The tag in a process's environment, null if it has none or does not belong to us. */
export const readTag = (pid: number): string | null => readVariable(pid, processTagName)

/** What a process's environment says; null if it has no such variable, or does not belong to us. */
export function readVariable(pid: number, name: string): string | null {
  const environment = environmentOf(pid)
  if (environment === null) return null
  const key = `${name}=`
  const at = environment.startsWith(key) ? 0 : environment.indexOf(`\0${key}`) + 1
  if (at === 0 && !environment.startsWith(key)) return null
  const end = environment.indexOf('\0', at)
  const value = environment.slice(at + key.length, end === -1 ? undefined : end)
  return Buffer.from(value, 'latin1').toString('utf8')
}

const mostLooks = 50
const nothing = new Int32Array(new SharedArrayBuffer(4))

/**
 * A process that is about to be another program has neither environment nor arguments for a moment: that moment is waited
 * for. A program that was started with an empty environment has arguments, also at a second look.
 */
function environmentOf(pid: number): string | null {
  let without = 0
  for (let looks = 1; ; looks++) {
    const environment = readAll(`/proc/${pid}/environ`)
    if (environment !== '' || looks === mostLooks) return environment
    if (readAll(`/proc/${pid}/cmdline`) !== '') without++
    else if (readProcess(pid)?.zombie !== false) return null
    else Atomics.wait(nothing, 0, 0, 1)
    if (without === 2) return environment
  }
}

/** The children that a process has just now. */
export const childrenOf = (parent: number): readonly ProcessEntry[] =>
  childNames(parent).flatMap((pid) => readProcess(Number(pid)) ?? [])

const childNames = (parent: number): readonly string[] =>
  (readAll(`/proc/${parent}/task/${parent}/children`) ?? '').split(' ').filter((pid) => pid.trim() !== '')

/** What a look at a process may ask of it. Its entry is read only if that is asked. */
class Look {
  readonly pid: number
  #entry: ProcessEntry | null | undefined

  constructor(pid: number) {
    this.pid = pid
  }

  /** Empty if there is no such process (any more). */
  get startTime(): string {
    return this.entry()?.startTime ?? ''
  }

  get group(): number | null {
    return this.entry()?.group ?? null
  }

  entry(): ProcessEntry | null {
    if (this.#entry === undefined) this.#entry = readProcess(this.pid)
    return this.#entry
  }
}

/** All living processes of programs for which `wanted` holds; null if the system has no process table to read. */
export function findProcesses(
  wanted: (look: Pick<Look, 'pid' | 'startTime' | 'group'>) => boolean,
): readonly ProcessEntry[] | null {
  if (platform !== 'linux') return null
  let names: readonly string[]
  try {
    names = readdirSync('/proc')
  } catch {
    return null
  }
  const ofKernel = threadsOfKernel()
  const found: ProcessEntry[] = []
  for (const name of names) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || ofKernel.has(name)) continue
    const look = new Look(pid)
    const entry = wanted(look) ? look.entry() : null
    if (entry !== null && !entry.zombie) found.push(entry)
  }
  return found
}

/** These files have no size to go by, for which `readFileSync` makes a large buffer each time; a scan reads hundreds. */
const buffer = Buffer.alloc(32 * 1024)
const halfPage = 2_048

function readAll(path: string): string | null {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    let text = ''
    for (;;) {
      const length = readSync(file, buffer)
      text += buffer.toString('latin1', 0, length)
      // The kernel hands out whole pages as long as there is more.
      if (length < halfPage) return text
    }
  } catch {
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}
