/**
 * What this provider reads from an agent's messages. Agents differ in what they send and add fields of their own, so
 * every field may be missing.
 */

type Meta = Readonly<Record<string, unknown>> | null

export interface AcpCapabilities {
  readonly loadSession?: boolean
  readonly promptCapabilities?: { readonly image?: boolean } | null
  readonly mcpCapabilities?: { readonly http?: boolean; readonly sse?: boolean } | null
  readonly sessionCapabilities?: { readonly resume?: object | null } | null
}

export interface AcpGreeting {
  readonly protocolVersion?: number
  readonly agentCapabilities?: AcpCapabilities | null
  readonly agentInfo?: { readonly name?: string; readonly version?: string } | null
  readonly authMethods?: readonly { readonly id?: string }[] | null
}

export interface AcpSession {
  readonly sessionId?: string
  readonly modes?: {
    readonly currentModeId?: string
    readonly availableModes?: readonly { readonly id?: string }[]
  } | null
  readonly configOptions?: readonly AcpChoice[] | null
}

/** A setting of the session that the client may change. */
export interface AcpChoice {
  readonly id?: string
  readonly category?: string | null
  readonly currentValue?: unknown
  /** Values, or groups of them. */
  readonly options?: readonly unknown[] | null
}

export interface AcpUsage {
  readonly totalTokens?: number
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cachedReadTokens?: number | null
  readonly cachedWriteTokens?: number | null
  readonly thoughtTokens?: number | null
}

export interface AcpEnd {
  readonly stopReason?: string
  readonly usage?: AcpUsage | null
  readonly _meta?: Meta
}

interface AcpContent {
  readonly type?: string
  readonly text?: string
}

export interface AcpToolContent {
  readonly type?: string
  readonly content?: AcpContent
  readonly path?: string
  readonly newText?: string
  readonly _meta?: Meta
}

export interface AcpUpdate {
  readonly sessionUpdate?: string
  readonly content?: AcpContent | readonly AcpToolContent[] | null
  readonly messageId?: string | null
  readonly toolCallId?: string
  readonly title?: string | null
  readonly name?: string | null
  readonly kind?: string | null
  readonly status?: string | null
  readonly rawInput?: unknown
  readonly rawOutput?: unknown
  readonly cost?: { readonly amount?: number; readonly currency?: string } | null
  readonly _meta?: Meta
}

/** Without the fields that say nothing. */
export const withoutGaps = (update: AcpUpdate): AcpUpdate =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined && value !== null))

/** A failure that an agent tells beside the protocol, which has no place for one in a turn. */
export interface AcpFailure {
  readonly title: string
  /** The agent tries again by itself. */
  readonly isWarning: boolean
}

/** The extension in which agents of the Codex adapter tell failures. Without it they would say them as their answer. */
export const failureExtension = {
  jetbrains: { air: { version: 1, capabilities: ['sessionFailure'] } },
} as const

/** Notices, such as one about the agent's own settings, are no failures. */
export function failureIn(meta: Meta | undefined): AcpFailure | null {
  const { sessionFailure } = fieldsOf(fieldsOf(fieldsOf(meta).jetbrains).air)
  const { title, severity, category } = fieldsOf(sessionFailure)
  return typeof title === 'string' && category !== 'unknown'
    ? { title, isWarning: severity !== 'error' }
    : null
}

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
