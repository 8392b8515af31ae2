/** Owns agents that do what a scenario says, turn by turn, and good work if it says nothing. */

import type { RunAgent } from '@harness/core/effects/run-agent'
import { phaseOf } from '@harness/core/kernel/ids'
import type { Stage } from '../engine/scenario.ts'
import { findingsIn, fixed, flawless, implemented } from '../playbooks/delivery/work.ts'
import { turnOf } from '../world/agent-turn.ts'
import type { AgentAct, Agents } from '../world/agents.ts'
import type { Files } from '../world/repository.ts'

/** `implement 1`, `fix 2`: what the first implementer, the second fixer does. */
export type Script = Readonly<Record<string, (files: Files, version: string, now: number) => AgentAct>>

export function scriptedAgents(stage: Stage, script: Script): Agents {
  return {
    turnOf(command, files) {
      const act = script[turnName(command)] ?? goodWork(command)
      return turnOf(command, act(files, command.id, stage.wall.now()), 120_000, stage.random)
    },
  }
}

const turnName = (command: RunAgent): string => `${phaseOf(command.id)} ${command.id.split('/').at(-1)}`

const goodWork =
  (command: RunAgent): Script[string] =>
  (files, version) => {
    switch (command.role) {
      case 'implementer':
        return { type: 'text', files: implemented(files, version, flawless) }
      case 'fixer':
        return { type: 'text', files: fixed(files, version, flawless) }
      case 'pr-writer':
        return { type: 'pull-text', files }
      default: {
        const findings = findingsIn(files)
        return { type: 'review', files, findings, sentinel: findings.length === 0 }
      }
    }
  }
