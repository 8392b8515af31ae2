/** `harness handbook`: drives the handbook of a repository until it is done or halts. */
import { readHandbookFolder } from '@harness/shell/playbooks/handbook/handbook-folder'
import { startHandbook } from '@harness/shell/playbooks/handbook/start-handbook'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { targetRepo } from '../../run/target/target-repo.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { handbookFace } from './handbook-face.ts'

export async function driveHere(context: CommandContext, given: Given): Promise<number> {
  // Without it there is no point in asking who is to do the work.
  await readHandbookFolder(targetRepo(context))
  const target = await defaultTarget(context, 'harness handbook', textOption(given, 'provider'))
  const attendance = { until: null, headless: true, verbose: flagOption(given, 'verbose') }
  return attendRun(context, target, attendance, handbookFace, (options) => startHandbook(options))
}
