/** Reads the spec that a mission is about, and refuses one that says nothing. */
import { UserError } from '@harness/core/kernel/user-error'
import { fromTheTop } from '../../engine/conduct/guards.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { status } from '../../machine/git/status.ts'
import { giveUpMission } from './give-up-mission.ts'

/** A mission that goes on has its spec: to have another one built it is given up. */
export async function readSpec(
  repoRoot: string,
  specPath: string,
  mission: 'begins' | 'goes on',
): Promise<string> {
  const bytes = await readInside(repoRoot, specPath)
  if (bytes === null)
    throw new UserError('spec-missing', `There is no ${specPath} in ${repoRoot}.`, {
      next:
        mission === 'begins'
          ? `Write what you want into ${specPath}, or name the file: harness mission --spec <file>`
          : `Put ${specPath} back, then: harness resume; or give the mission up first: ${giveUpMission}`,
    })
  const text = bytes.toString('utf8')
  if (text.trim() === '')
    throw new UserError('spec-empty', `${specPath} is empty.`, {
      next: `Write what you want into ${specPath}, then: harness mission`,
    })
  return text
}

/** Lanes begin from what is committed: agents that are to read the spec would not find it there. */
export async function guardSpecCommitted(repoRoot: string, specPath: string): Promise<void> {
  if ((await status(repoRoot)).every(({ path }) => path !== specPath)) return
  throw new UserError('spec-not-committed', `${specPath} has changes that are not committed.`, {
    next: `Commit it: git add ${fromTheTop(specPath)} && git commit -m "Say what is wanted"; then: harness mission`,
  })
}
