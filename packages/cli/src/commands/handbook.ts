/** `harness handbook`: drives the handbook of a repository; with an action looks at it, or has one made. */
import type { CommandContext, Given } from '../command.ts'
import { driveHere } from '../handbook/drive-here.ts'
import { generateHere } from '../handbook/generate-here.ts'
import { handbookStatus } from '../handbook/handbook-status.ts'
import { lintHere } from '../handbook/lint-here.ts'
import { planHere } from '../handbook/plan-here.ts'
import { knownName } from '../known-name.ts'
import { targetRepo } from '../target-repo.ts'

const handbookActions = ['lint', 'status', 'plan', 'generate'] as const

export async function handbook(context: CommandContext, given: Given): Promise<number> {
  const [named] = given.args
  if (named === undefined) return driveHere(context, given)
  const action = knownName('action', named, handbookActions, 'harness handbook --help')
  const root = targetRepo(context)
  switch (action) {
    case 'lint':
      return lintHere(context, root)
    case 'status':
      return handbookStatus(context, root)
    case 'plan':
      return planHere(context, root)
    case 'generate':
      return generateHere(context, given)
  }
}
