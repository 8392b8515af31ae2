/** Answers an agent that asks whether it may use a tool. Pure. */
import type { AgentMode } from '@harness/core/kernel/agent'

/** Kinds of tools that change nothing. */
const harmless: ReadonlySet<string> = new Set(['read', 'search', 'think', 'fetch'])

interface Permitted {
  /** It works in a cell, which keeps commands and tool servers from writing the lane of a reviewer. */
  readonly confined: boolean
  /** It has trusted tool servers. Agents have no kind of their own for the tools of these. */
  readonly hasServers: boolean
}

/** A command may write anywhere, and so may a tool server: a reviewer may use them only in a cell. */
export function isAllowed(mode: AgentMode, kind: string, { confined, hasServers }: Permitted): boolean {
  switch (mode) {
    case 'exec':
      return true
    case 'review':
      return harmless.has(kind) || (confined && (kind === 'execute' || (kind === 'other' && hasServers)))
    case 'complete':
      return false
  }
}

interface PermissionOption {
  readonly optionId: string
  readonly kind: string
}

export type PermissionAnswer =
  | { readonly outcome: 'selected'; readonly optionId: string }
  | { readonly outcome: 'cancelled' }

/** For this once, if the agent offers that. An agent that offers no way to say it gets no answer but the end. */
export function permissionAnswer(options: readonly PermissionOption[], allowed: boolean): PermissionAnswer {
  const wanted = allowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  const chosen = wanted.flatMap((kind) => options.filter((option) => option.kind === kind))[0]
  return chosen === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen.optionId }
}
