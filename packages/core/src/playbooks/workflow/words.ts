/**
 * Owns what a workflow says to people, as messages that each language words. The catalogue has the texts; the playbook
 * is given it. Lines that programs read are never translated and are not in here.
 */
import type { PathProblem } from '../../work/path-validator.ts'
import type { GateWords, Voice } from '../../work/voice.ts'

export interface Words {
  readonly gates: {
    readonly mode: GateWords<'standard' | 'single' | 'multi'> & { readonly question: string }
    readonly model: GateWords<'default' | 'all-opus' | 'balanced' | 'economy' | 'other'> & {
      readonly question: string
      /** An earlier answer could not be read; `given` is what the person wrote. */
      readonly again: (given: string) => string
    }
    readonly conventions: GateWords<'scan' | 'skip'> & { readonly question: string }
    readonly scanMissing: GateWords<'retry' | 'skip'> & { readonly question: string }
    readonly spec: GateWords<'proceed' | 'modify' | 'stop'> & { readonly question: string }
    readonly verify: GateWords<'auto-fix' | 'continue' | 'stop'> & {
      readonly question: (attempts: number, summary: string) => string
    }
    readonly autofix: GateWords<'apply' | 'reject' | 'stop'> & {
      readonly question: (confidence: string) => string
      readonly low: string
    }
    readonly layer2: GateWords<'fix' | 'accept'> & {
      readonly question: (retries: number, items: string) => string
    }
    readonly layer3: GateWords<'fix' | 'accept'> & { readonly question: (summary: string) => string }
    readonly commit: GateWords<'code' | 'all' | 'none'> & { readonly question: string }
    /** A session of this tool is there already; `resume` words the phase from which it continues. */
    readonly session: GateWords<'resume' | 'restart' | 'stop'> & {
      readonly question: (status: string) => string
      readonly resume: (phase: string) => string
    }
    /** A session of another tool is there. */
    readonly conflict: GateWords<'delete' | 'cancel'> & { readonly question: (skill: string) => string }
    /** A session of version 1 is there. */
    readonly earlier: GateWords<'continue' | 'abandon'> & { readonly question: (status: string) => string }
  }
  /** The label of each phase of `.harness/state.json`, as `Plan — ready`. */
  readonly phases: Readonly<Record<PhaseLabel, string>>
  /** The labels of the status and of the summary at the start, in front of the colon. */
  readonly labels: Readonly<Record<StatusLabel, string>>
  readonly none: string
  readonly noLimit: string
  readonly lines: Lines
  readonly ends: Ends
  readonly refusals: Refusals
  /** Why a path is refused; `subject` is the flag or the path itself. */
  readonly paths: Readonly<Record<PathProblem, (subject: string) => string>>
}

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

export type StatusLabel =
  | 'task'
  | 'directory'
  | 'branch'
  | 'mode'
  | 'model'
  | 'verifier'
  | 'style'
  | 'phase'
  | 'round'
  | 'language'
  | 'test'
  | 'build'
  | 'lint'
  | 'typeCheck'
  | 'scope'
  | 'output'
  | 'result'

/** The lines of progress, without `[harness]` in front. */
export interface Lines {
  readonly started: string
  readonly phase: (name: 'plan' | 'generate' | 'verify' | 'evaluate') => string
  readonly complete: (name: 'plan' | 'generate' | 'verify' | 'evaluate') => string
  readonly planWritten: (line: string) => string
  readonly reviewWritten: (line: string) => string
  readonly codeWritten: (line: string) => string
  readonly conventionsRich: string
  readonly conventionsTaken: (from: string) => string
  readonly conventionsSkipped: string
  readonly conventionsScanned: string
  readonly proposals: (count: number) => string
  readonly critiques: (count: number) => string
  readonly reviews: (count: number) => string
  readonly unparsedLine: string
  readonly strayed: (role: string, files: string) => string
  readonly verifyRetry: (attempt: number, most: number, summary: string) => string
  readonly verifyMaxed: (most: number, summary: string, report: string) => string
  readonly pathExcluded: (path: string) => string
  readonly noPaths: string
  readonly autofixModel: (model: string) => string
  readonly emptyPatch: string
  readonly applying: (paths: string) => string
  /** `why` is null if the shell refused the path. */
  readonly pathFailed: (path: string, why: PathProblem | null) => string
  readonly patchUnreadable: (detail: string) => string
  readonly applyFailed: string
  readonly autofixRejected: string
  readonly autofixVerified: string
  readonly autofixStopped: string
  readonly layer2Retry: (attempt: number, most: number, summary: string) => string
  readonly layer2Maxed: (most: number, items: string) => string
  readonly qaPass: string
  readonly maxRounds: (report: string) => string
  readonly modelFallback: (given: string) => string
  readonly verifierCost: (model: string) => string
  readonly noModelFor: (grade: string, provider: string) => string
  readonly otherLanguage: (language: string) => string
  readonly stageFailed: (file: string, reason: string) => string
  readonly deleting: (path: string) => string
  readonly keptInPlace: (docs: string) => string
  readonly specEdited: string
  readonly specMissing: (path: string) => string
  readonly cleanUpRefused: (path: string, why: string) => string
  readonly docsPathRefused: (path: string) => string
}

/** A line of progress, before a language words it. Programs read `text`, which is never translated. */
export type Message =
  | { [Key in keyof Lines]: { readonly key: Key; readonly args: ArgumentsOf<Lines[Key]> } }[keyof Lines]
  | { readonly text: string }

type ArgumentsOf<Line> = Line extends (...args: infer Given) => string ? Given : readonly []

/** The last lines of a run, and what the person can do then. */
interface Ends {
  readonly passed: string
  readonly accepted: string
  readonly failed: (rounds: number) => string
  readonly stoppedAtSpec: string
  readonly stoppedAtVerify: (report: string) => string
  readonly paused: (phase: string) => string
  readonly nextStep: (command: string) => string
  readonly switchTo: (branch: string) => string
  readonly mergeIt: (branch: string) => string
  readonly merged: (branch: string) => string
  readonly notCommitted: (place: string) => string
  readonly noArtifact: (role: string, path: string) => string
  readonly noSession: string
  /** A resumed session does not take what the command says beside it. */
  readonly kept: (task: string) => string
}

/** Why a command cannot start, or cannot take up what it found. */
interface Refusals {
  readonly emptyTask: string
  readonly runPlanFirst: string
  readonly runGenerateFirst: string
  readonly runVerifyFirst: string
  readonly verifierModel: string
  readonly stateUnreadable: (file: string) => string
}

export type WorkflowVoice = Voice<Words>
