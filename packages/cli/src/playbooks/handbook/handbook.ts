/** `harness handbook`: drives the handbook of a repository; with an action looks at it, or has one made. */
import { UserError } from '@harness/core/kernel/user-error'
import { type CommandContext, flagOption, type Given } from '../../line/command.ts'
import { knownName } from '../../line/known-name.ts'
import { targetRepo } from '../../run/target/target-repo.ts'
import { driveHere } from './drive-here.ts'
import { generateHere } from './generate-here.ts'
import { handbookStatus } from './handbook-status.ts'
import { lintHere } from './lint-here.ts'
import { planHere } from './plan-here.ts'

const handbookActions = ['lint', 'status', 'plan', 'generate'] as const

export async function handbook(context: CommandContext, given: Given): Promise<number> {
  const [named] = given.args
  if (named !== 'generate') refuseOfGenerate(given)
  if (named === undefined) return driveHere(context, given)
  const action = knownName('action', named, handbookActions, 'harness handbook --help')
  const root = targetRepo(context)
  switch (action) {
    case 'lint':
      return lintHere(context, root, given)
    case 'status':
      return handbookStatus(context)
    case 'plan':
      return planHere(context, root)
    case 'generate':
      return generateHere(context, given)
  }
}

/** A request for a dry run must not start a real one. */
function refuseOfGenerate(given: Given): void {
  const [option] = (['dryRun', 'force'] as const).filter((one) => flagOption(given, one))
  if (option === undefined) return
  throw new UserError(
    'usage',
    `${option === 'dryRun' ? '--dry-run' : '--force'} is an option of harness handbook generate only.`,
    {
      next:
        option === 'dryRun'
          ? 'See what would be done with: harness handbook plan'
          : 'harness handbook --help',
    },
  )
}
