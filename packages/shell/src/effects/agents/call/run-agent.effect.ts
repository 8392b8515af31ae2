/** Owns the record of RunAgent. Repeated, a recorded outcome that the lane still shows stands; else the agent runs again. */
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { OutcomeOf } from '@harness/core/kernel/effect'
import { phaseOf } from '@harness/core/kernel/ids'
import type { Effect, Endings } from '../../effect.ts'
import { commandFailed } from '../../failure-endings.ts'
import { line, oneLine } from '../../progress-line.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import { agentEndings } from './agent-endings.ts'
import { withNames, withPicturePaths } from './named-places.ts'
import { runAgentCommand } from './run-agent-command.ts'

/** `Answer` is what the contracts of the playbook's roles read: the call has checked it by then. */
export const runAgentEffect = <Answer>(): Effect<RunAgent<Answer>, AgentPorts> => ({
  type: 'RunAgent',
  async perform(command, attempt, ports) {
    const outcome = await runAgentCommand(withPicturePaths(command, ports), attempt, ports)
    return withNames(outcome, ports) as OutcomeOf<RunAgent<Answer>>
  },
  carriesNotes: true,
  started(command, sight) {
    const aside = sight.aside(command)
    const begins = `the ${command.role} begins${aside === null ? '' : `, ${oneLine(aside)}`}`
    return line(phaseOf(command.id), begins, { begins: true })
  },
  underWay: ({ role }) => role,
  resumes: ({ role }) => [`the ${role}`],
  outcomes: { ...agentEndings, CommandFailed: commandFailed } as Endings<OutcomeOf<RunAgent<Answer>>>,
})
