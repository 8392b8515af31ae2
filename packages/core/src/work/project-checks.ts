/** Owns the mechanical checks of a project: build, test, lint and type check, and what each of them came to. */
import type { Check } from '../kernel/check.ts'
import type { Evidence } from '../kernel/evidence.ts'
import { hasPassed, summaryOf } from './check-summary.ts'

/** Null if the project has none. */
export interface ProjectCommands {
  readonly build: string | null
  readonly test: string | null
  readonly lint: string | null
  readonly typeCheck: string | null
}

/** In the order in which they run. */
const kinds = [
  { name: 'Build', command: 'build', counts: null },
  { name: 'Test', command: 'test', counts: 'tests' },
  { name: 'Lint', command: 'lint', counts: 'warnings' },
  { name: 'Type Check', command: 'typeCheck', counts: null },
] as const

export interface CheckedSection {
  readonly name: (typeof kinds)[number]['name']
  /** Null if the project has none. */
  readonly command: string | null
  /** A skipped one never decides. */
  readonly result: 'PASS' | 'FAIL' | 'SKIPPED'
  /** `12/12`, `0e/2w`, `no tests`, or why it was skipped; empty if there is nothing to say. */
  readonly summary: string
  /** The end of its output; empty if it did not run. */
  readonly output: string
  /** Its evidence is not of a clean room. */
  readonly inPlace?: true
}

export interface Checking {
  readonly commands: ProjectCommands
  readonly checkTimeoutMs: number
}

export const projectChecks = ({ commands, checkTimeoutMs }: Checking): readonly Check[] =>
  kinds.flatMap(({ name, command }) => {
    const run = commands[command]
    return run === null ? [] : [{ name, run, timeoutMs: checkTimeoutMs, claims: [] }]
  })

/** The build comes first: if it fails, the rest is skipped. */
export type CheckPart = 'build' | 'rest'

export const checksIn = (checking: Checking, part: CheckPart): readonly Check[] =>
  projectChecks(checking).filter(({ name }) => (name === 'Build') === (part === 'build'))

export function checkedSections(
  commands: ProjectCommands,
  evidence: readonly Evidence[],
): readonly CheckedSection[] {
  const hasFailedBuild = evidence.some((one) => one.check === 'Build' && !hasPassed(one))
  return kinds.map(({ name, command, counts }) => {
    const section = { name, command: commands[command], output: '' }
    if (name !== 'Build' && hasFailedBuild)
      return { ...section, result: 'SKIPPED', summary: 'the build failed' }
    if (section.command === null) return { ...section, result: 'SKIPPED', summary: 'no command' }
    const ran = evidence.findLast(({ check }) => check === name)
    if (ran === undefined) return { ...section, result: 'FAIL', summary: 'it did not run' }
    const result = hasPassed(ran) ? 'PASS' : 'FAIL'
    const place = ran.room === 'in-place' ? { inPlace: true as const } : {}
    return { ...section, result, summary: summaryOf(ran, counts), output: ran.outputTail, ...place }
  })
}
