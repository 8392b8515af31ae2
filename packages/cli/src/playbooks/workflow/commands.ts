/** Describes `harness workflow`. */
import { modes, stepNames } from '@harness/core/playbooks/workflow/input'
import { grades, presetNames } from '@harness/core/work/model-presets'
import type { CommandSpec } from '../../line/command.ts'
import { headlessOption, providerOption, trustOption, verboseOption } from '../../line/shared-options.ts'

export const workflowCommands: readonly CommandSpec[] = [
  {
    name: 'workflow',
    group: 'Deliver',
    summary: 'take one task through plan, generate, verify and evaluate',
    description:
      'Plans the task and asks you to confirm the spec. Then an agent implements it, the harness runs build, tests, lint and type check itself, and another agent evaluates the change. With git it works in a lane on the branch harness/<slug>. The last line says how to switch to it or merge it. plan, generate, verify and evaluate do one step and stop. Without arguments it shows the session and its next step. Exit codes: 0 done, 1 the rounds are used up, 2 wrong input, 8 a gate waits or a step is done.',
    args: [
      {
        name: 'step-or-task',
        required: false,
        summary: 'the task; or plan, generate, verify, evaluate for one step',
        completes: [...stepNames],
      },
      { name: 'task', required: false, summary: 'plan: the task', completes: null },
    ],
    options: [
      { flags: '--mode <mode>', summary: `how many heads plan it: ${modes.join(', ')}`, completes: modes },
      {
        flags: '--model-config <models>',
        summary: `${presetNames.join(', ')}; or executor:<grade>,advisor:<grade>,evaluator:<grade>`,
      },
      {
        flags: '--verifier-model <grade>',
        summary: `who words the report of the checks: ${grades.join(', ')}`,
      },
      { flags: '--lint-cmd <command>', summary: 'instead of the lint command that is found' },
      { flags: '--type-check-cmd <command>', summary: 'instead of the type check that is found' },
      { flags: '--scope <glob>', summary: 'the only files that may change' },
      { flags: '--max-files <n>', summary: 'how many files may change (20)' },
      { flags: '--max-rounds <n>', summary: 'how many rounds of generate and evaluate (3)' },
      { flags: '--todo-blocking', summary: 'a TODO, FIXME or HACK in a changed file fails the check' },
      {
        flags: '--output-dir <folder>',
        summary: 'where its documents are (docs/harness)',
        completes: 'folder',
      },
      { flags: '--spec <file>', summary: 'a spec to refine, as harness spec makes it' },
      { flags: '--in-place', summary: 'work in the checkout itself; the only way without git' },
      { flags: '--merge', summary: 'merge the finished change after the same checks' },
      {
        flags: '--session <choice>',
        summary: 'what to do with an unfinished session: resume, restart, stop',
        completes: ['resume', 'restart', 'stop'],
      },
      providerOption,
      headlessOption,
      verboseOption,
      trustOption,
    ],
    examples: [
      { run: 'harness workflow "Add a --json flag to the list command"', does: 'the whole task' },
      { run: 'harness workflow --mode single --model-config economy "Fix the typo"', does: 'cheap and fast' },
      {
        run: 'harness workflow plan "Cache the index"',
        does: 'only the plan; then: harness workflow generate',
      },
      { run: 'harness workflow', does: 'how far is the session, and what is next?' },
    ],
    load: async () => (await import('./workflow.ts')).workflow,
  },
]
