/** Tells an operator everything that is wrong with a file at once, and what to do about it. */
import { UserError } from '@harness/core/kernel/user-error'
import { describeProblem, type FormatProblem } from './format-problem.ts'

const formats = {
  config: { code: 'config-invalid', what: 'The configuration', page: 'harness config' },
  acceptance: { code: 'acceptance-invalid', what: 'The acceptance file', page: 'harness release-gate' },
  plan: { code: 'plan-invalid', what: 'A plan', page: 'harness validate' },
  handbook: { code: 'handbook-invalid', what: 'The handbook', page: 'harness handbook lint' },
  features: {
    code: 'features-invalid',
    what: 'The feature queue',
    page: 'harness mission features; to resume: harness mission',
  },
  contract: {
    code: 'contract-invalid',
    what: 'The contract',
    page: 'harness mission contract; to resume: harness mission',
  },
  wishes: { code: 'phase-wishes', what: 'phases.json of the session', page: 'harness autopilot phases' },
  script: { code: 'script-invalid', what: 'The agent script', page: 'harness doctor' },
} as const

export type FormatName = keyof typeof formats

export function userErrorOf(format: FormatName, problems: readonly FormatProblem[]): UserError {
  const { code, what, page } = formats[format]
  const count = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`
  const lines = problems.map((problem) => `  ${describeProblem(problem)}`)
  const files = [...new Set(problems.map((problem) => problem.file))].join(', ')
  return new UserError(code, [`${what} has ${count}:`, ...lines].join('\n'), {
    next: `Correct ${files}, then check again with: ${page}`,
  })
}
