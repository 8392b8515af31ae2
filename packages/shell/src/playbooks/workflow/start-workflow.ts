/** Carries out the workflow of a task: resumes the unfinished one, or starts a new one. */
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import type { DrivenRun } from '../../engine/drive-registered.ts'
import type { AttendedOptions } from '../../engine/registration.ts'
import { startRun } from '../../engine/start-run.ts'
import { workflowRegistration, workflowSubject } from './registration.ts'
import type { WorkflowAsked } from './workflow-asked.ts'

export const startWorkflow = (
  options: AttendedOptions<WorkflowState>,
  asked: WorkflowAsked,
): Promise<DrivenRun<WorkflowState>> =>
  startRun(workflowRegistration, options, {
    subject: workflowSubject,
    command: 'harness workflow',
    asked: { ...asked },
  })
