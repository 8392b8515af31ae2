/** Owns the figures of a daemon as Prometheus reads them. Pure. */
import { type DaemonState, type WorkPhase, worksIn } from '@harness/core/playbooks/daemon/state'

interface Figures {
  readonly state: DaemonState
  readonly clients: number
  readonly rssBytes: number
}

const phases: readonly WorkPhase['type'][] = ['checking', 'working', 'resting', 'gate', 'held', 'blocked']

export function metricsText({ state, clients, rssBytes }: Figures): string {
  const { seen, merges, runsFired } = state
  const lines = [
    ...gauge('harness_daemon_running', 'If it may start work.', [['', state.mode === 'running' ? 1 : 0]]),
    ...gauge('harness_daemon_frozen', 'If the repository is frozen.', [['', seen?.frozen == null ? 0 : 1]]),
    ...gauge('harness_daemon_lanes', 'How many runs may work at once.', [
      ['', seen?.config?.settings.lanes ?? 0],
    ]),
    ...gauge(
      'harness_daemon_work',
      'Work by its state.',
      phases.map((phase) => [`{state="${phase}"}`, worksIn(state, phase).length]),
    ),
    ...gauge('harness_plans', 'Plans by their state.', [
      ['{state="open"}', seen?.plans.open ?? 0],
      ['{state="completed"}', seen?.plans.completed ?? 0],
      ['{state="bad"}', seen?.bad.length ?? 0],
    ]),
    ...counter('harness_runs_fired_total', 'Runs that the daemon has started.', runsFired),
    ...counter('harness_merges_total', 'Verified merges of plans that the daemon delivered.', merges.count),
    ...gauge('harness_budget_ceiling_reached', 'If the token ceiling is reached.', [
      ['', seen?.ceilingReached === true ? 1 : 0],
    ]),
    ...gauge('harness_budget_tokens', 'Tokens that all runs used in the window of the budget.', [
      ['', seen?.budget?.tokens ?? 0],
    ]),
    ...gauge('harness_event_clients', 'Clients that follow events.', [['', clients]]),
    ...gauge('process_resident_memory_bytes', 'Memory of the daemon.', [['', rssBytes]]),
  ]
  return `${lines.join('\n')}\n`
}

type Sample = readonly [labels: string, value: number]

const gauge = (name: string, help: string, samples: readonly Sample[]): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  ...samples.map(([labels, value]) => `${name}${labels} ${value}`),
]

const counter = (name: string, help: string, value: number): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} counter`,
  `${name} ${value}`,
]
