/** Finds open files of this process that a program started from here would inherit. */
import { readdirSync, readFileSync } from 'node:fs'

const closeOnExec = 0o2_000_000

/**
 * Node marks what it opens itself. What the harness inherited from its own parent above the first few numbers is not
 * marked: a terminal or an editor leaves such files open.
 */
export function inheritableDescriptors(): readonly number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInheritable(descriptor))
}

function isInheritable(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0
  } catch {
    // The descriptor of the listing itself is closed by now.
    return false
  }
}
