/** Owns what each language words for a workflow: what the playbook says, and what its commands say around a run. */
import type { Words } from '@harness/core/playbooks/workflow/words'
import type { GateWords } from '@harness/core/work/voice'
import type { PathWords } from '../../../text/path-words.ts'

export interface WorkflowTexts extends Words {
  readonly gates: Words['gates'] & SessionGates
  /** The labels of the status and of the summary at the start, in front of the colon. */
  readonly labels: Readonly<Record<StatusLabel, string>>
  readonly none: string
  readonly noLimit: string
  readonly lines: Words['lines'] & { readonly docsPathRefused: (path: string) => string }
  readonly ends: Words['ends'] & {
    readonly nextStep: (command: string) => string
    readonly noSession: string
    /** A resumed session does not take what the command says beside it. */
    readonly kept: (task: string) => string
  }
  readonly refusals: Refusals
  readonly paths: PathWords
}

/** What is asked before a run starts. */
interface SessionGates {
  /** A session of this tool is there already; `resume` words the phase from which it continues. */
  readonly session: GateWords<'resume' | 'restart' | 'stop', (status: string) => string> & {
    readonly resume: (phase: string) => string
  }
  /** A session of another tool is there. */
  readonly conflict: GateWords<'delete' | 'cancel', (skill: string) => string>
  /** A session of version 1 is there. */
  readonly earlier: GateWords<'continue' | 'abandon', (status: string) => string>
}

type StatusLabel =
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

/** Why a command cannot start, or cannot take up what it found. */
interface Refusals {
  readonly emptyTask: string
  readonly runPlanFirst: string
  readonly runGenerateFirst: string
  readonly runVerifyFirst: string
  readonly verifierModel: string
  readonly stateUnreadable: (file: string) => string
}
