/** Owns what checkers of an autopilot read from the journal: what a command is about, and which gate an answer is for. */
import type { Command, Event, RunAgent } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { AutopilotPlaybook, AutopilotRun } from './autopilot-run.ts'

/** What an id says: `<run>/execute/phase-1-task-2/3`. */
export interface About {
  readonly does: string
  readonly subject: string
  /** The number of its phase; null if it is about none. */
  readonly phase: number | null
  readonly task: string | null
}

export function aboutOf(id: string): About {
  const [, does = '', subject = ''] = id.split('/')
  const [, phase, task = null] = /^phase-(\d+)(?:-task-(.+))?$/.exec(subject.replace(/-fix$/, '')) ?? []
  return { does, subject, phase: phase === undefined ? null : Number(phase), task }
}

export const isExecutor = (command: Command): command is RunAgent =>
  command.type === 'RunAgent' && command.role === 'autopilot/task-executor'

export type Answered = Extract<Event, { readonly type: 'GateAnswered' }>

/** Commands by id, as they were issued. */
export class Issued {
  private readonly commands = new Map<string, Command>()

  hear(event: Event): void {
    if (event.type === 'CommandIssued') this.commands.set(event.command.id, event.command)
  }

  of(id: string): Command | undefined {
    return this.commands.get(id)
  }

  /** The name of the gate that is answered. */
  gateOf({ commandId }: Answered): string {
    const command = this.commands.get(commandId)
    return command?.type === 'AskHuman' ? command.gate.name : ''
  }

  /** The whole question: what it asks, and what it shows. */
  questionOf({ commandId }: Answered): string {
    const command = this.commands.get(commandId)
    return command?.type === 'AskHuman' ? `${command.gate.question}\n${command.gate.detail}` : ''
  }
}

/** Folds the journal beside the run, so that a checker sees each state even if the process died before it did. */
export function folding(
  playbook: AutopilotPlaybook,
  input: AutopilotInput,
): (event: Event) => { readonly before: AutopilotRun; readonly after: AutopilotRun } {
  let state = playbook.initialState(input)
  return (event) => {
    const before = state
    state = playbook.evolve(before, event)
    return { before, after: state }
  }
}
