/** Owns which commands there are, what they take and what their help says. Parsing, help and completion are made from it. */
import { knownRoles } from '@harness/core/known-roles'
import { deliveryPhases } from '@harness/core/playbooks/delivery/input'
import { providerNames } from '@harness/core/provider-name'
import { contextSources } from '@harness/formats/context/context-source'
import type { CommandSpec, OptionSpec } from './command.ts'

const roleNames = knownRoles.map(({ role }) => role)

const phaseOption: OptionSpec = {
  flags: '--phase <name>',
  summary: `only this phase of the run, then pause: all, ${deliveryPhases.join(', ')}`,
  completes: ['all', ...deliveryPhases],
}

const localOption: OptionSpec = {
  flags: '--local-only',
  summary:
    'pause before anything leaves this machine: no push, no pull request; with the forge local nothing does, so the run goes on to its merge',
}

const providerOption: OptionSpec = {
  flags: '--provider <name>',
  summary: `agents of this provider: ${providerNames.join(', ')}`,
  completes: providerNames,
}

const headlessOption: OptionSpec = {
  flags: '-y, --yes',
  summary: 'ask nothing: gates stay open for harness grant',
}

const runArgument = {
  name: 'run',
  required: true,
  summary: 'run id, <plan>-<run id>, plan id (its latest run) or a beginning of one',
  completes: 'run',
} as const

const gateArgument = {
  ...runArgument,
  summary: 'the run whose gate is open, a checkpoint’s name, or the gate’s own id as harness show prints it',
  completes: 'gate',
} as const

const messageOption = {
  flags: '-m, --message <text>',
  summary: 'why; it is journaled with the answer',
}

