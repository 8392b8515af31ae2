/** Checks whether the programs that a repository's commands begin with can be found; nothing is run. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Environment } from '../command.ts'
import { missingCheck } from '../init/draft-files.ts'
import { type Diagnosis, fail, ok, warn } from './diagnosis.ts'

const builtins = new Set(
  '. : [ alias bg break case cd command continue do echo eval exec exit export false for if kill printf pwd read return set shift test time trap true type ulimit umask unset wait while {'.split(
    ' ',
  ),
)

/** `lanes.setup` and checks are lines for a shell: the first word that is no assignment is the program. */
export function programOf(line: string): string | null {
  for (const word of line.trim().split(/\s+/)) {
    if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(word)) continue
    // What the shell would still expand cannot be looked up.
    return /^[\w./+@-]+$/.test(word) || word === '[' ? word : null
  }
  return null
}

export function programCheck(id: string, line: string, root: string, env: Environment): Diagnosis {
  if (line.trim() === missingCheck.run)
    return warn(
      id,
      `${line}: this is the placeholder that harness init wrote, and it never passes`,
      'Put the command that tests this product into harness.config.json',
    )
  const program = programOf(line)
  if (program === null || builtins.has(program)) return ok(id, line)
  const found = find(program, root, env.PATH ?? '')
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

function find(program: string, root: string, path: string): string | null {
  const candidates = isAbsolute(program)
    ? [program]
    : program.includes('/')
      ? [join(root, program)]
      : path
          .split(delimiter)
          .filter((folder) => folder !== '')
          .map((folder) => join(folder, program))
  return candidates.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The script that `npm run x` names where package.json has none of that name. */
function missingScript(line: string, root: string): string | null {
  const script = /^(?:npm|pnpm|yarn|bun) run ([\w:.-]+)/.exec(line.trim())?.[1]
  if (script === undefined) return null
  try {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts?: Record<string, string>
    }
    return scripts?.[script] === undefined ? script : null
  } catch {
    return script
  }
}
