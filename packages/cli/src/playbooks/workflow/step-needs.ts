/** Owns what a step needs of the steps before it: how far the session is, and the documents that they wrote. */
import type { ArtifactName } from '@harness/core/playbooks/workflow/artifacts'
import type { StepName } from '@harness/core/playbooks/workflow/input'
import { type PhaseLabel, phaseLabels } from '@harness/core/playbooks/workflow/input'
import { validateDocsPath } from '@harness/core/work/path-validator'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { hasArtifacts } from '@harness/shell/playbooks/workflow/found-session'
import { refusal } from './refusal.ts'

type LaterStep = Exclude<StepName, 'plan'>

interface Needs {
  readonly phase: PhaseLabel
  readonly documents: readonly ArtifactName[]
  readonly otherwise: 'runPlanFirst' | 'runGenerateFirst' | 'runVerifyFirst'
}

const needs: Readonly<Record<LaterStep, Needs>> = {
  generate: { phase: 'plan_done', documents: ['spec'], otherwise: 'runPlanFirst' },
  verify: { phase: 'generate_done', documents: ['changes'], otherwise: 'runGenerateFirst' },
  evaluate: {
    phase: 'verify_done',
    documents: ['spec', 'changes', 'verify_report'],
    otherwise: 'runVerifyFirst',
  },
}

export interface SessionPlace {
  readonly phase: PhaseLabel
  readonly docsPath: string
}

/** Throws if a step before it is missing. `at` is null if there is no session. */
export async function guardStep(
  root: string,
  step: LaterStep,
  at: SessionPlace | null,
  { refusals }: WorkflowTexts,
): Promise<void> {
  const { phase, documents, otherwise } = needs[step]
  const isReached = at !== null && phaseLabels.indexOf(at.phase) >= phaseLabels.indexOf(phase)
  const isReady =
    isReached && validateDocsPath(at.docsPath).ok && (await hasArtifacts(root, at.docsPath, documents))
  if (!isReady) throw refusal(refusals[otherwise])
}
