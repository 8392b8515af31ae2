/** Asks which processes work inside a folder. Looks only; if the system cannot be asked, the answer is null. */
import { readlinkSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { platform } from 'node:process'
import { findProcesses } from '../../machine/process/process-table.ts'
import { searchEnvironment } from '../../machine/process/program-search.ts'
import { runProcess } from '../../machine/process/run-process.ts'

export async function livingProcesses(folder: string): Promise<readonly number[] | null> {
  const root = await realpath(folder).catch(() => folder)
  const isInside = (cwd: string): boolean => cwd === root || cwd.startsWith(root + sep)
  if (platform === 'linux') {
    return findProcesses(({ pid }) => isInside(workingFolder(pid)))?.map(({ pid }) => pid) ?? null
  }
  const listed = await runProcess({
    file: 'lsof',
    args: ['-n', '-P', '-d', 'cwd', '-F', 'pn'],
    cwd: '/',
    env: searchEnvironment(),
    limits: { wallMs: 30_000, outputBytes: 16 * 1024 * 1024 },
    capture: true,
  })
  return listed.outputBytes === 0 ? null : pidsInside(listed.stdout.toString('utf8'), isInside)
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** lsof prints a line `p<pid>` and then the folder in a line `n<path>`. */
export function pidsInside(listing: string, isInside: (cwd: string) => boolean): readonly number[] {
  const pids: number[] = []
  let pid = 0
  for (const line of listing.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    else if (line.startsWith('n') && isInside(line.slice(1))) pids.push(pid)
  }
  return pids
}
