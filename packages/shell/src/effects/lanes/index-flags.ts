/**
 * Takes back the marks by which an index says "do not look at this file": with them a changed file passes for an
 * unchanged one, and evidence would be about another tree. Doing it again changes nothing.
 */
import { join } from 'node:path'
import { asCommitHash } from '@harness/core/kernel/ids'
import { gitOk } from '../../machine/git/git.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { indexContent, indexMemory } from '../../machine/git/index-content.ts'
import { pathBytes, pathText } from '../../machine/git/path-text.ts'
import type { Gitlink } from '../../machine/git/submodules.ts'
import { makeWhole } from './whole-lane.ts'

/** Tells of the submodules in the index, since all of it is read here. */
export async function clearIndexFlags(path: string): Promise<readonly Gitlink[]> {
  await makeWhole(path)
  const index = join(gitDirsAt(path).gitDir, 'index')
  const content = indexContent(index)
  const known = unmarked.get(content)
  if (known !== undefined) return known
  const { bytes } = await gitOk(path, ['ls-files', '-v', '-s', '-z'])
  // Lower case: assumed unchanged. S: skipped in the working tree.
  const lines = pathText(bytes).split('\0')
  const marked = lines.filter((line) => /^[a-zS] /.test(line))
  if (marked.length === 0) {
    const gitlinks = lines.flatMap(gitlinkIn)
    // Else it was written meanwhile, and git may have read either.
    if (indexContent(index) === content) unmarked.set(content, gitlinks)
    return gitlinks
  }
  // Entries are made again, without what was known of the file: while it was not looked at, its time may have been taken
  // for that of an unseen change.
  const entries = marked.map((line) => `${line.slice(2)}\0`).join('')
  await gitOk(path, ['update-index', '-z', '--index-info'], {
    stdin: pathBytes(entries),
  })
  return lines.flatMap(gitlinkIn)
}

/** Submodules of indexes that have no marks. */
const unmarked = indexMemory<readonly Gitlink[]>()

function gitlinkIn(line: string): readonly Gitlink[] {
  const [, commit, path] = /^. 160000 ([0-9a-f]+) 0\t(.+)$/s.exec(line) ?? []
  return commit === undefined || path === undefined ? [] : [{ path, commit: asCommitHash(commit) }]
}
