/** As much of @openai/codex-sdk as this provider uses. The package is optional, and so are its types. */
import type { SdkPackage } from '../../runner/installed-sdk.ts'

export const codexPackage: SdkPackage = {
  provider: 'codex',
  name: '@openai/codex-sdk',
  version: '0.163.0',
  exported: 'Codex',
  program: { packages: '@openai/codex', file: /\/codex(?:\.exe)?$/ },
}

export interface CodexSdk {
  readonly Codex: new (
    options: Readonly<Record<string, unknown>>,
  ) => {
    startThread(options: Readonly<Record<string, unknown>>): CodexThread
    resumeThread(id: string, options: Readonly<Record<string, unknown>>): CodexThread
  }
}

export interface CodexThread {
  runStreamed(
    input: CodexInput,
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly events: AsyncIterable<CodexEvent> }>
}

export type CodexInput =
  | string
  | readonly (
      | { readonly type: 'text'; readonly text: string }
      | { readonly type: 'local_image'; readonly path: string }
    )[]

/** Fields are there or not by type and version: everything but the type is optional. */
export interface CodexEvent {
  readonly type: string
  readonly thread_id?: string
  /** Of the thread so far, not of the turn. */
  readonly usage?: CodexUsage
  readonly message?: string
  readonly error?: { readonly message?: string }
  readonly item?: CodexItem
}

export interface CodexItem {
  readonly id?: string
  readonly type: string
  readonly text?: string
  readonly command?: string
  /** Of a command, all that it printed. */
  readonly aggregated_output?: string
  readonly exit_code?: number | null
  readonly message?: string
  readonly status?: string
  readonly tool?: string
  readonly query?: string
  readonly changes?: readonly { readonly path: string; readonly kind: string }[]
  /** Of a call of a tool server. */
  readonly result?: { readonly content?: readonly { readonly text?: string }[] } | null
  readonly error?: { readonly message?: string } | null
}

/** Input counts the tokens that came from the cache or went into it, too. */
export interface CodexUsage {
  readonly input_tokens?: number
  readonly cached_input_tokens?: number
  readonly cache_write_input_tokens?: number
  readonly output_tokens?: number
}
