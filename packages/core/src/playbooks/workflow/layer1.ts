/** Owns the verdict of the mechanical checks: computed from exit codes and the real diff, never from an agent's word. */

import type { ChangedFile } from '../../effects/measure-change.ts'
import type { Mark } from '../../effects/scan-files.ts'
import type { Check } from '../../kernel/check.ts'
import { type Evidence, passed } from '../../kernel/evidence.ts'
import type { ProjectCommands, WorkflowInput } from './input.ts'
import type { SectionName, VerifyReport, VerifySection } from './verify-report.ts'

const commandOf: Readonly<Record<SectionName, keyof ProjectCommands>> = {
  Build: 'build',
  Test: 'test',
  Lint: 'lint',
  'Type Check': 'typeCheck',
}

export type CheckPart = 'build' | 'rest'

/** The build comes first: if it fails, the others are skipped. */
export const checksOf = (
  { commands, checkTimeoutMs }: Pick<WorkflowInput, 'commands' | 'checkTimeoutMs'>,
  part: CheckPart,
): readonly Check[] =>
  (part === 'build' ? (['Build'] as const) : (['Test', 'Lint', 'Type Check'] as const)).flatMap((name) => {
    const run = commands[commandOf[name]]
    return run === null ? [] : [{ name, run, timeoutMs: checkTimeoutMs, claims: [] }]
  })

/** Every check of the change, as a merge wants it. */
export const allChecks = (input: Pick<WorkflowInput, 'commands' | 'checkTimeoutMs'>): readonly Check[] => [
  ...checksOf(input, 'build'),
  ...checksOf(input, 'rest'),
]

/** pytest ends so if it found no tests: a warning. */
const isWithoutTests = ({ run, exitCode, problem }: Evidence): boolean =>
  exitCode === 5 && problem === null && /(^|[\s/])(pytest|py\.test)(\s|$)/.test(run)

export const hasPassed = (evidence: Evidence): boolean => passed(evidence) || isWithoutTests(evidence)

export interface Layer1 {
  readonly at: number
  readonly input: WorkflowInput
  readonly evidence: readonly Evidence[]
  readonly scan: { readonly count: number; readonly marks: readonly Mark[] }
  readonly changed: readonly ChangedFile[]
  /** If a path is in the scope; everything is if there is none. */
  inScope(path: string): boolean
}

export function layer1Report({ at, input, evidence, scan, changed, inScope }: Layer1): VerifyReport {
  const hasFailedBuild = evidence.some((one) => one.check === 'Build' && !hasPassed(one))
  const sections = (['Build', 'Test', 'Lint', 'Type Check'] as const).map((name) =>
    sectionOf(name, input.commands[commandOf[name]], evidence, name !== 'Build' && hasFailedBuild),
  )
  const limits = brokenLimits(input, changed, inScope)
  const failed = sections.find(({ result }) => result === 'FAIL')
  const isBlocking = input.todoBlocking && scan.count > 0
  const result = failed !== undefined || limits.length > 0 || isBlocking ? 'FAIL' : 'PASS'
  const line =
    result === 'PASS'
      ? `PASS — ${[...sections.slice(0, 3).map(inWords), `scan ${scan.count} TODO`].join(', ')}`
      : `FAIL — ${failed !== undefined ? `${failed.name.toLowerCase()}: ${failed.summary}` : (limits[0] ?? `scan: ${scan.count} TODO`)}`
  return { at, result, line, sections, scan: { ...scan, isBlocking }, limits, words: null }
}

function sectionOf(
  name: SectionName,
  command: string | null,
  evidence: readonly Evidence[],
  isSkipped: boolean,
): VerifySection {
  const ran = evidence.findLast(({ check }) => check === name)
  if (command === null || isSkipped)
    return {
      name,
      command,
      result: 'SKIPPED',
      summary: isSkipped ? 'the build failed' : 'no command',
      output: '',
    }
  if (ran === undefined) return { name, command, result: 'FAIL', summary: 'it did not run', output: '' }
  return {
    name,
    command,
    result: hasPassed(ran) ? 'PASS' : 'FAIL',
    summary: summaryOf(name, ran),
    output: ran.outputTail,
  }
}

function summaryOf(name: SectionName, ran: Evidence): string {
  if (isWithoutTests(ran)) return 'no tests'
  if (!hasPassed(ran)) return ran.problem ?? `exit code ${ran.exitCode}${reasonIn(ran.outputTail)}`
  if (name === 'Test' && typeof ran.executed === 'number') return `${ran.executed}/${ran.executed}`
  return name === 'Lint' ? lintCounts(ran.outputTail) : ''
}

const mostInLine = 160
/** The first line that looks like the reason, else the last one. */
function reasonIn(output: string): string {
  const lines = output
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const line = lines.find((one) => /error|fail|not ok|expected|cannot|✖|✗/i.test(one)) ?? lines.at(-1) ?? ''
  return line === '' ? '' : ` (${line.slice(0, mostInLine)})`
}

/** `0e/2w`: a passing lint has no errors. */
const lintCounts = (output: string): string => `0e/${/(\d+) warnings?/.exec(output)?.[1] ?? '0'}w`

function inWords({ name, result, summary }: VerifySection): string {
  const called = name.toLowerCase()
  if (result === 'SKIPPED') return `${called} SKIPPED`
  if (name === 'Lint') return `${called} ${summary}`
  return summary === '' ? `${called} ✓` : `${called} ${summary} ✓`
}

function brokenLimits(
  { maxFiles, scope }: WorkflowInput,
  changed: readonly ChangedFile[],
  inScope: (path: string) => boolean,
): readonly string[] {
  const outside = changed.filter(({ path }) => !inScope(path)).map(({ path }) => path)
  return [
    ...(changed.length === 0 ? ['change: no file was changed'] : []),
    ...(outside.length === 0 ? [] : [`scope: outside ${scope}: ${outside.slice(0, 5).join(', ')}`]),
    ...(changed.length > maxFiles ? [`max_files: ${changed.length} files changed, at most ${maxFiles}`] : []),
  ]
}
