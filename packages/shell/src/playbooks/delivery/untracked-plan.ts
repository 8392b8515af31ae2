/**
 * Moves a plan that git does not know (its folder is ignored) to its completed place on disk; otherwise it would be
 * picked again. Writes the new file before it removes the old one, and removes only what it has read: safe to repeat,
 * and a person's edit in between is kept.
 */
import { setPlanStatus } from '@harness/formats/documents/plan/set-plan-status'
import { readInside, removeInside, writeInside } from '../../machine/disk/inside.ts'
import { gitOk } from '../../machine/git/git.ts'

export async function moveUntrackedPlan(repoRoot: string, from: string, to: string): Promise<void> {
  const { stdout: tracked } = await gitOk(repoRoot, ['ls-files', '-z', '--', from, to])
  const plan = tracked === '' ? await readInside(repoRoot, from) : null
  if (plan === null) return
  const completed = setPlanStatus(plan.toString('utf8'), 'completed', from)
  const content = completed.ok ? Buffer.from(completed.value) : plan
  const there = await readInside(repoRoot, to)
  if (there !== null && !there.equals(content)) return
  await writeInside(repoRoot, to, content)
  if ((await readInside(repoRoot, from))?.equals(plan)) await removeInside(repoRoot, from)
}
