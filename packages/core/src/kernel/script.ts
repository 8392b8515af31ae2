/** Owns what a scripted agent is told to do. How it is written down is formats', how it is played agent-runner's. */
import type { AgentErrorKind, AgentMode, Usage } from './agent.ts'

export interface Script {
  /** The first rule that matches and is not used up answers. */
  readonly rules: readonly ScriptRule[]
}

export interface ScriptRule extends ScriptedTurn {
  /** A role's name; `*` stands for any run of characters. */
  readonly role: string
  /** What the envelope must contain; null if any envelope will do. */
  readonly match: ScriptMatch | null
  /** Only the role's nth call that matched role and match, counted from 1; null for every one. */
  readonly call: number | null
  /** How often the rule may answer; null for no limit. */
  readonly times: number | null
}

export type ScriptMatch =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'regex'; readonly source: string; readonly flags: string }

/** What the agent does in one turn and what it says at its end. */
export interface ScriptedTurn {
  readonly steps: readonly ScriptStep[]
  readonly answer: ScriptAnswer
  readonly usage: Usage
  /** Null if the script names no price. */
  readonly usd: number | null
}

/** Paths are relative to the lane and stay inside it. */
export type ScriptStep =
  | { readonly type: 'write'; readonly path: string; readonly text: string }
  | { readonly type: 'append'; readonly path: string; readonly text: string }
  | { readonly type: 'replace'; readonly path: string; readonly find: string; readonly with: string }
  | { readonly type: 'delete'; readonly path: string }
  | { readonly type: 'run'; readonly command: string }
  | { readonly type: 'wait'; readonly ms: number }

export type ScriptAnswer =
  | { readonly type: 'reply'; readonly text: string }
  | { readonly type: 'json'; readonly value: unknown }
  /** `resetsInMs` only with `rate_limit`, and null if the provider would not say. */
  | { readonly type: 'fail'; readonly kind: AgentErrorKind; readonly resetsInMs: number | null }
  | { readonly type: 'crash' }
  | { readonly type: 'hang' }

/** What a script written as a function is asked. */
export interface ScriptCall {
  readonly role: string
  readonly mode: AgentMode
  readonly envelope: string
  /** Files of the pictures that the agent is shown. */
  readonly images: readonly string[]
  /** The role's nth call of this run, counted from 1. */
  readonly call: number
}

export type ScriptFunction = (call: ScriptCall) => ScriptedTurn | Promise<ScriptedTurn>
