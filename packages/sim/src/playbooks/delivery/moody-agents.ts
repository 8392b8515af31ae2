/** Owns agents whose every turn is drawn from the seed: good work, bad work, and all that can happen instead of work. */

import type { RunAgent } from '@harness/core/effects/run-agent'
import type { AgentError, AgentErrorKind } from '@harness/core/kernel/agent'
import { type Finding, severities } from '@harness/core/kernel/finding'
import { minuteMs } from '@harness/core/kernel/minute'
import { needKinds } from '@harness/core/kernel/need'
import { troubleClassOf } from '@harness/core/kernel/trouble'
import type { Answer } from '@harness/core/playbooks/delivery/answers'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import { turnOf } from '../../world/agent-turn.ts'
import type { AgentAct, Agents } from '../../world/agents.ts'
import type { Files } from '../../world/repository.ts'
import { removedTestPath } from '../../world/run-agent.ts'
import { featurePath } from '../../world/run-checks.ts'
import type { Weather } from '../../world/weather.ts'
import { type Blemishes, blemishesOf, findingOf, findingsIn, fixed, flawless, implemented } from './work.ts'

const titles = ['Off by one', 'Name is odd', 'Leaks a handle', 'No test'] as const
const fatal = ['auth', 'billing', 'invalid', 'budget'] as const
const transient = ['overloaded', 'network'] as const
const ambiguous = ['context', 'max_turns', 'schema', 'timeout', 'aborted', 'unknown'] as const

export function moodyAgents(stage: Stage, weather: Weather): Agents {
  return {
    turnOf(command, files, turn) {
      const luck = stage.random.about(`${command.id} turn ${turn}`)
      const strikes = (fault: Parameters<Weather['strikes']>[0]): boolean => weather.strikes(fault, luck)
      const version = `${command.id}#${turn}`
      const act = (): AgentAct => {
        const trouble = troubleFor(strikes, luck, stage.wall.now())
        if (trouble !== null) {
          const left = luck.chance(0.5)
            ? implemented(files, `half ${version}`, { bugs: ['test'], flaws: [] })
            : files
          if (trouble === 'hangs') return { type: 'hangs', files: left }
          stage.tally.note(`agent error: ${trouble.kind} (${troubleClassOf(trouble.kind)})`)
          return { type: 'fails', files: left, error: trouble }
        }
        if (command.role === 'pr-writer' && !strikes('reviewer gives no verdict'))
          return { type: 'pull-text', files }
        return command.mode === 'review'
          ? review(files, version, strikes, luck)
          : write(command, files, version, strikes, luck)
      }
      const durationMs = strikes('agent is slow') ? luck.int(30, 55) * minuteMs : luck.int(1, 12) * minuteMs
      return turnOf(command, act(), durationMs, stage.random)
    },
  }
}

type Strikes = (fault: Parameters<Weather['strikes']>[0]) => boolean

function troubleFor(strikes: Strikes, luck: Random, now: number): AgentError | 'hangs' | null {
  const error = (kind: AgentErrorKind): AgentError => ({ kind, message: `it was ${kind}` })
  if (strikes('agent hangs')) return 'hangs'
  if (strikes('agent dies')) return error('unknown')
  if (strikes('agent is limited, reset known'))
    return { ...error('rate_limit'), resetsAt: now + luck.int(1, 300) * minuteMs }
  if (strikes('agent is limited, reset past'))
    return { ...error('rate_limit'), resetsAt: now - luck.int(2, 60) * minuteMs }
  if (strikes('agent is limited, reset beyond belief'))
    return { ...error('rate_limit'), resetsAt: now + 400 * 24 * 60 * minuteMs }
  if (strikes('agent is limited, reset unknown')) return error('rate_limit')
  if (strikes('agent meets a fatal error')) return error(luck.pick(fatal))
  if (strikes('agent meets a transient error')) return error(luck.pick(transient))
  if (strikes('agent meets an ambiguous error')) return error(luck.pick(ambiguous))
  return null
}

function write(command: RunAgent, files: Files, version: string, strikes: Strikes, luck: Random): AgentAct {
  if (strikes('agent changes nothing')) return { type: 'text', files }
  const half = luck.chance(0.5) ? implemented(files, `half ${version}`, { bugs: ['test'], flaws: [] }) : files
  if (strikes('agent needs a person'))
    return {
      type: 'need',
      files: half,
      need: { kind: luck.pick(needKinds), what: 'a key', why: 'to go on', how: '' },
    }
  if (strikes('agent needs what it could decide'))
    return { type: 'need', files: half, need: { kind: null, what: 'a name', why: '', how: '' } }
  if (strikes('agent removes a test'))
    return { type: 'text', files: { ...implemented(files, version, flawless), [removedTestPath]: version } }
  const blemishes: Blemishes = {
    bugs: strikes('agent writes a bug') ? [luck.pick(['test', 'lint', 'e2e'])] : [],
    flaws: strikes('agent writes a flaw') ? flawsOf(luck) : [],
  }
  if (command.role === 'implementer') return { type: 'text', files: implemented(files, version, blemishes) }
  const known = blemishesOf(files)
  if (strikes('fixer goes in circles')) {
    const flaws = known.flaws.includes('High|Too slow') ? ['High|Too large'] : ['High|Too slow']
    return { type: 'text', files: fixed(files, version, { bugs: [], flaws }) }
  }
  if (strikes('fixer disputes a finding')) return disputed(known, half, luck)
  if (strikes('fixer fixes nothing')) return { type: 'text', files: implemented(files, version, known) }
  return { type: 'text', files: fixed(files, version, blemishes) }
}

/** It disputes what is wrong, or what a reviewer may have invented; the lane may hold other work. */
function disputed({ flaws }: Blemishes, files: Files, luck: Random): AgentAct {
  const [, title = luck.pick(titles)] = luck.pick([...flaws, '']).split('|')
  const output: Answer = { kind: 'dispute', disputes: [{ title, why: 'the plan asks for it' }] }
  return { type: 'says', files, output }
}

const flawsOf = (luck: Random): readonly string[] =>
  titles.filter(() => luck.chance(0.4)).map((title) => `${luck.pick(severities)}|${title}`)

function review(files: Files, version: string, strikes: Strikes, luck: Random): AgentAct {
  if (strikes('reviewer breaks its contract')) return { type: 'breaks-contract', files }
  if (strikes('reviewer gives no verdict')) return { type: 'text', files }
  if (strikes('reviewer says nothing')) return { type: 'review', files, findings: [], sentinel: false }
  const seen = strikes('reviewer overlooks a flaw') ? [] : findingsIn(files)
  const findings: readonly Finding[] = strikes('reviewer invents a finding')
    ? [...seen, findingOf(luck.pick(severities), luck.pick(titles), featurePath)]
    : seen
  const grave = findings.some(({ severity }) => severity !== 'Low')
  const sentinel = !grave || strikes('reviewer says the sentinel beside a finding')
  const left = strikes('reviewer edits files')
    ? { ...files, 'src/reviewer.js': `written by ${version}` }
    : files
  return { type: 'review', files: left, findings, sentinel }
}
