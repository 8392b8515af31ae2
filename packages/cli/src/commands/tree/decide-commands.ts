/** Decide what a run asks, or end it. */
import type { CommandSpec } from '../../line/command.ts'
import { messageOption, runArgument, seenOptions, trustOption } from '../../line/shared-options.ts'

const gateArgument = {
  ...runArgument,
  summary: 'the run whose gate is open, a checkpoint’s name, or the gate’s own id as harness show prints it',
  completes: 'gate',
} as const

const noResumeOption = { flags: '--no-resume', summary: 'only file the answer; resume later' }

export const decideCommands: readonly CommandSpec[] = [
  {
    name: 'grant',
    group: 'Decide',
    summary: 'answer a run’s open gate with yes, and resume it',
    description:
      'The answer is filed with the run. A process that holds the run continues by itself; otherwise this command resumes the run.',
    args: [gateArgument],
    options: [messageOption, ...seenOptions, noResumeOption, trustOption],
    examples: [
      { run: 'harness grant 0007', does: 'let the run of plan 0007 continue' },
      { run: 'harness grant 0007 -m "worth another try"', does: 'and say why' },
      { run: 'harness grant plan', does: 'resume the mission that waits at checkpoint “plan”' },
    ],
    load: async () => (await import('../grant.ts')).grant,
  },
  {
    name: 'refuse',
    group: 'Decide',
    seldom: true,
    summary: 'say no to a run’s open gate, or abandon a stopped run',
    description:
      'The run then does what its gate says. A stopped run that asks nothing is abandoned. No work is deleted.',
    args: [gateArgument],
    options: [
      messageOption,
      ...seenOptions,
      noResumeOption,
      trustOption,
      { flags: '--give-up', summary: 'abandon the run, also if a gate is open' },
    ],
    examples: [
      { run: 'harness refuse 0007 -m "wrong approach"', does: 'end the run of plan 0007' },
      { run: 'harness refuse mission --give-up -m "start again"', does: 'end a mission that waits' },
    ],
    load: async () => (await import('../refuse.ts')).refuse,
  },
  {
    name: 'answer',
    group: 'Decide',
    seldom: true,
    summary: 'answer an open gate with one of its choices',
    description:
      'harness show lists the choices of a gate and what each leads to. The answer counts only for the attempt and the content that the gate asks about now. let-stand accepts a finding, a suspicion or a limit as it is: report and pull request then name who accepted it and why. If a gate lists several findings, let-stand-1 accepts only the first. A failing check cannot be let stand.',
    args: [
      gateArgument,
      {
        name: 'choice',
        required: true,
        summary: 'the name of a choice that the gate offers',
        completes: 'choice',
      },
    ],
    options: [messageOption, ...seenOptions, noResumeOption, trustOption],
    examples: [
      {
        run: 'harness answer 0007 let-stand -m "the API is public on purpose"',
        does: 'let a wrong finding stand',
      },
      {
        run: 'harness answer 0007 let-stand-2 -m "it is tested elsewhere"',
        does: 'let only the second of several findings stand',
      },
      { run: 'harness answer 0007 grant', does: 'the same as harness grant 0007' },
      {
        run: 'harness answer plan grant --digest 1a2b3c4d+5e6f7a8b',
        does: 'approve the plan of a mission only as you have read it',
      },
    ],
    load: async () => (await import('../answer.ts')).answer,
  },
]
