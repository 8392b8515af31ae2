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
  readonly troubles: Troubles
  readonly details: Details
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
  readonly uncPath: string
  readonly noTask: (command: string) => string
  readonly mergeInPlace: string
  /** `given` is quoted. */
  readonly modelConfig: (given: string) => string
  readonly notOneOf: (flag: string, given: string, known: string) => string
  readonly wholeNumber: (flag: string, given: string, most: number) => string
  readonly emptyOption: (flag: string) => string
  readonly specOutside: (path: string, root: string) => string
}

/** What is wrong, and what gets the person further. */
export interface Trouble<Said = string, Next = string> {
  readonly said: Said
  readonly next: Next
}

type OfOne = (given: string) => string

/** What a person must put right before the command or the run goes on. */
interface Troubles {
  /** A second argument is beside the task. */
  readonly twoWords: Trouble<OfOne, OfOne>
  readonly specMissing: Trouble<OfOne>
  readonly branchExists: Trouble<OfOne, OfOne>
  readonly noCommits: Trouble
  readonly branchMoved: Trouble<(branch: string, wanted: string, actual: string) => string, OfOne> & {
    /** Stands for a branch that is gone. */
    readonly nowhere: string
  }
  readonly laneTaken: Trouble<(lane: string, used: string, branch: string) => string>
}

/** Why a path, a file or a patch is not taken; another sentence quotes it. */
interface Details {
  readonly notInside: string
  readonly throughLink: string
  readonly patchThroughLink: (files: string) => string
  readonly patchEmpty: string
  readonly patchLinks: (files: string) => string
  readonly patchTaken: (files: string) => string
  readonly noName: string
  readonly reservedName: (name: string) => string
  readonly notBelow: string
  readonly ownFolder: string
  readonly notIn: (folder: string) => string
  readonly recordsThere: string
  readonly secret: string
  /** The commit has a person's changes too. */
  readonly mixed: (files: string) => string
  /** The checkout was not switched to the branch of the commit. */
  readonly stayed: (branch: string) => string
}
