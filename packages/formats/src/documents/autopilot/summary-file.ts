/** Owns `summary.md`: the state of a session on a few lines, for people. */
import { oneLine } from '@harness/core/kernel/one-line'

export interface SessionSummary {
  readonly session: string
  readonly lastActive: string
  readonly skill: string
  readonly phase: string
  readonly status: string
  readonly spec: string
  readonly plan: string | null
  readonly keyContext: string
  readonly nextStep: string
}

export function printSummary(summary: SessionSummary): string {
  const fields = [
    ['Session', summary.session],
    ['Last active', summary.lastActive],
    ['Skill', summary.skill],
    ['Phase', summary.phase],
    ['Status', summary.status],
    ['Spec', summary.spec],
    ['Plan', summary.plan ?? ''],
    ['Key context', summary.keyContext],
    ['Next step', summary.nextStep],
  ] as const
  const lines = fields.map(([name, value]) => `- **${name}:** ${oneLine(value) || 'none'}`)
  return `# Session summary\n\n${lines.join('\n')}\n`
}
