/**
 * Takes back the marks by which an index says "do not look at this file": with them a changed file passes for an
 * unchanged one, and evidence would be about another tree. Doing it again changes nothing.
 */
import { gitOk } from '../git/git.ts'
import { pathBytes, pathText } from '../git/path-text.ts'
import { makeWhole } from './whole-lane.ts'

export async function clearIndexFlags(path: string): Promise<void> {
  await makeWhole(path)
  const { bytes } = await gitOk(path, ['ls-files', '-v', '-s', '-z'])
  // Lower case: assumed unchanged. S: skipped in the working tree.
  const marked = pathText(bytes)
    .split('\0')
    .filter((line) => /^[a-zS] /.test(line))
  if (marked.length === 0) return
  // Entries are made anew, without what was known of the file: while it was not looked at, its time may have been taken
  // for that of a change which nobody saw.
  const entries = marked.map((line) => `${line.slice(2)}\0`).join('')
  await gitOk(path, ['update-index', '-z', '--index-info'], {
    stdin: pathBytes(entries),
  })
}
