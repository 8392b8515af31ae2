/** `harness handbook`: drives the handbook of a repository until it is done or halts. */
import { readHandbookFolder } from '@harness/shell/documents/handbook-folder'
import { runHandbook } from '@harness/shell/handbook/run-handbook'
import { attendRun } from '../attend-run.ts'
import { type CommandContext, type Given, textOption } from '../command.ts'
import { targetRepo } from '../target-repo.ts'
import { handbookSeen, toldHandbook } from '../views/handbook-view.ts'
import { handbookTarget } from './handbook-target.ts'

export async function driveHere(context: CommandContext, given: Given): Promise<number> {
  // Without it there is no point in asking who is to do the work.
  await readHandbookFolder(targetRepo(context))
  const target = await handbookTarget(context, textOption(given, 'provider'))
  return attendRun(context, target, { until: null, headless: true }, handbookSeen, async (options) =>
    toldHandbook(await runHandbook(options)),
  )
}
