/** Owns what a planner is told of the code before it looks itself: files with their sizes, and the scripts there are. */
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageScripts } from '@harness/formats/config/package-scripts'
import { readInside } from '../../machine/disk/inside.ts'
import { gitOk } from '../../machine/git/git.ts'

const mostFiles = 400

/** Only what git tracks; if that is too much, folders stand for their files. */
export async function codeDigest(repoRoot: string): Promise<string> {
  const { stdout } = await gitOk(repoRoot, ['ls-files', '-z'])
  const files = stdout
    .split('\0')
    .filter((path) => path !== '')
    .sort()
    .map((path) => ({ path, bytes: sizeOf(join(repoRoot, path)) }))
  const scripts = packageScripts((await readInside(repoRoot, 'package.json'))?.toString('utf8') ?? '{}')
  return [
    `${files.length} files:`,
    ...(files.length <= mostFiles
      ? files.map(({ path, bytes }) => `${path} (${bytes} bytes)`)
      : folders(files)),
    '',
    scripts.length === 0 ? 'package.json has no scripts.' : 'Scripts of package.json:',
    ...scripts.map(({ name, run }) => `npm run ${name}: ${run}`),
  ].join('\n')
}

interface FileSize {
  readonly path: string
  readonly bytes: number
}

function folders(files: readonly FileSize[]): readonly string[] {
  const sums = new Map<string, { readonly count: number; readonly bytes: number }>()
  for (const { path, bytes } of files) {
    const folder = dirname(path)
    const sum = sums.get(folder) ?? { count: 0, bytes: 0 }
    sums.set(folder, { count: sum.count + 1, bytes: sum.bytes + bytes })
  }
  const listed = [...sums].map(([folder, { count, bytes }]) => `${folder}/ (${count} files, ${bytes} bytes)`)
  const more = listed.length - mostFiles
  return more > 0 ? [...listed.slice(0, mostFiles), `and ${more} more folders`] : listed
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
