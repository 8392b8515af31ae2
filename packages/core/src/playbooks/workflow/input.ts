/** Owns what a workflow is told at its start. */

import type { RoleSettings } from '../../kernel/agent.ts'
import type { RunId } from '../../kernel/ids.ts'
import type { BaseCheck } from '../../work/base-first-state.ts'
import type { Conventions } from '../../work/conventions.ts'
import type { Grade, GradedModels, ModelConfig } from '../../work/model-presets.ts'
import type { Checking } from '../../work/project-checks.ts'
import type { ChangeRules } from '../../work/verify-report.ts'
import type { Language } from '../../work/voice.ts'
import type { AutofixState } from './autofix.ts'

export const modes = ['single', 'standard', 'multi'] as const
export type Mode = (typeof modes)[number]

export const stepNames = ['plan', 'generate', 'verify', 'evaluate'] as const
export type StepName = (typeof stepNames)[number]

/** The phases of `.harness/state.json`, in order. */
export const phaseLabels = [
  'plan_ready',
  'planning',
  'plan_done',
  'generate_ready',
  'generating',
  'generate_done',
  'verify_ready',
  'verifying',
  'verify_done',
  'evaluate_ready',
  'evaluating',
  'evaluate_done',
  'completed',
] as const
export type PhaseLabel = (typeof phaseLabels)[number]

export interface WorkflowInput extends ChangeRules, Checking {
  readonly runId: RunId
  readonly baseBranch: string
  /** If the checks run on the base before an agent starts; absent in runs that began without. */
  readonly baseCheck?: BaseCheck
  readonly author?: { readonly name: string; readonly email: string }
  /** The checkout whose documents these are. */
  readonly checkout: string
  readonly task: string
  readonly slug: string
  /** With a slash at its end: `docs/harness/<slug>/`. */
  readonly docsPath: string
  /** Null without git. */
  readonly branch: string | null
  readonly repoName: string
  readonly hasGit: boolean
  /** True if agents work in the checkout itself. */
  readonly inPlace: boolean
  /** True if the finished change is merged through the queue. */
  readonly merge: boolean
  readonly userLang: Language
  /** The language of the task, if there are no texts in it. */
  readonly otherLang?: string
  /** The project's programming language. */
  readonly lang: string
  readonly maxRounds: number
  /** Null asks the person. */
  readonly mode: Mode | null
  readonly modelConfig: Omit<ModelConfig, 'verifier'> | null
  readonly verifier: Grade
  readonly conventions: 'ask' | 'scan' | 'skip'
  readonly models: GradedModels
  /** Whose models the presets are about. */
  readonly provider?: string
  readonly roles: Readonly<Record<string, RoleSettings>>
  /** A spec that was written before; null if there is none. */
  readonly draft: { readonly path: string; readonly text: string } | null
  /** The step after which the run rests; null to go on to the end. */
  readonly until: StepName | null
  readonly flags: { readonly verifierModel: Grade | null; readonly outputDir: string | null }
  readonly createdAt: number
  /** A session of another program that this run continues; null if it is a new one. */
  readonly adopted: AdoptedSession | null
}

/** What a session's `.harness/state.json` says that another program left. */
export interface AdoptedSession {
  readonly phase: PhaseLabel
  readonly round: number
  readonly mode: Mode | null
  readonly modelConfig: ModelConfig | null
  readonly conventions: Conventions
  readonly layer1Result: LayerResult
  readonly layer1Retries: number
  readonly layer2Result: LayerResult
  readonly layer2Retries: number
  readonly autofix: AutofixState
  readonly patch: string | null
  readonly hasSpec: boolean
}

export type LayerResult = 'PASS' | 'FAIL' | null
