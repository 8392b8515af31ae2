/**
 * Owns running code of the target repository in this process, where its script is a program: whatever that
 * throws is its own mistake and is told with the place, and it cannot end the process.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { checkedJiti } from './checked-jiti.ts'

/** What a program of the repository did wrong, in one line: where and what. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed'
}

/** The default export of a TypeScript or JavaScript file. `digests` are those of `digestsOf`. */
export async function importProgram(
  path: string,
  digests: Readonly<Record<string, string>>,
): Promise<unknown> {
  const jiti = await checkedJiti(path, digests, false)
  return runProgram(path, () => jiti.import(path, { default: true }))
}

export async function runProgram<Result>(
  path: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  keepAlive()
  try {
    return await running.run(true, async () => work())
  } catch (cause) {
    throw new ProgramFailed(`${lineInProgram(cause, path)}: ${firstLine(cause)}`, { cause })
  }
}

const running = new AsyncLocalStorage<true>()
const guarded = Symbol.for('harness.process.exit')

/** Asked for by a program of the repository, an exit is a mistake; by anybody else it is what it always was. */
function keepAlive(): void {
  const { exit } = process
  if (guarded in exit) return
  const guard = (code?: number | string | null): never => {
    if (running.getStore() === true) throw new Error(`it called process.exit(${code ?? ''})`)
    return exit(code)
  }
  process.exit = Object.assign(guard, { [guarded]: true })
}

/** The parser names the place in its message, everything else in its stack. */
export function lineInProgram(cause: unknown, path: string): string {
  const text = cause instanceof Error ? `${cause.message}\n${cause.stack ?? ''}` : ''
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    const place = /^:\d+:\d+/.exec(text.slice(at + path.length))
    if (place !== null) return `${path}${place[0]}`
  }
  return path
}

const firstLine = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).split('\n')[0]?.trim() ?? ''
