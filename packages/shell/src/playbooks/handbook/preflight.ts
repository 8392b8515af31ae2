/**
 * Owns what is looked at before a handbook is run: one function for `harness handbook lint`, `harness doctor` and the
 * start of a run, so that all three say the same. Runs nothing and writes nothing.
 */

import type { ProviderName } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import { chosenVerification } from '@harness/core/playbooks/handbook/chosen-verification'
import type { HandbookDocuments } from '@harness/core/playbooks/handbook/handbook-document'
import { handbookFile, stateFile } from '@harness/core/playbooks/handbook/handbook-document'
import { handbookDuties, type Verification } from '@harness/core/playbooks/handbook/input'
import { judgesInScope } from '@harness/core/playbooks/handbook/judged-by'
import { roleOf } from '@harness/core/playbooks/handbook/verbs'
import type { AgentConfig, HarnessConfig } from '@harness/formats/config/harness-config'
import { packageScripts } from '@harness/formats/config/package-scripts'
import { roleAgent } from '@harness/formats/config/role-agent'
import { describeLint } from '@harness/formats/documents/handbook/describe-lint'
import type { LintFinding } from '@harness/formats/documents/handbook/lint-handbook'
import { committedText } from '../../machine/git/committed-file.ts'
import { readState } from './adopt-sidecars.ts'
import { readHandbookFolder } from './handbook-folder.ts'
import { firstLimits } from './handbook-input.ts'
import { ignoredDocuments, lintForRepository } from './handbook-lint.ts'
import { missingCommands } from './missing-commands.ts'
import { missingSlashCommands } from './slash-commands.ts'

export interface PreflightRequest {
  readonly repoRoot: string
  readonly config: HarnessConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whose agents would work; empty if that is not known yet. */
  readonly providers: readonly ProviderName[]
}

export interface Preflight {
  readonly documents: HandbookDocuments
  readonly findings: readonly LintFinding[]
  readonly verification: Verification
}

export async function preflight(request: PreflightRequest): Promise<Preflight> {
  const { repoRoot, config } = request
  const folder = await readHandbookFolder(repoRoot)
  const { documents, findings } = lintForRepository(repoRoot, folder, await ignoredDocuments(repoRoot))
  const scripts = packageScripts((await committedText(repoRoot, 'package.json')) ?? '').map(
    ({ name }) => name,
  )
  const verification = chosenVerification(config.handbook.verification, config.checks, scripts)
  return {
    documents,
    verification,
    findings: [
      ...findings,
      ...unverified(verification),
      ...(await missingCommands(request, verification, documents.handbook.phases, scripts)),
      ...(await overCap(request, documents)),
      ...judgesNamed(documents),
      ...withoutSkill(request, documents),
    ],
  }
}

/** The providers of all roles that a handbook sends. */
export const handbookProviders = (agent: AgentConfig): readonly ProviderName[] => [
  ...new Set(Object.entries(handbookDuties).map(([role, { tier }]) => roleAgent(agent, role, tier).provider)),
]

/** Throws if something keeps the handbook from being run. */
export function requireSound({ findings }: Pick<Preflight, 'findings'>): void {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  const count = errors.length === 1 ? 'a mistake' : `${errors.length} mistakes`
  throw new UserError(
    'handbook-invalid',
    [`The handbook has ${count}:`, ...errors.map((error) => `  ${describeLint(error)}`)].join('\n'),
    { next: 'Correct what is named, then check again with: harness handbook lint' },
  )
}

/** What a person is told at the start of a run; the run itself tells the warnings of its handbook. */
export const startNotes = ({ findings, documents }: Preflight): readonly string[] =>
  findings
    .filter(({ severity, message }) => severity !== 'error' && !documents.handbook.warnings.includes(message))
    .map(describeLint)

const about = (
  severity: LintFinding['severity'],
  rule: LintFinding['rule'],
  file: string,
  message: string,
): LintFinding => ({ severity, rule, file, line: null, column: null, promptId: null, message })

const unverified = ({ always }: Verification): readonly LintFinding[] =>
  always.length > 0
    ? []
    : [
        about(
          'error',
          'verification-missing',
          'harness.config.json',
          'Nothing verifies a prompt: there are no checks in the config, and the committed package.json has neither a script check nor test. Name commands in checks, or in handbook.verification.',
        ),
      ]

async function overCap(
  { repoRoot, config, environment }: PreflightRequest,
  { handbook }: HandbookDocuments,
): Promise<readonly LintFinding[]> {
  const open = handbook.prompts.filter(({ box }) => box === 'open').length
  const known = (await readState(repoRoot))?.iteration ?? null
  const { maxIterations } = known ?? firstLimits(config.handbook, environment)
  const left = Math.max(0, maxIterations - (known?.iteration ?? 0))
  if (open <= left) return []
  const raise =
    known === null
      ? 'Raise handbook.maxIterations in the config, or IMPECCABLE_MAX_ITERATIONS.'
      : `Raise max_iterations in ${stateFile}.`
  const message = `${open} prompts are open, but only ${left} of ${maxIterations} iterations are left: the run would halt with max_iterations. ${raise}`
  return [about('warning', 'iteration-cap', known === null ? handbookFile : stateFile, message)]
}

/** Only those that may write at all. */
const judgesNamed = ({ handbook }: HandbookDocuments): readonly LintFinding[] =>
  handbook.prompts
    .filter((prompt) => prompt.box === 'open' && roleOf(prompt) === 'prompt-worker')
    .flatMap((prompt) =>
      judgesInScope(prompt).map((file) => ({
        ...about(
          'note',
          'judge-in-scope',
          handbookFile,
          `Prompt ${prompt.id}: its paths name ${file}, so its agent may change what prompts are judged by.`,
        ),
        promptId: prompt.id,
      })),
    )

const withoutSkill = (
  { providers, config }: PreflightRequest,
  { handbook }: HandbookDocuments,
): readonly LintFinding[] =>
  missingSlashCommands(handbook, config.agent.trust, providers).map((message) =>
    about('note', 'skill-unavailable', handbookFile, message),
  )
