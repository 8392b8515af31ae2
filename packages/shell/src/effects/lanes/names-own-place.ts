/**
 * Tells if installed files name the lane that they were installed in, as the scripts of a Python environment do. Such files
 * work in that lane only.
 */
import { searchEnvironment } from '../../machine/process/program-search.ts'
import { runProcess } from '../../machine/process/run-process.ts'

const limits = { wallMs: 5 * 60_000, outputBytes: 64 * 1024 }

/** True also if it cannot be told. */
export async function namesOwnPlace(lane: string, folders: readonly string[]): Promise<boolean> {
  const run = (file: string, args: readonly string[]) =>
    runProcess({
      file,
      args,
      cwd: lane,
      env: searchEnvironment(),
      limits,
      capture: true,
      descendants: 'group',
    })
  const texts = await run('grep', ['-rIlsF', '-m', '1', '-D', 'skip', '--', lane, ...folders])
  if (texts.exitCode !== 1) return true
  const links = await run('find', [...folders.map((folder) => `./${folder}`), '-lname', `${globless(lane)}*`])
  return links.exitCode !== 0 || links.stdout.length > 0
}

const globless = (path: string): string => path.replace(/[[\]*?\\]/g, (character) => `\\${character}`)
