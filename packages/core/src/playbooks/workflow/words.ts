/**
 * Owns what a workflow says to people, as messages that each language words. The catalogue has the texts; the playbook
 * is given it. Lines that programs read are never translated and are not in here.
 */
import type { PathProblem } from '../../work/path-validator.ts'
import { teller } from '../../work/said.ts'
import type { GateWords, Voice } from '../../work/voice.ts'
import type { Mode, PhaseLabel, StepName } from './input.ts'

export interface Words {
  readonly gates: {
    readonly mode: GateWords<Mode>
    readonly model: GateWords<'default' | 'all-opus' | 'balanced' | 'economy' | 'other'> & {
      /** An earlier answer could not be read; `given` is what the person wrote. */
      readonly again: (given: string) => string
    }
    readonly conventions: GateWords<'scan' | 'skip'>
    readonly scanMissing: GateWords<'retry' | 'skip'>
    readonly spec: GateWords<'proceed' | 'modify' | 'stop'>
    readonly verify: GateWords<
      'auto-fix' | 'continue' | 'stop',
      (attempts: number, summary: string) => string
    >
    readonly autofix: GateWords<'apply' | 'reject' | 'stop', (confidence: string) => string> & {
      readonly low: string
    }
    readonly layer2: GateWords<'fix' | 'accept', (retries: number, items: string) => string>
    readonly layer3: GateWords<'fix' | 'accept', (summary: string) => string> & {
      /** Nothing says which layer failed. */
      readonly unlayered: (summary: string) => string
    }
    readonly commit: GateWords<'code' | 'all' | 'none'> & {
      /** A person took the change with its failures. */
      readonly accepted: string
      /** All rounds are used up. */
      readonly failed: string
    }
  }
  /** The label of each phase of `.harness/state.json`, as `Plan — ready`. */
  readonly phases: Readonly<Record<PhaseLabel, string>>
  readonly lines: Lines
  readonly ends: Ends
}

/** The lines of progress, without `[harness]` in front. */
export interface Lines {
  readonly started: string
  readonly phase: (name: StepName) => string
  readonly complete: (name: StepName) => string
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
  /** `quotes` are joined. */
  readonly unseenQuotes: (quotes: string) => string
  readonly noQuotes: string
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
}

export const { say, quote } = teller<Lines>()

/** The last lines of a run, and what the person can do then. */
interface Ends {
  readonly passed: string
  readonly accepted: string
  readonly failed: (rounds: number) => string
  readonly stoppedAtSpec: string
  readonly stoppedAtVerify: (report: string) => string
  readonly paused: (phase: string) => string
  readonly switchTo: (branch: string) => string
  readonly mergeIt: (branch: string) => string
  /** In place: the checkout has the change already. */
  readonly committed: (branch: string) => string
  readonly merged: (branch: string) => string
  readonly notCommitted: (place: string) => string
  readonly noArtifact: (role: string, path: string) => string
  readonly unseenQuotes: (role: string) => string
}

export type WorkflowVoice = Voice<Words>
