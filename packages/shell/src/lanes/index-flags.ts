/**
 * Takes back the marks by which an index says "do not look at this file": with them a changed file passes for an
 * unchanged one, and evidence would be about another tree. Doing it again changes nothing.
 */
import { gitOk } from '../git/git.ts'

export async function clearIndexFlags(path: string): Promise<void> {
  const { stdout } = await gitOk(path, ['ls-files', '-v', '-z'])
  // Lower case: assumed unchanged. S: skipped in the working tree.
  const marked = stdout.split('\0').filter((line) => /^[a-zS] /.test(line))
  if (marked.length === 0) return
  const files = marked.map((line) => `${line.slice(2)}\0`).join('')
  for (const flag of ['--no-assume-unchanged', '--no-skip-worktree']) {
    await gitOk(path, ['update-index', flag, '-z', '--stdin'], { stdin: files })
  }
}
