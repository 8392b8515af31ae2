/** Owns what init makes of a config that is there already: ours, one to adopt, or one of another tool. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { innerConfig, jsonConfig, programConfig } from '@harness/formats/config/config-place'
import { foreignFields } from '@harness/formats/config/foreign-config'
import { parseConfigText } from '@harness/formats/config/parse-config'
import { describeProblem, type FormatProblem } from '@harness/formats/text/format-problem'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { gitOk } from '@harness/shell/machine/git/git'
import { type Adopted, adoptConfig } from './adopt-config.ts'

export type There =
  | { readonly type: 'free' | 'foreign'; readonly existing: null }
  | { readonly type: 'complete'; readonly existing: string }
  /** Nothing can be read of it. */
  | { readonly type: 'broken'; readonly existing: string; readonly problems: readonly FormatProblem[] }
  | {
      readonly type: 'incomplete'
      readonly existing: string
      readonly written: Readonly<Record<string, unknown>>
      readonly why: string
    }

export function whatIsThere(root: string): There {
  if (textAt(root, programConfig) !== null) return { type: 'complete', existing: programConfig }
  const text = textAt(root, jsonConfig)
  const written = jsonObjectIn(text ?? '')
  const isForeign = written !== null && foreignFields(written).length > 0
  const inner = textAt(root, innerConfig)
  if (inner !== null && (text === null || isForeign)) return ourConfig(inner, innerConfig)
  if (text === null) return { type: 'free', existing: null }
  return isForeign ? { type: 'foreign', existing: null } : ourConfig(text, jsonConfig)
}

function ourConfig(text: string, existing: string): There {
  const read = parseConfigText(text, existing)
  if (read.ok) return { type: 'complete', existing }
  const { problems } = read
  const written = jsonObjectIn(text)
  // Only the file at the top can be adopted.
  if (written === null || existing !== jsonConfig) return { type: 'broken', existing, problems }
  return {
    type: 'incomplete',
    existing,
    written,
    why: problems.slice(0, 3).map(describeProblem).join('\n'),
  }
}

function textAt(root: string, file: string): string | null {
  try {
    return readFileSync(join(root, file), 'utf8')
  } catch {
    return null
  }
}

/** What is replaced must be in git. */
export async function readAdopted(
  root: string,
  written: Readonly<Record<string, unknown>>,
): Promise<Adopted> {
  const { stdout } = await gitOk(root, ['status', '--porcelain', '--', jsonConfig])
  if (stdout.trim() !== '')
    throw new UserError('dirty-tree', `${jsonConfig} is not committed, and --adopt would replace it.`, {
      next: `git add ${jsonConfig} && git commit -m "Keep the config", then: harness init --adopt`,
    })
  return adoptConfig(written, jsonConfig)
}

/** Where repositories of this kind keep their state. */
export const stateDirThere = (root: string): Readonly<Record<string, unknown>> =>
  textAt(root, '.orchestrator/state.json') === null ? {} : { stateDir: '.orchestrator' }
