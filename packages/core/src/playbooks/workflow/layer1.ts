/** Owns the verdict of the mechanical checks: computed from exit codes and the real diff, never from an agent's word. */
import type { ChangedFile } from '../../effects/measure-change.ts'
import type { Mark } from '../../effects/scan-files.ts'
import type { Check } from '../../kernel/check.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import { hasPassed, summaryOf } from '../../work/check-summary.ts'
import type { ProjectCommands, WorkflowInput } from './input.ts'
import { type SectionName, sectionNames, type VerifyReport, type VerifySection } from './verify-report.ts'

const commandOf: Readonly<Record<SectionName, keyof ProjectCommands>> = {
  Build: 'build',
  Test: 'test',
  Lint: 'lint',
  'Type Check': 'typeCheck',
}

export type CheckPart = 'build' | 'rest'
type Checking = Pick<WorkflowInput, 'commands' | 'checkTimeoutMs'>

/** Every check of the change, as a merge wants it. */
export const allChecks = ({ commands, checkTimeoutMs }: Checking): readonly Check[] =>
  sectionNames.flatMap((name) => {
    const run = commands[commandOf[name]]
    return run === null ? [] : [{ name, run, timeoutMs: checkTimeoutMs, claims: [] }]
  })

/** The build comes first: if it fails, the others are skipped. */
export const checksOf = (input: Checking, part: CheckPart): readonly Check[] =>
  allChecks(input).filter(({ name }) => (name === 'Build') === (part === 'build'))

interface Layer1 {
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
  const sections = sectionNames.map((name) =>
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

const counted = { Build: null, Test: 'tests', Lint: 'warnings', 'Type Check': null } as const

function sectionOf(
  name: SectionName,
  command: string | null,
  evidence: readonly Evidence[],
  isSkipped: boolean,
): VerifySection {
  const section = { name, command, output: '' }
  if (isSkipped) return { ...section, result: 'SKIPPED', summary: 'the build failed' }
  if (command === null) return { ...section, result: 'SKIPPED', summary: 'no command' }
  const ran = evidence.findLast(({ check }) => check === name)
  if (ran === undefined) return { ...section, result: 'FAIL', summary: 'it did not run' }
  return {
    ...section,
    result: hasPassed(ran) ? 'PASS' : 'FAIL',
    summary: summaryOf(ran, counted[name]),
    output: ran.outputTail,
  }
}

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
