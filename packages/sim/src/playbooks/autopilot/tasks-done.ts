import type { CheckpointKind, Plan, PlanTask } from '@harness/core/playbooks/autopilot/documents'
import type { AgentFinished, Event } from '@harness/core/playbooks/autopilot/effects'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import type { Checker, Complaint } from '../../engine/checker.ts'
import type { AutopilotRun } from './autopilot-run.ts'
import { type Answered, aboutOf, Issued, isExecutor } from './told.ts'

/**
 * Told from the journal alone. A phase is verified only if every task of its plan was done: by an executor that reported it
 * and changed something, by a person, or, in the phase that another tool had begun, by that tool. What a person must decide
 * or do comes before a task, and what they must see comes before the phase is verified.
 */
export function tasksDone(input: AutopilotInput): Checker<AutopilotRun, Event> {
  const issued = new Issued()
  const asked: readonly CheckpointKind[] =
    input.rigor === 'fast' ? ['human-action'] : ['human-verify', 'decision', 'human-action']
  let now: Work = newWork(0)
  let plan: Plan | null = null
  /** The job that executors are called for, and the commit from which the first of them began. */
  let job = { subject: '', from: '' }

  const keyOf = ({ id, title, text }: PlanTask): string => [id, title, text].join('\n')
  const taskOf = (id: string | null): PlanTask | undefined => plan?.tasks.find((task) => task.id === id)
  const isClaimed = ({ id }: PlanTask): boolean =>
    input.adopted !== null && now.phase === input.adopted.currentPhase + 1 && input.adoptedTasks.includes(id)
  const isPassed = ({ id, title }: PlanTask, text: string): boolean =>
    now.passed.some((question) => question.includes(`task ${id} (${title})`) && question.includes(text))
  const missed = (task: PlanTask, kinds: readonly CheckpointKind[]): Complaint => {
    const checkpoint = task.checkpoints.find(
      ({ kind, text }) => kinds.includes(kind) && asked.includes(kind) && !isPassed(task, text),
    )
    return checkpoint === undefined ? null : `no person passed ${checkpoint.kind} of task ${task.id}`
  }
  const verified = (): Complaint => {
    for (const task of plan?.tasks ?? []) {
      if (isClaimed(task)) continue
      if (!now.done.has(keyOf(task))) return `phase ${now.phase} is verified without task ${task.id}`
      const complaint = missed(task, asked)
      if (complaint !== null) return complaint
    }
    return null
  }
  const called = (subject: string, startCommit: string, id: string | null): Complaint => {
    if (job.subject !== subject) job = { subject, from: startCommit }
    const task = taskOf(id)
    return task === undefined ? null : missed(task, ['decision', 'human-action'])
  }
  const executed = ({ answer, violation, commit }: AgentFinished, id: string | null): void => {
    const task = taskOf(id)
    if (task === undefined || answer.kind !== 'task' || answer.status !== 'done' || violation !== null) return
    const mayStay = task.files === null ? task.checkpoints.length > 0 : task.files.length === 0
    if (!mayStay && commit === job.from) return
    now.done.add(keyOf(task))
    now.latest = keyOf(task)
  }
  const answered = (event: Answered): void => {
    const gate = issued.gateOf(event)
    if (gate !== 'agent-failing' && gate !== 'output-missing') job = { subject: '', from: '' }
    if (gate !== 'checkpoint' || event.answer.choice === 'stop') return
    if (event.answer.choice === 'no') now.done.delete(now.latest)
    else now.passed.push(issued.questionOf(event))
  }
  return {
    name: 'tasks done',
    durable(event) {
      issued.hear(event)
      switch (event.type) {
        case 'CommandIssued': {
          const { command } = event
          const { does, subject, phase, task } = aboutOf(command.id)
          if (phase !== null && phase !== now.phase) {
            now = newWork(phase)
            plan = null
          }
          if (isExecutor(command)) return called(subject, command.startCommit, task)
          return command.type === 'RunChecks' && does === 'verify' && phase !== null ? verified() : null
        }
        case 'DocumentsRead':
          plan = event.documents.plan?.changed?.content ?? plan
          return null
        case 'AgentFinished':
          if (event.role === 'autopilot/task-executor') executed(event, aboutOf(event.commandId).task)
          return null
        case 'LaneCommitted': {
          const { does, task: id } = aboutOf(event.commandId)
          const task = does === 'by-hand' ? taskOf(id) : undefined
          if (task !== undefined) now.done.add(keyOf(task))
          return null
        }
        case 'GateAnswered':
          answered(event)
          return null
        default:
          return null
      }
    },
  }
}

interface Work {
  readonly phase: number
  readonly done: Set<string>
  /** The questions of checkpoints that were passed. */
  readonly passed: string[]
  latest: string
}

const newWork = (phase: number): Work => ({ phase, done: new Set(), passed: [], latest: '' })
