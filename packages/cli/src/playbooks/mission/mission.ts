/** `harness mission`: turns a spec into a product, or continues with it; with an action it only looks, or grants. */
import { relative, resolve } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { startMission } from '@harness/shell/playbooks/mission/start-mission'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { knownName } from '../../line/known-name.ts'
import { answerGate } from '../../run/attend/answer-gate.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { openTarget } from '../../run/trust/open-target.ts'
import { listContract } from './list-contract.ts'
import { listFeatures } from './list-features.ts'
import { missionFace } from './mission-face.ts'
import { missionStatus } from './mission-status.ts'

const missionActions = ['run', 'status', 'features', 'contract', 'grant'] as const

export async function mission(context: CommandContext, given: Given): Promise<number> {
  const [named = 'run', subject] = given.args
  const action = knownName('action', named, missionActions, 'harness mission --help')
  if (action !== 'grant' && subject !== undefined)
    throw new UserError('usage', `harness mission ${action} takes no name (${JSON.stringify(subject)}).`, {
      next: 'harness mission --help',
    })
  switch (action) {
    case 'status':
      return missionStatus(context)
    case 'features':
      return listFeatures(context)
    case 'contract':
      return listContract(context)
    case 'grant':
      if (subject !== undefined)
        return answerGate(context, { ...given, args: [subject] }, 'grant', { of: 'mission' })
      throw new UserError('usage', 'A checkpoint must be named.', {
        next: 'harness mission grant <name>; which one waits is shown by: harness mission status',
      })
    case 'run':
      return carryOut(context, given)
  }
}

async function carryOut(context: CommandContext, given: Given): Promise<number> {
  const target = await openTarget(context, textOption(given, 'provider'))
  const specPath = specIn(context, target.root, textOption(given, 'spec'))
  const attendance = {
    until: null,
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  return attendRun(context, target, attendance, missionFace, (options) =>
    startMission({ ...options, specPath }),
  )
}

/** Named from the operator's folder, or from the top of the repository if --repo says which one. */
function specIn({ cwd, repoOption }: CommandContext, root: string, named: string | null): string | null {
  if (named === null) return null
  const path = relative(root, resolve(repoOption === null ? cwd : root, named)).replaceAll('\\', '/')
  if (path !== '' && !path.startsWith('../')) return path
  throw new UserError('usage', `--spec names ${named}, which is not a file in ${root}.`, {
    next: 'Name a file inside the repository: harness mission --spec SPEC.md',
  })
}
