/** Finds commands of a handbook's verification and closes that would not start in a lane. Runs none of them. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HandbookPhase } from '@harness/core/playbooks/handbook/handbook-document'
import { handbookFile } from '@harness/core/playbooks/handbook/handbook-document'
import type { Verification } from '@harness/core/playbooks/handbook/input'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { packageScripts } from '@harness/formats/config/package-scripts'
import type { LintFinding } from '@harness/formats/documents/handbook/lint-handbook'
import {
  commandsIn,
  fileOf,
  findProgram,
  isBuiltin,
  programOf,
  scriptOf,
} from '../../effects/checks/command-line.ts'
import { isCommitted } from '../../machine/git/committed-file.ts'
import { isCommittable } from '../../machine/git/is-ignored.ts'
import { searchEnvironment } from '../../machine/process/program-search.ts'

interface Place {
  readonly repoRoot: string
  readonly config: Pick<HarnessConfig, 'lanes'>
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** `scripts` are those of the committed package.json. A close may call what a prompt before it makes: that only warns. */
export async function missingCommands(
  place: Place,
  { always, whereTouched }: Verification,
  phases: readonly HandbookPhase[],
  scripts: readonly string[],
): Promise<readonly LintFinding[]> {
  const findings: LintFinding[] = []
  const tell = async (severity: LintFinding['severity'], file: string, what: string, run: string) => {
    const problem = await whyMissing(place, run, scripts)
    if (problem !== null)
      findings.push({
        severity,
        rule: 'command-missing',
        file,
        line: null,
        column: null,
        promptId: null,
        message: `${what} \`${run}\`: ${problem}`,
      })
  }
  for (const { run } of [...always, ...whereTouched.checks])
    await tell('error', 'harness.config.json', 'Verification', run)
  for (const { number, close } of phases)
    if (close !== null && (close.box ?? 'open') === 'open')
      for (const run of close.commands) await tell('warning', handbookFile, `Phase ${number} close`, run)
  return findings
}

/** Null if nothing speaks against it. */
async function whyMissing(
  { repoRoot, config, environment }: Place,
  run: string,
  scripts: readonly string[],
): Promise<string | null> {
  for (const command of commandsIn(run)) {
    const program = programOf(command)
    if (program === null || isBuiltin(program)) continue
    const problem = /^[^/].*\/|^\.\//.test(program)
      ? await fileMissing(repoRoot, program, config.lanes.setup.length > 0)
      : programMissing(repoRoot, program, environment.PATH ?? searchEnvironment().PATH ?? '')
    if (problem !== null) return problem
    const file = fileOf(command)
    const missing = file === null ? null : await fileMissing(repoRoot, file, config.lanes.setup.length > 0)
    // A build makes files that git ignores.
    if (file !== null && missing !== null && (await isCommittable(repoRoot, file))) return missing
    const script = scriptOf(command)
    if (script !== null && !scripts.includes(script)) return scriptMissing(repoRoot, script)
  }
  return null
}

const programMissing = (repoRoot: string, program: string, path: string): string | null =>
  findProgram(program, repoRoot, path) === null ? `${program} is not on the PATH.` : null

/** A lane has what is committed, and what its setup makes of that. */
async function fileMissing(repoRoot: string, program: string, isSetUp: boolean): Promise<string | null> {
  if (isSetUp || (await isCommitted(repoRoot, program.replace(/^(?:\.\/)+/, '')))) return null
  return `${program} is not committed, so no lane has it.`
}

function scriptMissing(repoRoot: string, script: string): string {
  const file = join(repoRoot, 'package.json')
  const here = existsSync(file) ? packageScripts(readFileSync(file, 'utf8')) : []
  const isHere = here.some(({ name }) => name === script)
  return `the committed package.json has no script ${script}.${isHere ? ' The one in your checkout has: commit it.' : ''}`
}