export const commandTree: readonly CommandSpec[] = [
  {
    name: 'init',
    group: 'Start',
    summary: 'look at this repository and write harness.config.json',
    description:
      'Finds the default branch, the package manager and the commands that test, lint and build. Shows every file before it writes one, and never overwrites.',
    args: [],
    options: [{ flags: '-y, --yes', summary: 'write without asking' }],
    examples: [
      { run: 'harness init', does: 'show what would be written, then ask' },
      { run: 'harness init --yes', does: 'write it, as a script would' },
    ],
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    name: 'doctor',
    group: 'Start',
    summary: 'check node, git, providers, config, disk and state',
    description:
      'Each check says what it found and, where something is wrong, the one command that fixes it. Exit code 1 where a check failed.',
    args: [],
    options: [],
    examples: [
      { run: 'harness doctor', does: 'check everything' },
      { run: 'harness doctor --json', does: 'the same for a script' },
    ],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'demo',
    group: 'Start',
    summary: 'see a sample delivery, handbook or mission; no key',
    description:
      'Makes a small product in a temporary folder and delivers its three plans, drives its handbook of four phases, or has a spec become an application, with scripted agents or, but for the mission, with real ones that you are logged in to. The mission’s application runs until Ctrl-C; with --json, or where nobody sits at a terminal, it is only shown to answer, and you are told how to start it.',
    args: [
      {
        name: 'sample',
        required: false,
        summary: 'delivery, handbook or mission; delivery where none is given',
        completes: ['delivery', 'handbook', 'mission'],
      },
    ],
    options: [
      { flags: '--keep <dir>', summary: 'make the product in this folder', completes: 'folder' },
      providerOption,
    ],
    examples: [
      { run: 'harness demo', does: 'watch a whole delivery in well under a minute' },
      { run: 'harness demo handbook', does: 'watch a handbook from its first prompt to its ship report' },
      { run: 'harness demo mission', does: 'watch a spec become an application, and use it' },
      { run: 'harness demo --provider claude', does: 'the same with a real agent, which costs money' },
    ],
    load: async () => (await import('./demo/demo.ts')).runDemo,
  },
  {
    name: 'next',
    group: 'Deliver',
    summary: 'show the plan that would be delivered next, and why',
    description:
      'The most urgent plan whose dependencies are all completed; by priority, then by id. Plans that are held, wait for a person or were blocked by their last run are passed over.',
    args: [],
    options: [],
    examples: [
      { run: 'harness next', does: 'the plan that harness run would take' },
      { run: 'harness next --json', does: 'its id, title and file' },
    ],
    load: async () => (await import('./commands/next.ts')).next,
  },
  {
    name: 'run',
    group: 'Deliver',
    summary: 'deliver a plan: implement, check, review, fix, merge',
    description:
      'Works in a lane of its own, so that your tree stays free. Ctrl-C stops cleanly and resumably; a second one ends at once.',
    args: [
      {
        name: 'plan',
        required: false,
        summary: 'plan id; the next eligible plan where none is given',
        completes: 'plan',
      },
    ],
    options: [
      phaseOption,
      localOption,
      providerOption,
      { flags: '--dry-run', summary: 'show phases, checks, gates, lane, roles and models; do nothing' },
      { flags: '--skip-e2e', summary: 'begin the run without end-to-end tests' },
      { flags: '--resume', summary: 'only take up an unfinished run of this plan; begin none' },
      headlessOption,
    ],
    examples: [
      { run: 'harness run', does: 'deliver the next eligible plan' },
      { run: 'harness run 0007', does: 'deliver plan 0007' },
      { run: 'harness run 0007 --phase implement', does: 'implement and check it, then pause' },
      { run: 'harness run 0007 --local-only', does: 'everything but the pull request, then pause' },
      { run: 'harness run 0007 --dry-run', does: 'see what would happen' },
    ],
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'resume',
    group: 'Deliver',
    summary: 'take up a run that was stopped, has crashed or waited',
    description: 'Without a run: the one that can be resumed, where there is exactly one.',
    args: [{ ...runArgument, required: false }],
    options: [phaseOption, localOption, headlessOption],
    examples: [
      { run: 'harness resume', does: 'go on where the only unfinished run stopped' },
      { run: 'harness resume 0007', does: 'go on with the latest run of plan 0007' },
    ],
    load: async () => (await import('./commands/resume.ts')).resume,
  },
  {
    name: 'stop',
    group: 'Deliver',
    summary: 'stop a working run cleanly; it can be resumed',
    description: 'Leaves word for the process that holds the run and waits until it has let go.',
    args: [{ ...runArgument, required: false }],
    options: [{ flags: '--all', summary: 'every run of this repository that somebody works on' }],
    examples: [
      { run: 'harness stop 0007', does: 'stop the run of plan 0007' },
      { run: 'harness stop --all', does: 'stop everything here' },
    ],
    load: async () => (await import('./commands/stop.ts')).stop,
  },
  {
    name: 'context',
    group: 'Deliver',
    summary: 'tell agents more: add, list, archive, prune, render',
    description:
      'What lies in the context folder is told to agents as data, never as orders: <phase>.md to agents of that phase, a drop in inbox/ to those that its scope names. At most 10 000 characters a drop and 30 000 a prompt; each use is journaled.',
    args: [
      {
        name: 'action',
        required: true,
        summary: 'add, list, archive, prune or render',
        completes: ['add', 'list', 'archive', 'prune', 'render'],
      },
      {
        name: 'subject',
        required: false,
        summary: 'add: a file, or - for standard input; archive: a drop',
        completes: null,
      },
    ],
    options: [
      { flags: '-m, --message <text>', summary: 'add: this text instead of a file' },
      {
        flags: '--scope <scope>',
        summary: 'add: all, planner, phase:<name> or run:<plan id>; all where none is given',
      },
      { flags: '--source <name>', summary: 'add: where it came from', completes: contextSources },
      { flags: '--name <words>', summary: 'add: what the drop is called' },
      { flags: '--older-than <days>', summary: 'prune: drops older than so many days, such as 30d' },
      { flags: '--delete', summary: 'prune: delete them instead of archiving' },
      {
        flags: '--phase <name>',
        summary: 'render: as an agent of this phase would be told',
        completes: [...deliveryPhases, 'planner'],
      },
      { flags: '--plan <id>', summary: 'render: that works on this plan', completes: 'plan' },
    ],
    examples: [
      { run: 'harness context add thread.md --source slack --scope run:0007', does: 'for plan 0007 only' },
      { run: 'harness context add -m "Prices are net" --scope phase:review', does: 'for reviewers' },
      { run: 'harness context list', does: 'what is there, and what cannot be used' },
      { run: 'harness context render --phase review --plan 0007', does: 'exactly what the reviewer is told' },
      { run: 'harness context prune --older-than 30d', does: 'archive what is old' },
    ],
    load: async () => (await import('./commands/context.ts')).context,
  },
  {
    name: 'handbook',
    group: 'Deliver',
    summary: 'drive IMPECCABLE_HANDBOOK.md; lint, status, plan, generate',
    description:
      'Without an action: goes through the prompts phase by phase, verifies what agents did and ticks the boxes, until everything is done or it halts with a report; nobody is asked anything. lint lists every mistake, drift, unknown anchor, missing path and unreachable dependency with its line: exit code 1 where there is one, 2 where the handbook or PRODUCT.md is missing. status counts the boxes of each phase and names the next prompt. plan shows what would be dispatched, in which batches, and what each agent would be told. generate has an agent make a handbook and its skeleton from PRODUCT.md and the code, and asks it again where lint objects; the other three run no agent.',
    args: [
      {
        name: 'action',
        required: false,
        summary: 'lint, status, plan or generate; where none is given it is driven',
        completes: ['lint', 'status', 'plan', 'generate'],
      },
    ],
    options: [
      { flags: '--force', summary: 'generate: in the place of a handbook that is there already' },
      { flags: '--dry-run', summary: 'generate: only say who would be asked, and what it would be told' },
      providerOption,
    ],
    examples: [
      { run: 'harness handbook', does: 'go on where the handbook stands' },
      { run: 'harness handbook lint', does: 'is everything right with it?' },
      { run: 'harness handbook status', does: 'how far is each phase, and what is next?' },
      { run: 'harness handbook plan --json', does: 'every dispatch with its slices, for a script' },
      { run: 'harness handbook generate', does: 'have one made from PRODUCT.md and the code' },
    ],
    load: async () => (await import('./commands/handbook.ts')).handbook,
  },
  {
    name: 'mission',
    group: 'Deliver',
    summary: 'turn SPEC.md into a product, feature by feature',
    description:
      'Without an action: plans the features and what each must prove, has the plan challenged, then works, validates and merges feature by feature until every claim holds; taken up where it stopped. status shows features, claims, attempts, lanes, cost and how well prompts were cached; features and contract print the documents; grant answers a checkpoint. Exit codes: 3 a person must decide, 5 too many iterations, 7 the plan was rejected, 8 a checkpoint waits.',
    args: [
      {
        name: 'action',
        required: false,
        summary: 'status, features, contract or grant; none to carry it out',
        completes: ['status', 'features', 'contract', 'grant'],
      },
      { name: 'name', required: false, summary: 'grant: the checkpoint', completes: 'gate' },
    ],
    options: [
      { flags: '--spec <file>', summary: 'the spec; SPEC.md where none is given' },
      providerOption,
      messageOption,
      { flags: '--no-resume', summary: 'grant: only file the answer; resume later' },
      headlessOption,
    ],
    examples: [
      { run: 'harness mission', does: 'begin the mission of SPEC.md, or go on with it' },
      { run: 'harness mission --spec docs/shop.md', does: 'another spec' },
      { run: 'harness mission status', does: 'how far is it, and what did it cost?' },
      { run: 'harness mission features --json', does: 'the feature queue, for a script' },
      { run: 'harness mission grant plan', does: 'let the checkpoint “plan” go on' },
    ],
    load: async () => (await import('./commands/mission.ts')).mission,
  },
  {
    name: 'grant',
    group: 'Decide',
    summary: 'answer a run’s open gate with yes, and let it go on',
    description:
      'The answer is filed with the run. A process that holds the run goes on by itself; otherwise this command goes on with it.',
    args: [gateArgument],
    options: [messageOption, { flags: '--no-resume', summary: 'only file the answer; resume later' }],
    examples: [
      { run: 'harness grant 0007', does: 'let the run of plan 0007 go on' },
      { run: 'harness grant 0007 -m "worth another try"', does: 'and say why' },
      { run: 'harness grant plan', does: 'let the mission go on that waits at checkpoint “plan”' },
    ],
    load: async () => (await import('./commands/grant.ts')).grant,
  },
  {
    name: 'refuse',
    group: 'Decide',
    summary: 'say no to a run’s open gate, or give a resting run up',
    description:
      'The run then does as its gate says; one that rests and asks nothing ends for good. Nothing of its work is deleted.',
    args: [gateArgument],
    options: [
      messageOption,
      { flags: '--no-resume', summary: 'only file the answer; resume later' },
      { flags: '--give-up', summary: 'end the run for good, also where a gate is open' },
    ],
    examples: [
      { run: 'harness refuse 0007 -m "wrong approach"', does: 'end the run of plan 0007' },
      { run: 'harness refuse mission --give-up -m "begin anew"', does: 'end a mission that waits' },
    ],
    load: async () => (await import('./commands/refuse.ts')).refuse,
  },
  {
    name: 'runs',
    group: 'Look',
    summary: 'list runs: state, phase, tokens, cost, what they wait for',
    description: 'What needs a person comes first, then what works, then what is finished.',
    args: [],
    options: [{ flags: '--all', summary: 'also those that ended long ago; by default the latest 20' }],
    examples: [
      { run: 'harness runs', does: 'everything that needs you, works or just ended' },
      { run: 'harness runs --json', does: 'the same for a script' },
    ],
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  {
    name: 'show',
    group: 'Look',
    summary: 'show a run: phases, evidence, findings, costs, where it is',
    description:
      'With a command id as well: the envelope, the answer, the usage and the change of that call.',
    args: [
      runArgument,
      {
        name: 'command',
        required: false,
        summary: 'command id as the summary prints it, such as review/0007/1',
        completes: null,
      },
    ],
    options: [],
    examples: [
      { run: 'harness show 0007', does: 'how the latest run of plan 0007 went' },
      { run: 'harness show 0007 review/0007/1', does: 'what the reviewer was told and answered' },
    ],
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'replay',
    group: 'Look',
    summary: 'play a finished run again offline, and compare',
    description:
      'In a fresh repository at the commit the run began from: lanes, checks and merges for real, agents and people from their recordings. Exit code 1 where it came to something else.',
    args: [runArgument],
    options: [
      { flags: '--until <command>', summary: 'stop after this command, such as review/0007/1' },
      { flags: '--keep', summary: 'keep the repository it was played in' },
      { flags: '--to-script', summary: 'print a script that plays the same agents instead' },
    ],
    examples: [
      { run: 'harness replay 0007', does: 'does it still come to the same?' },
      { run: 'harness replay 0007 --to-script > agent.yaml', does: 'a script for the scripted agent' },
    ],
    load: async () => (await import('./commands/replay.ts')).replay,
  },
  {
    name: 'logs',
    group: 'Look',
    summary: 'print a run’s log, and follow it',
    description:
      'What already happened comes first, then what happens. With --json it is NDJSON: one event a line, each an object.',
    args: [runArgument],
    options: [{ flags: '-f, --follow', summary: 'go on until the run lets go' }],
    examples: [
      { run: 'harness logs 0007', does: 'what happened so far' },
      { run: 'harness logs 0007 -f', does: 'and what happens from now on' },
      { run: 'harness logs 0007 --json', does: 'its events as NDJSON, one a line' },
    ],
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    name: 'validate',
    group: 'Check',
    summary: 'check config, plans, their graph, the script, the state',
    description:
      'Lists every problem there is, not only the first. Exit code 2 where a file must be corrected, 12 where the state is damaged.',
    args: [],
    options: [],
    examples: [{ run: 'harness validate', does: 'check everything before a commit' }],
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  {
    name: 'config',
    group: 'Check',
    seldom: true,
    summary: 'print the resolved config; --schema: its JSON Schema',
    description:
      'Every default filled in, and for each value where it came from: file, environment or default.',
    args: [],
    options: [{ flags: '--schema', summary: 'print the JSON Schema of harness.config.json instead' }],
    examples: [
      { run: 'harness config', does: 'what the harness goes by here' },
      { run: 'harness config --schema > schema.json', does: 'for an editor' },
    ],
    load: async () => (await import('./commands/config.ts')).config,
  },
  {
    name: 'roles',
    group: 'Check',
    seldom: true,
    summary: 'list the roles of agents; with a role: print its text',
    description:
      'For each role: where its text comes from, what it may do, the form of its answer, and who answers for it. A text of your own in .harness/roles/<role>.md takes the place of the built-in one.',
    args: [{ name: 'role', required: false, summary: roleNames.join(', '), completes: roleNames }],
    options: [],
    examples: [
      { run: 'harness roles', does: 'who the agents are here' },
      { run: 'harness roles reviewer', does: 'what the reviewer is told about itself' },
      { run: 'harness roles reviewer > .harness/roles/reviewer.md', does: 'begin a text of your own' },
    ],
    load: async () => (await import('./commands/roles.ts')).roles,
  },
  {
    name: 'calibration',
    group: 'Check',
    seldom: true,
    summary: 'compare what plans came to with what was expected',
    description:
      'Over finished runs: passes, tokens, time worked, lines and files per plan, and the effort per phase and role. Waiting for people and for limits is not counted.',
    args: [],
    options: [{ flags: '--plan <id>', summary: 'only the runs of this plan', completes: 'plan' }],
    examples: [
      { run: 'harness calibration', does: 'how far off estimates are' },
      { run: 'harness calibration --plan 0007 --json', does: 'one plan, for a script' },
    ],
    load: async () => (await import('./commands/calibration.ts')).calibration,
  },
  {
    name: 'completion',
    group: 'Check',
    seldom: true,
    summary: 'print the completion script for bash, zsh or fish',
    description: 'Completes commands, options, and the ids of plans and runs as they are at that moment.',
    args: [
      { name: 'shell', required: false, summary: 'bash, zsh or fish', completes: ['bash', 'zsh', 'fish'] },
    ],
    options: [{ flags: '--ids <kind>', summary: 'list ids of plans or runs, for the scripts', hidden: true }],
    examples: [
      { run: 'eval "$(harness completion bash)"', does: 'for this bash; put it into ~/.bashrc' },
      { run: 'harness completion zsh > ~/.zfunc/_harness', does: 'for zsh, with ~/.zfunc in your fpath' },
      { run: 'harness completion fish > ~/.config/fish/completions/harness.fish', does: 'for fish' },
    ],
    load: async () => (await import('./commands/completion.ts')).completion,
  },
]
