/** Describes `harness autopilot` and `harness learnings`. */
import type { CommandSpec } from '../../line/command.ts'
import { headlessOption, providerOption, trustOption, verboseOption } from '../../line/shared-options.ts'

export const autopilotCommands: readonly CommandSpec[] = [
  {
    name: 'autopilot',
    group: 'Deliver',
    summary: 'take a spec through its phases: plan, execute, review',
    description:
      'Goes through the phases of a spec one by one: a plan is written and approved, executed task by task, verified by your checks and a verifier, and reviewed. A final review looks across all phases. It works in a lane on the branch autopilot/<session>; at the end you merge it, open a pull request or leave it. Run it again to resume. phases shows, rewrites, skips or reorders the phases; status shows the session. Exit codes: 0 done, 1 halted, 2 wrong input, 8 a gate waits, 12 a session file is damaged.',
    args: [
      {
        name: 'spec-or-action',
        required: false,
        summary: 'the spec; or phases, status. Without it the unfinished session is resumed',
        completes: ['phases', 'status'],
      },
      { name: 'spec', required: false, summary: 'phases, status: the spec', completes: null },
    ],
    options: [
      { flags: '--fast', summary: 'approve plans and continue without asking; mechanical checks only' },
      { flags: '--thorough', summary: 'skeletons first, every plan before a person, expanded verification' },
      { flags: '--review-plans', summary: 'put every plan before a person' },
      { flags: '--write', summary: 'phases: rewrite the section of the spec in the strict form' },
      { flags: '--skip <n>', summary: 'phases: leave out this phase, or several: 2,3' },
      { flags: '--order <list>', summary: 'phases: the phases that come first, in this order: 3,2' },
      providerOption,
      headlessOption,
      verboseOption,
      trustOption,
    ],
    examples: [
      { run: 'harness autopilot docs/changes/scanner/proposal.md', does: 'start, or resume, this spec' },
      {
        run: 'harness autopilot docs/changes/scanner/proposal.md --fast',
        does: 'to the end alone, unless a finding blocks',
      },
      { run: 'harness autopilot phases docs/changes/scanner/proposal.md', does: 'which phases are read?' },
      { run: 'harness autopilot phases --skip 3', does: 'leave out phase 3 of the session' },
      { run: 'harness autopilot status', does: 'how far is the session?' },
    ],
    load: async () => (await import('./autopilot.ts')).autopilot,
  },
]

export const learningsCommands: readonly CommandSpec[] = [
  {
    name: 'learnings',
    group: 'Check',
    seldom: true,
    summary: 'what sessions learned; prune moves the oldest to an archive',
    description:
      'Shows the entries of .harness/learnings.md. prune keeps the newest and moves the others to .harness/learnings-archive.md. Nothing is deleted.',
    args: [{ name: 'action', required: false, summary: 'prune', completes: ['prune'] }],
    options: [{ flags: '--keep <n>', summary: 'prune: how many entries stay (20)' }],
    examples: [
      { run: 'harness learnings', does: 'what has been learned here?' },
      { run: 'harness learnings prune --keep 15', does: 'move all but the newest 15 to the archive' },
    ],
    load: async () => (await import('./learnings.ts')).learnings,
  },
]
