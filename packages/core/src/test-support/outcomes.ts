/** Test support: parts of events that the stories of every playbook are told with. */

import type { ChecksFinished, RunChecks } from '../effects/run-checks.ts'
import type { Spending } from '../kernel/agent.ts'
import type { Finding, Severity } from '../kernel/finding.ts'

export const spending = (tokens = 100): Spending => ({
  usage: { input: tokens, output: 0, cacheRead: 0, cacheWrite: 0 },
  usd: 0.01,
  durationMs: 10,
  model: 'test',
})

export const finding = (severity: Severity, title: string, file: string | null = 'src/sum.js'): Finding => ({
  severity,
  title,
  detail: '',
  file,
  line: null,
})

/** Every check of the command ended in the same way. */
export const checksEnded = (
  command: RunChecks,
  at: number,
  exitCode: number | null,
  problem: string | null,
  printed = exitCode === 0 ? 'ok' : 'expected 3, got 2',
): ChecksFinished => ({
  type: 'ChecksFinished',
  at,
  commandId: command.id,
  tree: command.tree,
  evidence: command.checks.map((check) => ({
    check: check.name,
    run: check.run,
    tree: command.tree,
    exitCode,
    problem,
    outputDigest: 'digest',
    outputTail: printed,
    durationMs: 5,
    claims: [],
  })),
})

/** Every check of the command passed, and printed how many tests it executed, or that its cache answered. */
export function checksCounted(
  command: RunChecks,
  at: number,
  executed: number | null,
  executedOnBase: number | null,
  cached = false,
): ChecksFinished {
  const event = checksEnded(command, at, 0, null)
  return {
    ...event,
    evidence: event.evidence.map((item) => ({
      ...item,
      executed,
      executedOnBase,
      ...(cached ? { cached } : {}),
    })),
  }
}
