/**
 * Follows one acceptance tag from the spec to the release: criterion, plans, tests, merges, the latest gate, the mark. Reads
 * the tip of the base branch, journals and reports. Changes nothing.
 */

import { join } from 'node:path'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { readyMark } from '@harness/core/playbooks/release/documents'
import { specPathOf } from '@harness/core/work/acceptance'
import { criteriaIn, isAcceptanceFile } from '@harness/formats/documents/acceptance/acceptance-file'
import { parseAcceptance } from '@harness/formats/documents/acceptance/parse-acceptance'
import { type FiledReport, readReadyMark, readReport } from '@harness/formats/documents/release/filed-report'
import { describeProblem } from '@harness/formats/text/format-problem'
import { nearestName } from '@harness/formats/text/nearest-name'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { textIfThere } from '../../machine/disk/if-missing.ts'
import { textAt } from '../../machine/git/committed-file.ts'
import { readRef } from '../../machine/git/refs.ts'
import { treeFiles } from '../../machine/git/tree-files.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import { type PlanFolders, repositoryPlans } from '../delivery/plan-folder.ts'
import { testsWithTags } from './find-tags.ts'
import { type MergedPlan, mergedPlans } from './merged-plans.ts'

export interface Trace {
  readonly tag: string
  /** The tip of the base branch that was read. */
  readonly commit: string
  readonly spec: string
  readonly acceptance: string
  readonly criterion: string
  readonly plans: readonly { readonly id: string; readonly title: string; readonly status: string }[]
  readonly tests: readonly string[]
  readonly merges: readonly MergedPlan[]
  /** What the latest gate said; null if none was run. */
  readonly gate: TracedGate | null
  /** When RELEASE_READY was written; null if it is not there. */
  readonly releasedAt: string | null
  /** What the chain lacks, in its order. */
  readonly missing: readonly string[]
}

interface TracedGate {
  readonly at: string
  readonly commit: string
  readonly status: string
  readonly proof: FiledReport['criteria'][number]['proof']
  readonly why: string
}

export async function traceTag(tag: string, folders: PlanFolders): Promise<Trace> {
  const { repoRoot, stateDir, baseBranch } = folders
  const commit = await readRef(repoRoot, `refs/heads/${baseBranch}`)
  if (commit === null)
    throw new UserError('base-branch-missing', `There is no branch ${baseBranch}.`, {
      next: 'Correct baseBranch in the config, or create the branch.',
    })
  const found = await criterionOf(tag, repoRoot, commit)
  const { plans } = await repositoryPlans(folders)
  const tagged = [...plans.values()].filter(({ acceptanceTags }) => acceptanceTags.includes(tag))
  const tests = await testsWithTags(repoRoot, { commit, tags: [tag], tests: found.testedBy })
  const merges = await mergedPlans(
    openRunStore(stateDir),
    repoRoot,
    commit,
    tagged.map(({ id }) => id),
  )
  const gate = await latestGate(stateDir, found.path, tag)
  const mark = readReadyMark((await textIfThere(join(stateDir, readyMark))) ?? '')
  const spec = specPathOf(found.path)
  const chain = {
    tag,
    commit,
    spec,
    acceptance: found.path,
    criterion: found.text,
    plans: tagged.map(({ id, title, status }) => ({ id, title, status })),
    tests: [...(tests.get(tag) ?? [])].sort(),
    merges,
    gate,
    releasedAt: mark?.specPath === found.path ? mark.at : null,
  }
  const hasSpec = (await textAt(repoRoot, commit, spec)) !== null
  return {
    ...chain,
    missing: [
      ...(hasSpec ? [] : [`spec: ${spec} is not on ${baseBranch}`]),
      ...found.problems,
      ...missingIn(chain),
    ],
  }
}

type Chain = Omit<Trace, 'missing'>

const missingIn = ({ tag, commit, plans, tests, merges, gate, releasedAt }: Chain): readonly string[] => [
  ...(plans.length === 0 ? [`plan: no plan has ${tag}`] : []),
  ...plans.filter(({ status }) => status !== 'completed').map(({ id, status }) => `plan: ${id} is ${status}`),
  ...(tests.length === 0 ? [`test: no test names ${tag}`] : []),
  ...plans
    .filter(({ id, status }) => status === 'completed' && merges.every(({ planId }) => planId !== id))
    .map(({ id }) => `merge: no run of the harness merged ${id}`),
  ...merges
    .filter(({ isOnBase }) => !isOnBase)
    .map(({ planId }) => `merge: that of ${planId} is not on the base branch`),
  ...gateLacks(gate, commit),
  ...(releasedAt === null ? [`release: there is no ${readyMark}`] : []),
]

function gateLacks(gate: TracedGate | null, commit: string): readonly string[] {
  if (gate === null) return ['gate: harness release-gate did not judge it yet']
  return [
    ...(gate.status === 'covered' ? [] : [`gate: ${gate.status}, ${gate.why}`]),
    ...(gate.commit === commit
      ? []
      : [`gate: it judged ${gate.commit.slice(0, 12)}, and the base branch has moved`]),
  ]
}

interface FoundCriterion {
  readonly path: string
  readonly text: string
  readonly testedBy: readonly string[]
  readonly problems: readonly string[]
}

async function criterionOf(tag: string, repoRoot: string, commit: CommitHash): Promise<FoundCriterion> {
  const all = await treeFiles(repoRoot, commit)
  const paths = all
    .map(({ path }) => path)
    .filter(isAcceptanceFile)
    .sort()
  const known: string[] = []
  const found: FoundCriterion[] = []
  for (const path of paths) {
    const text = (await textAt(repoRoot, commit, path)) ?? ''
    const criteria = criteriaIn(text)
    known.push(...criteria.map((one) => one.tag))
    const criterion = criteria.find((one) => one.tag === tag)
    if (criterion === undefined) continue
    const read = parseAcceptance(text, path)
    found.push({
      path,
      text: criterion.text,
      testedBy: read.ok ? (read.value.criteria.find((one) => one.tag === tag)?.testedBy ?? []) : [],
      problems: read.ok ? [] : read.problems.map((problem) => `criterion: ${describeProblem(problem)}`),
    })
  }
  const [first, ...others] = found
  if (first === undefined) throw unknownTag(tag, known)
  if (others.length === 0) return first
  const files = found.map(({ path }) => path).join(' and ')
  return { ...first, problems: [...first.problems, `criterion: ${files} have the same tag`] }
}

function unknownTag(tag: string, known: readonly string[]): UserError {
  const nearest = nearestName(tag, known)
  const next =
    known.length === 0
      ? 'Write criteria with tags and commit them (docs/planning.md shows the form).'
      : nearest === null
        ? `There are: ${known.slice(0, 10).join(', ')}`
        : `Did you mean ${nearest}? harness trace ${nearest}`
  return new UserError('tag-unknown', `No acceptance file of the base branch has the tag ${tag}.`, { next })
}

/** By the date in its name; of one day there is one report. */
async function latestGate(stateDir: string, acceptance: string, tag: string): Promise<TracedGate | null> {
  const folder = join(stateDir, 'release-reports')
  const names = (await readableNamesIn(folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
  for (const name of names) {
    const report = readReport((await textIfThere(join(folder, name))) ?? '')
    if (report?.specPath !== acceptance) continue
    const judged = report.criteria.find((one) => one.tag === tag)
    if (judged === undefined) return null
    const { status, proof, why } = judged
    return { at: report.generatedAt, commit: report.commit, status, proof, why }
  }
  return null
}
