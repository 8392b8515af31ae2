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
import { digestsOf, readProgram } from '../../documents/program-files.ts'
import { syntaxProblem } from '../../documents/program-syntax.ts'
import { guardTrusted, type TrustedFiles } from '../../documents/trusted-files.ts'
import { importProgram, ProgramFailed, runProgram } from '../../documents/user-program.ts'

export const isProgram = (file: string): boolean => /\.[cm]?[jt]s$/.test(file)

/** Throws if there is something wrong with a script. One that is a program is only parsed: its value is not known. */
export async function checkScript(repoRoot: string, file: string): Promise<void> {
  if (!isProgram(file)) return void (await loadScript(repoRoot, file))
  await scriptText(repoRoot, file)
  const problem = await syntaxProblem(repoRoot, await readProgram(repoRoot, file))
  if (problem !== null) throw cannotRun(file, problem)
}

/**
 * `file` is relative to the operator's checkout; an agent's lane cannot change it. What is executed are exactly the bytes
 * that were compared with `trusted`.
 */
export async function loadScript(
  repoRoot: string,
  file: string,
  trusted?: TrustedFiles,
): Promise<Script | ScriptFunction> {
  if (isProgram(file)) return exportedScript(repoRoot, file, trusted)
  const text = await scriptText(repoRoot, file)
  guardTrusted(trusted, { [file]: text })
  const read = parseScriptText(text, file)
  if (!read.ok) throw userErrorOf('script', read.problems)
  return read.value
}

async function exportedScript(
  repoRoot: string,
  file: string,
  trusted: TrustedFiles | undefined,
): Promise<Script | ScriptFunction> {
  await scriptText(repoRoot, file)
  const path = join(repoRoot, file)
  const program = await readProgram(repoRoot, file)
  guardTrusted(trusted, program.modules)
  const digests = await digestsOf(repoRoot, program)
  const exported = await importProgram(path, digests).catch((cause: unknown) => {
    if (!(cause instanceof ProgramFailed)) throw cause
    throw cannotRun(file, cause.message, cause)
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

const cannotRun = (file: string, why: string, cause?: unknown): UserError =>
  new UserError('script-invalid', `The agent script ${file} could not be run: ${why}`, {
    next: `Correct ${file}, then check again with: harness doctor`,
    cause,
  })

export async function scriptText(repoRoot: string, file: string): Promise<string> {
  try {
    return await readFile(join(repoRoot, file), 'utf8')
  } catch (cause) {
    throw new UserError('script-missing', `The agent script ${file} cannot be read.`, {
      next: 'Set agent.script in harness.config.json to a .yaml, .json or .ts file.',
      cause,
    })
  }
}
