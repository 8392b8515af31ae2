/** Describes `harness demo`. */
import type { CommandSpec } from '../../line/command.ts'
import { providerOption } from '../../line/shared-options.ts'

export const demoCommands: readonly CommandSpec[] = [
  {
    name: 'demo',
    group: 'Start',
    summary: 'see it work on a sample product; needs no key',
    description:
      'Makes a small product in a temporary folder and carries out one playbook on it: three plans, a handbook of four phases, a spec that becomes an application, one task, a spec of three phases, or five plans unattended. The agents are scripted. For delivery and handbook, --provider uses real ones that you are logged in to. The mission’s application runs until Ctrl-C. With --json, or without a terminal, the demo shows that it answers and says how to start it.',
    args: [
      {
        name: 'sample',
        required: false,
        summary: 'delivery, handbook, mission, workflow, autopilot or daemon; delivery if none is given',
        completes: ['delivery', 'handbook', 'mission', 'workflow', 'autopilot', 'daemon'],
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
      { run: 'harness demo workflow', does: 'watch a failing check, an auto-fix and two gates of QA' },
      { run: 'harness demo autopilot', does: 'watch three phases, a revised plan and a final review' },
      {
        run: 'harness demo daemon',
        does: 'watch five plans in two lanes, a rate limit, a gate and a release',
      },
      { run: 'harness demo --provider claude', does: 'the same with a real agent, which costs money' },
    ],
    load: async () => (await import('./demo.ts')).runDemo,
  },
]
