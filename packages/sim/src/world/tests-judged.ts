import type { RunAgent } from '@harness/core/effects/run-agent'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { type Evidence, passed } from '@harness/core/kernel/evidence'
import { type TestRulingsAnswer, testJudge } from '@harness/core/work/test-judge'
import type { Checker } from '../engine/checker.ts'
import { baseTip } from './base-branch.ts'
import type { Site } from './ground.ts'
import { checksIn, planIn } from './judged-turn.ts'

interface Shown {
  readonly lane: string
  readonly tree: string
  readonly key: string
}

/**
 * Nothing is merged on checks with a doubt that neither words of the plan nor a person justify, and no playbook ever
 * sees such checks as passed. Looks at the journal, and at what a playbook keeps of checks.
 */
export function testsJudged<State>(site: Site): Checker<State> {
  const commands = new Map<string, AnyCommand>()
  /** By lane and check, the newest doubt; null if the newest run of the check had none. */
  const newest = new Map<string, Shown | null>()
  const ruled = new Set<string>()
  const rule = (lane: string, checks: readonly string[]): void => {
    for (const check of checks) {
      const shown = newest.get(`${lane} ${check}`)
      if (shown != null) ruled.add(`${lane} ${check} ${shown.key}`)
    }
  }
  return {
    name: 'tests judged',
    durable(event) {
      if (isRunEvent(event, 'CommandIssued')) commands.set(event.command.id, event.command)
      const command = 'commandId' in event ? commands.get(event.commandId) : undefined
      if (command === undefined) return null
      if (event.type === 'ChecksFinished') {
        const { lane, tree } = command as RunChecks
        for (const item of (event as unknown as { readonly evidence: readonly Evidence[] }).evidence) {
          const key = doubtOf(item)
          newest.set(`${lane} ${item.check}`, key === null ? null : { lane, tree, key })
        }
      }
      const given = rulingIn(event, command)
      if (given !== null) rule(given.lane, given.checks)
      return null
    },
    folded(_event, state) {
      const item = passedInDoubt(state)
      return item === null
        ? null
        : `the playbook sees ${item.check} pass on ${item.tree}, which has no ruling`
    },
    changed({ kind }) {
      if (kind !== 'merged') return null
      const { tree } = baseTip(site)
      for (const [about, shown] of newest)
        if (shown !== null && shown.tree === tree && !ruled.has(`${about} ${shown.key}`))
          return `merged tree ${tree}, on which ${about} is in doubt`
      return null
    },
  }
}

/** Null if the check failed, or nothing is in doubt. */
function doubtOf({ exitCode, problem, tests, executed, executedOnBase }: Evidence): string | null {
  if (exitCode !== 0 || problem !== null) return null
  const fails = tests?.withBase != null && tests.withBase.exitCode !== 0
  const missing = Math.max(0, (executedOnBase ?? 0) - (executed ?? executedOnBase ?? 0))
  return fails || missing > 0 ? `${fails ? tests.files.join(' ') : ''} ${missing}` : null
}

interface Given {
  readonly lane: string
  readonly checks: readonly string[]
}

function rulingIn(event: AnyEvent, command: AnyCommand): Given | null {
  if (event.type === 'GateAnswered') {
    const { gate } = command as unknown as {
      readonly gate: { readonly name: string; readonly question: string }
    }
    const { choice } = (event as unknown as { readonly answer: { readonly choice: string } }).answer
    const [, lane = '', checks = ''] = /the lane (\S+) weakens .* that \(([^)]*)\)/.exec(gate.question) ?? []
    return gate.name === 'tests-weakened' && choice === 'let-stand'
      ? { lane, checks: checks.split(', ') }
      : null
  }
  if (event.type !== 'AgentFinished') return null
  const call = command as RunAgent
  const { answer, violation } = event as unknown as {
    readonly answer: TestRulingsAnswer
    readonly violation: unknown
  }
  if (call.role !== testJudge || violation !== null) return null
  const plan = planIn(call)
  const asked = new Set(checksIn(call))
  const justified = answer.rulings.filter(
    ({ check, justified: says, quote }) => says && asked.has(check) && quote !== '' && plan.includes(quote),
  )
  return { lane: call.lane, checks: justified.map(({ check }) => check) }
}

/**
 * Wherever a playbook keeps evidence; what waits for its ruling is not the playbook's. Beside a failed check nothing is
 * ruled on: all of them run again.
 */
function passedInDoubt(value: unknown): Evidence | null {
  if (value === null || typeof value !== 'object') return null
  if (Array.isArray(value) && value.some((one) => hasFailed(one))) return null
  if (isEvidence(value)) return doubtOf(value) !== null && value.tests?.ruling === undefined ? value : null
  for (const [name, part] of Object.entries(value)) {
    if (name === 'judgedTests' || name === 'input') continue
    const found = passedInDoubt(part)
    if (found !== null) return found
  }
  return null
}

const hasFailed = (one: unknown): boolean =>
  one !== null && typeof one === 'object' && isEvidence(one) && !passed(one)

const isEvidence = (value: object): value is Evidence => 'outputDigest' in value && 'exitCode' in value
