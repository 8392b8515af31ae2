/** Owns reading the scripted agent's script from the target repository: YAML, JSON, or TypeScript that exports either form. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Script, ScriptFunction } from '@harness/core/kernel/script'
import { UserError } from '@harness/core/kernel/user-error'
import {
  parseScriptText,
  parseScriptTurn,
  parseScriptValue,
} from '@harness/formats/records/script/parse-script'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { importProgram, ProgramFailed, runProgram } from '../../documents/user-program.ts'

/** `file` is relative to the operator's checkout; an agent's lane cannot change it. */
export async function loadScript(repoRoot: string, file: string): Promise<Script | ScriptFunction> {
  if (/\.[cm]?[jt]s$/.test(file)) return exportedScript(repoRoot, file)
  const read = parseScriptText(await textOf(repoRoot, file), file)
  if (!read.ok) throw userErrorOf('script', read.problems)
  return read.value
}

async function exportedScript(repoRoot: string, file: string): Promise<Script | ScriptFunction> {
  await textOf(repoRoot, file)
  const path = join(repoRoot, file)
  const exported = await importProgram(path).catch((cause: unknown) => {
    if (!(cause instanceof ProgramFailed)) throw cause
    throw new UserError('script-invalid', `The agent script ${file} could not be run: ${cause.message}`, {
      next: `Correct ${file}, then check again with: harness doctor`,
      cause,
    })
  })
  if (typeof exported === 'function') {
    return async (call) => {
      const turn = parseScriptTurn(await runProgram(path, () => exported(call)), file)
      if (!turn.ok) throw userErrorOf('script', turn.problems)
      return turn.value
    }
  }
  const read = parseScriptValue(exported, file)
  if (!read.ok) throw userErrorOf('script', read.problems)
  return read.value
}

async function textOf(repoRoot: string, file: string): Promise<string> {
  try {
    return await readFile(join(repoRoot, file), 'utf8')
  } catch (cause) {
    throw new UserError('script-missing', `The agent script ${file} cannot be read.`, {
      next: 'Set agent.script in harness.config.json to a .yaml, .json or .ts file.',
      cause,
    })
  }
}
