/** ValidateSession: holds the files of a session against their formats. `harness validate` does the same. Only looks. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { SessionValidated, ValidateSession } from '@harness/core/effects/validate-session'
import { readPlan } from '@harness/formats/documents/autopilot/plan-file'
import { describeProblem } from '@harness/formats/text/format-problem'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { readInside } from '../../machine/disk/inside.ts'
import type { CheckoutPorts } from './look-for-plan.ts'
import { readerOf } from './session-readers.ts'

export const validateSession = (
  command: ValidateSession,
  attempt: Attempt,
  ports: CheckoutPorts,
): Promise<SessionValidated | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => ({
    type: 'SessionValidated',
    at: ports.clock.now(),
    commandId: command.id,
    problems: (await sessionProblems(ports.repoRoot, command)).map(ports.sanitise),
  }))

/** Each names its file, the line or field, and what was expected. */
export async function sessionProblems(
  repoRoot: string,
  { sessionDir, plans }: Pick<ValidateSession, 'sessionDir' | 'plans'>,
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const name of [...(await readableNamesIn(`${repoRoot}/${sessionDir}`))].sort()) {
    const file = `${sessionDir}${name}`
    const result = readerOf(name)?.((await textOf(repoRoot, file)) ?? '', file)
    if (result?.ok === false) problems.push(...result.problems.map(describeProblem))
  }
  for (const path of plans) {
    const text = await textOf(repoRoot, path)
    if (text === null) problems.push(`${path}: expected the plan of a phase, found no file`)
    else if (readPlan(text, path).tasks.length === 0)
      problems.push(`${path}: expected a heading such as "### Task 1: Name", found none`)
  }
  return problems
}

const textOf = async (repoRoot: string, path: string): Promise<string | null> =>
  (await readInside(repoRoot, path).catch(() => null))?.toString('utf8') ?? null
