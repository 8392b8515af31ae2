/** Checks of the repository and of what its config names: base branch, plans, ports. */

import { UserError } from '@harness/core/kernel/user-error'
import { describeDefect } from '@harness/core/work/plan-graph'
import { innerConfig, jsonConfig } from '@harness/formats/config/config-place'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { counted } from '@harness/formats/text/amounts'
import { describeProblem } from '@harness/formats/text/format-problem'
import { baseBranchMissing, headBranchMissing } from '@harness/shell/effects/lanes/base-branch-missing'
import { freePortBlock } from '@harness/shell/effects/lanes/port-block'
import { leasedPorts } from '@harness/shell/effects/lanes/port-lease'
import { dirtyTreeAdvice, firstCommitAdvice } from '@harness/shell/engine/conduct/guards'
import { resolveCommit } from '@harness/shell/machine/git/commits'
import { trackedFilters } from '@harness/shell/machine/git/filters'
import { signsCommits } from '@harness/shell/machine/git/identity'
import { currentBranch } from '@harness/shell/machine/git/refs'
import { type Uncommitted, uncommitted } from '@harness/shell/machine/git/uncommitted'
import { offBaseAdvice } from '@harness/shell/playbooks/delivery/plan-document'
import { knownPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import { needsNoCommit } from '@harness/shell/store/layout/harness-files'
import { type Diagnosis, fail, ok, warn } from '../../line/diagnosis.ts'
import type { Target } from './look-at-target.ts'

export async function repoChecks(
  root: string,
  config: Pick<HarnessConfig, 'baseBranch' | 'planDir'> | null,
): Promise<readonly Diagnosis[]> {
  const head = await resolveCommit(root, 'HEAD')
  if (head === null) {
    const gone = await headBranchMissing(root)
    return [
      gone === null
        ? fail('repo', `${root} has no commits yet`, firstCommitAdvice)
        : fail('repo', gone.message, gone.next),
    ]
  }
  const diagnoses = [ok('repo', `${root} at ${head.slice(0, 12)}`)]
  if (config !== null) {
    const { baseBranch } = config
    const base = await resolveCommit(root, `refs/heads/${baseBranch}`)
    diagnoses.push(
      base === null
        ? fail(
            'base branch',
            `there is no branch ${baseBranch}`,
            (await baseBranchMissing(root, baseBranch)).next,
          )
        : ok('base branch', `${baseBranch} at ${base.slice(0, 12)}${await elsewhere(root, baseBranch)}`),
    )
  }
  const found = await uncommitted(root)
  const changes = { ...found, entries: found.entries.filter(({ path }) => !needsNoCommit(path)) }
  diagnoses.push(
    changes.entries.length === 0
      ? ok('tree', 'clean')
      : warn(
          'tree',
          'there are uncommitted changes; a new run would be refused',
          config === null
            ? (brokenConfigAdvice(changes) ?? dirtyTreeAdvice(root, changes, []))
            : dirtyTreeAdvice(root, changes, [config.planDir]),
        ),
  )
  return [...diagnoses, ...(await filterCheck(root))]
}

/** A changed JSON config that gave no config has a mistake: it is not worth a commit yet. */
function brokenConfigAdvice({ entries }: Uncommitted): string | null {
  const broken = entries.find(({ path }) => path === jsonConfig || path === innerConfig)
  return broken === undefined ? null : `Correct ${broken.path} first, then commit it: harness validate`
}

async function elsewhere(root: string, baseBranch: string): Promise<string> {
  const here = await currentBranch(root)
  return here === baseBranch ? '' : `; you are on ${here ?? 'no branch'}, and runs start from ${baseBranch}`
}

/** Only if there is something to say. */
async function filterCheck(root: string): Promise<readonly Diagnosis[]> {
  const filters = await trackedFilters(root)
  if (filters.size === 0) return []
  const names = [...new Set(filters.values())].join(', ')
  return [
    warn(
      'filters',
      `.gitattributes gives ${counted(filters.size, 'file')} a filter (${names}), and the harness runs none`,
      'Give agents no plans that change such files: agents and checks see them as they are in the repository, and changes to them are refused (docs/evidence.md).',
    ),
  ]
}

/** Nothing is said to those who sign nothing themselves. */
export async function signingCheck(root: string): Promise<readonly Diagnosis[]> {
  if (!(await signsCommits(root))) return []
  const evidence = 'your git signs commits (commit.gpgsign); those of the harness are not signed'
  return [
    warn(
      'signing',
      evidence,
      'Nothing, unless a rule of your base branch asks for signatures (docs/forges.md says what works then).',
    ),
  ]
}

export async function plansCheck({ folders }: Target): Promise<Diagnosis> {
  const { graph, problems } = await knownPlans(folders)
  const found = [...problems.map(describeProblem), ...graph.defects.map(describeDefect)]
  const waiting = [...graph.offBase].sort()
  if (found.length === 0 && waiting.length > 0)
    return warn(
      'plans',
      `not on ${folders.baseBranch} yet, so they cannot be delivered: ${waiting.join(', ')}`,
      offBaseAdvice(folders.baseBranch),
    )
  if (found.length === 0)
    return ok(
      'plans',
      `${counted(graph.plans.size, 'plan')} in ${folders.planDir} and ${folders.completedDir}`,
    )
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : ''
  return fail('plans', `${found[0]}${more}`, 'harness validate')
}

export async function portsCheck(
  { config }: Target,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Diagnosis> {
  const { portBase, portsPerLane } = config.lanes
  try {
    const block = await freePortBlock(portBase, portsPerLane, await leasedPorts(environment))
    const [first] = block
    return ok(
      'ports',
      first === undefined ? 'lanes get none' : `a lane would get ${first} to ${first + portsPerLane - 1}`,
    )
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return fail('ports', error.message, error.next)
  }
}
