/** Finds the report that a person accepts: the latest of the spec, if it is above the bar and the spec is the same. */
import { UserError } from '@harness/core/kernel/user-error'
import { reportFolder } from '@harness/core/playbooks/fidelity/documents'
import type { Acceptance } from '@harness/core/playbooks/fidelity/input'
import { filesOf } from '@harness/formats/documents/codec/folder-text'
import { latestOf } from '@harness/formats/documents/fidelity/filed-codec'
import { readFidelityReport } from '@harness/formats/documents/fidelity/filed-report'
import { readFolder } from '../../effects/documents/read-folder.ts'
import { openForge } from '../../effects/forge/open-forge.ts'
import { requireBase } from '../../effects/landing/forge-ports.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { lastChangeOf } from '../../machine/git/commits.ts'

export type AcceptOutside = Pick<RunOutside, 'config' | 'repoRoot' | 'stateDir' | 'environment' | 'clock'>

export async function reportToAccept(
  outside: AcceptOutside,
  specPath: string,
): Promise<Pick<Acceptance, 'report' | 'score' | 'specCommit'>> {
  const { repoRoot, stateDir, config } = outside
  const folder = await readFolder(stateDir, `${reportFolder}/`)
  const files = filesOf(folder?.toString('utf8') ?? null)
  const name = latestOf(files, specPath)
  const report = name === null ? null : readFidelityReport(files[`${name}.json`] ?? '')
  const next = `Audit it first: harness fidelity ${specPath}`
  if (name === null || report === null)
    throw new UserError('fidelity-report-missing', `There is no report of ${specPath}.`, { next })
  if (!report.exceedsThreshold)
    throw new UserError(
      'fidelity-report-missing',
      `The latest report of ${specPath}, ${name}, needs no person: its score is ${report.score}.`,
      { next: 'There is nothing to accept.' },
    )
  const forge = await openForge(config.forge, outside)
  const base = await requireBase(repoRoot, config.baseBranch, forge)
  if ((await lastChangeOf(repoRoot, base, specPath)) !== report.specCommit)
    throw new UserError('fidelity-report-missing', `${specPath} has changed since its report ${name}.`, {
      next,
    })
  return { report: name, score: report.score, specCommit: report.specCommit }
}
