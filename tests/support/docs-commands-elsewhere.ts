/** Owns which command lines of the docs other tests run, which none runs, and which are no commands of the harness. */

/** These tests read the page and carry out its blocks, command by command. */
export const walkedPages: Readonly<Record<string, string>> = {
  'docs/first-hour.md': 'tests/package.test.ts',
  'docs/planning.md': 'tests/planning.test.ts',
}

const cli = 'packages/cli/src'

/** Each test calls the same command with the same options, on a run of its own. */
export const ranElsewhere: Readonly<Record<string, readonly string[]>> = {
  'tests/package.test.ts': ['harness agents install claude'],
  'tests/first-run.test.ts': [
    'harness init',
    'harness init --yes',

    'harness init --adopt',
  ],
  'tests/bad-input.test.ts': ['harness run --provider <name>'],
  'tests/delivery.test.ts': ['harness show mission validate/F-001/1 --transcript'],
  'tests/forge.test.ts': ['harness run --local-only'],
  'tests/user-interface.test.ts': ['harness run <plan> --skip-e2e'],
  [`${cli}/playbooks/planning/planning.test.ts`]: ['harness plan docs/product-specs/shop.md --preview'],
  [`${cli}/playbooks/site-reverse/site-reverse.test.ts`]: [
    'harness site-reverse',
    'harness site-reverse https://example.com --depth 1 --max-pages 8 --name shop',
  ],
  'tests/spec.test.ts': [
    'harness spec "share notes by link"',
    'harness answer spec answer -m "1: everyone with the link"',
  ],
  'tests/workflow-steps.test.ts': [
    'harness workflow "Add a --json flag to the list command" --mode single --model-config default',
    "harness workflow --spec docs/harness/share-notes-by-link/spec_draft.md 'share notes by link'",
    'harness workflow "task"',
    'harness workflow plan "task"',
    'harness workflow verify',
    'harness workflow evaluate',
    'harness answer workflow proceed',
  ],
  'tests/workflow-multi.test.ts': ['harness answer workflow code'],
  'tests/autopilot-found.test.ts': [
    'harness autopilot docs/changes/security-scanner/proposal.md',
    'harness autopilot phases',
    'harness autopilot phases --skip 3',
    'harness autopilot phases <spec> --write',
    'harness autopilot status',
    'harness learnings',
    'harness learnings prune',
    'harness learnings prune [--keep 20]',
    'harness refuse autopilot --give-up -m "why"',
  ],
  'tests/autopilot-input.test.ts': ['harness answer autopilot yes', 'harness answer autopilot draft'],
  'tests/mission.test.ts': [
    'harness mission',
    'harness mission --spec docs/product.md',
    'harness mission contract',
    'harness mission features',
    'harness mission grant',
    'harness mission status',
    'harness refuse mission --give-up -m "start again"',
    'harness grant <name> --no-resume',
  ],
  'tests/mission-sample.test.ts': ['harness demo mission', 'harness grant plan -m "Notes are plain text."'],
  'tests/handbook.test.ts': ['harness demo handbook'],
  'tests/handbook-run.test.ts': ['harness handbook', 'harness handbook --provider claude'],
  [`${cli}/commands/handbook-generate.test.ts`]: [
    'harness handbook generate',
    'harness handbook generate --force',
  ],
  'tests/daemon-bad-input.test.ts': [
    'harness daemon start',
    'harness daemon start --foreground',
    'harness daemon start --foreground --run',
    'harness daemon start --port <port>',
    'harness daemon start --run',
    'harness daemon resume',
    'harness daemon status',
    'harness daemon stop',
    'harness daemon stop --now',
    'harness daemon unblock <id>',
    'harness daemon unfreeze',
  ],
  'tests/daemon-queue.test.ts': ['harness daemon queue "mission --spec SPEC.md"'],
  'tests/daemon-control.test.ts': [
    'curl -H "Authorization: Bearer $(cat .harness/run/daemon/token)" http://127.0.0.1:4500/state',
  ],
  'tests/daemon-audits.test.ts': ['harness fidelity', 'harness fidelity --accept -m "why"'],
  'tests/own-playbook.test.ts': [
    'harness spike "How do we count words?"',
    'harness answer spike regex',
    'harness resume --reload',
  ],
  'tests/demo.test.ts': ['harness demo', 'harness demo --keep <dir>'],
  'tests/daemon-demo.test.ts': ['harness demo daemon'],
  'tests/workflow-demo.test.ts': ['harness demo workflow'],
  'tests/autopilot-demo.test.ts': ['harness demo autopilot'],
  'tests/real-agents-demo.test.ts': ['harness demo --provider claude'],
}

/** Each runs for minutes, needs a network, or runs the tests. That it exists is all that is tested. */
export const toolsOfTheProject: readonly string[] = [
  'npm test',
  'npx vitest run packages/shell/',
  'npm run agents',
  'npm run bench',
  'npm run bench -- --only sandbox',
  'npm run build',
  'npm run check',
  'npm run check -- prose',
  'npm run check -- types boundaries',
  'npm run nodes',
  'npm run roles',
  'npm run sim -- --seeds 10000',
  'npm run sim -- --seeds 10000 --from 1',
  'npm run soak',
  'npm run soak:suite',
  'npm run soak:suite -- 10',
  'npm run states',
]

/** Examples of commands that a repository of the reader has, and what a reader asks npm itself. */
export const ofReaders: readonly string[] = [
  'npm ci',
  'npm install',
  'npm install --global @anthropic-ai/claude-agent-sdk',
  'npm ping',
  'npm run acceptance',
  'npm run build:data',
  'npm run notify',
  'npm run test',
  'npm run x',
]
