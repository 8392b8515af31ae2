/** Parses a program of the target repository for commands that only look. Nothing of it is executed. */
import { join } from 'node:path'
import type { OwnProgram } from '@harness/core/kernel/event'
import { jsonObjectIn } from '@harness/formats/text/json-value'

/** The first file that cannot be parsed, with the place and the reason; null if there is none. */
export async function syntaxProblem(repoRoot: string, { file, modules }: OwnProgram): Promise<string | null> {
  const { createJiti } = await import('jiti')
  const jiti = createJiti(join(repoRoot, file), { fsCache: false })
  for (const [name, source] of Object.entries(modules)) {
    if (!/\.[cm]?[jt]sx?$/.test(name)) continue
    const ts = /\.[cm]?tsx?$/.test(name)
    const code = jiti.transform({ source, filename: join(repoRoot, name), ts, async: true })
    // This is what jiti makes of a file that it cannot parse.
    const [, problem = ''] = /^exports\.__JITI_ERROR__ = (\{.*\})/.exec(code) ?? []
    const { line, column, message } = jsonObjectIn(problem) ?? {}
    if (message !== undefined) return `${join(repoRoot, name)}:${line}:${column}: ${String(message).trim()}`
  }
  return null
}
