/** Checks whether the programs that a repository's commands begin with can be found; nothing is run. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageScripts } from '@harness/formats/config/package-scripts'
import { findProgram, isBuiltin, programOf, scriptOf } from '@harness/shell/effects/checks/command-line'
import type { Environment } from '../../line/command.ts'
import { type Diagnosis, fail, ok, warn } from '../../line/diagnosis.ts'
import { missingCheck } from '../init/draft-files.ts'

export function programCheck(id: string, line: string, root: string, env: Environment): Diagnosis {
  if (line.trim() === missingCheck.run)
    return warn(
      id,
      `${line}: this is the placeholder that harness init wrote, and it never passes`,
      'Put the command that tests this product into harness.config.json',
    )
  const program = programOf(line)
  if (program === null || isBuiltin(program)) return ok(id, line)
  const found = findProgram(program, root, env.PATH ?? '')
  if (found === null) {
    return fail(
      id,
      `${line}: ${program} was not found`,
      `Install ${program}, or correct the command in harness.config.json`,
    )
  }
  const script = missingScript(line, root)
  return script === null
    ? ok(id, `${line} (${found})`)
    : fail(
        id,
        `${line}: package.json has no script ${script}`,
        `npm pkg set scripts.${script}="…", or correct the command in harness.config.json`,
      )
}

/** The script of package.json that the line names and package.json does not have; null if none is missing. */
function missingScript(line: string, root: string): string | null {
  const script = scriptOf(line)
  if (script === null) return null
  const file = join(root, 'package.json')
  const scripts = existsSync(file) ? packageScripts(readFileSync(file, 'utf8')) : []
  return scripts.some(({ name }) => name === script) ? null : script
}
