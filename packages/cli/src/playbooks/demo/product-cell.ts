/** Owns what a sample product may touch when the demo runs it: agents wrote it, so its folder and no more. */
import { userDataDir } from '@harness/shell/machine/disk/user-data-dir'
import { openSandbox } from '@harness/shell/machine/sandbox/open-sandbox'
import type { Cell, Sandbox } from '@harness/shell/machine/sandbox/sandbox'
import type { Environment } from '../../line/command.ts'

export const productSandbox = (env: Environment): Promise<Sandbox> =>
  openSandbox({ environment: env, hidden: [], dataDir: userDataDir(env) })

export const productCell = (folder: string): Cell => ({
  cwd: folder,
  write: [folder],
  read: [],
  network: 'loopback',
})
