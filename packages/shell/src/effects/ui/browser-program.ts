/**
 * Makes the program that starts the browser. In a sandbox the browser sees its own home, its installation and the machine's
 * network, and nothing else of the operator's: pages are written by agents, and Playwright leaves the browser's own sandbox
 * off, which root and many containers need.
 */
import { realpathSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { launcherScript } from '../../machine/sandbox/launcher-script.ts'
import type { Sandbox } from '../../machine/sandbox/sandbox.ts'

export interface BrowserProgram {
  readonly file: string
  readonly env: Record<string, string>
  /** To be called after the browser has ended. */
  release(): Promise<void>
}

/** Playwright talks to the browser by these. */
const ofPlaywright: ReadonlySet<number> = new Set([3, 4])

/** `folder` exists, and belongs to this browser alone. */
export async function browserProgram(
  program: string,
  env: Record<string, string>,
  folder: string,
  sandbox: Sandbox,
): Promise<BrowserProgram> {
  const home = join(folder, 'home')
  await mkdir(home, { recursive: true })
  const own = { ...env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home }
  // A seatbelt cannot be put around a program that puts one around its own parts.
  if (sandbox.kind !== 'bubblewrap') return { file: program, env: own, release: async () => {} }
  const cell = {
    cwd: home,
    write: [home],
    read: [dirname(realpathSync(program))],
    network: 'host-loopback',
  } as const
  const confined = await sandbox.confine({ file: program, args: [], env: own }, cell)
  const sealed = confined.sealed.filter((descriptor) => !ofPlaywright.has(descriptor))
  const file = join(folder, 'browser')
  writeFileSync(file, launcherScript({ ...confined, sealed }), { mode: 0o700 })
  return { file, env: { ...confined.env }, release: confined.release }
}
