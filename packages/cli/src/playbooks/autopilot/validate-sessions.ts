/** Reads the sessions of autopilots for `harness validate`: their states, handoffs, reviews and plans. */
import { UserError } from '@harness/core/kernel/user-error'
import { readPlan } from '@harness/formats/documents/autopilot/plan-file'
import { planPathsIn } from '@harness/formats/documents/autopilot/plan-paths'
import { readSessionFile } from '@harness/formats/documents/autopilot/session-file'
import { oldStateFile, sessionFiles } from '@harness/formats/documents/autopilot/session-slug'
import { counted } from '@harness/formats/text/amounts'
import { describeProblem } from '@harness/formats/text/format-problem'
import { readableNamesIn } from '@harness/shell/machine/disk/folder-names'
import { readInside } from '@harness/shell/machine/disk/inside'
import { sessionProblems } from '@harness/shell/playbooks/autopilot/validate-session'
import type { Looked } from '../../line/playbooks.ts'

const folder = '.harness/sessions'

export async function validateSessions(root: string): Promise<Looked> {
  const names = (await readableNamesIn(`${root}/${folder}`)).filter((name) => !/\.aside-\d+$/.test(name))
  const problems: string[] = []
  const advice: string[] = []
  const old = await textIn(root, oldStateFile)
  if (old !== null) {
    const read = readSessionFile(old, oldStateFile)
    if (!read.ok) problems.push(...read.problems.map(describeProblem))
  }
  for (const name of names) {
    const plans = await plansOf(root, sessionFiles(name).state)
    problems.push(...(await sessionProblems(root, { sessionDir: `${folder}/${name}/`, plans })))
    for (const path of plans) advice.push(...readPlan((await textIn(root, path)) ?? '', path).warnings)
  }
  if (problems.length > 0)
    throw new UserError('session-damaged', problems.join('\n'), {
      next: 'Correct the file, or move it aside; a run never overwrites a file that it cannot read.',
    })
  return { looked: names.length === 0 ? [] : [counted(names.length, 'session')], advice }
}

/** Of a session that is done, plans may have gone. */
async function plansOf(root: string, file: string): Promise<readonly string[]> {
  const text = await textIn(root, file)
  const read = text === null ? null : readSessionFile(text, file)
  if (read?.ok !== true || read.value.session.currentState === 'DONE') return []
  return read.value.session.phases
    .filter(({ status }) => status !== 'complete' && status !== 'skipped')
    .flatMap(({ planPath }) => planPathsIn(planPath).paths)
}

const textIn = async (root: string, path: string): Promise<string | null> =>
  (await readInside(root, path).catch(() => null))?.toString('utf8') ?? null
