/** Owns what the engine takes for the parts that a registration leaves out. */
import type { ModelTier } from '@harness/core/kernel/agent'
import type { RunEnd } from '@harness/core/kernel/event'
import { givenUpEnd } from '@harness/core/kernel/given-up'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { DocumentDesk } from '../effects/documents/document-desk.ts'
import type { AnyEffects } from '../effects/effect.ts'
import { type AnyPerformers, bindEffects } from '../effects/performer.ts'
import { pathInRepository } from '../store/layout/repository-names.ts'
import { noSidecar } from '../store/sidecars/no-sidecar.ts'
import type { SpendingState } from '../store/sidecars/run-sidecars.ts'
import { type GivingUp, giveUpRun } from './conduct/give-up-run.ts'
import { runPorts } from './conduct/run-ports.ts'
import type { Registration } from './registration.ts'
import { type ReplayOptions, type ReplayResult, replayRun } from './replay/replay-run.ts'
import type { ReplayPlace } from './replay/replayed-playbook.ts'
import { projectionsOf } from './run-report.ts'
import { sharedEffects } from './shared-effects.ts'

/** Ends a resting run; null if it has ended already, or can only be resumed. */
export function abandonRun<Input, State extends SpendingState>(
  options: GivingUp,
  registration: Registration<Input, State>,
): Promise<RunEnd | null> {
  const { playbook, givenUp = endOf, sidecarOf = async () => noSidecar } = registration
  return giveUpRun(options, {
    playbook,
    effects: effectsIn(registration),
    givenUp: (state, by, reason) => givenUp(state, by, reason),
    sidecarOf: (stood, place, sanitise) => sidecarOf(stood, place, sanitise),
    project: projectionsOf(registration, options.run, (name) => pathInRepository(options.repoRoot, name)),
  })
}

const endOf = (_state: unknown, by: string, reason: string): RunEnd =>
  givenUpEnd({
    by,
    reason,
    next: 'Its branches and lanes stay as they are.',
    report: (why) => `# Given up\n\n${why}`,
  })

/** Plays a recorded run again. */
export const replayRegistered = <Input, State extends SpendingState>(
  options: ReplayOptions<State>,
  registration: Registration<Input, State>,
): Promise<ReplayResult> =>
  replayRun(
    { ...options, contracts: registration.contracts ?? [] },
    {
      playbook: registration.playbook,
      baseBranchOf: (input) => baseBranchIn(registration, input),
      effects: effectsIn(registration),
      performersFor: (place, input) => performersIn(registration, place, input),
    },
  )

export const baseBranchIn = <Input, State extends SpendingState>(
  registration: Registration<Input, State>,
  input: Input,
): string =>
  registration.baseBranchOf?.(input) ?? (input as { readonly baseBranch?: string } | null)?.baseBranch ?? ''

export const effectsIn = <Input, State extends SpendingState>({
  effects = sharedEffects,
}: Registration<Input, State>): AnyEffects => effects

export async function performersIn<Input, State extends SpendingState>(
  registration: Registration<Input, State>,
  place: ReplayPlace,
  input: Input,
): Promise<AnyPerformers> {
  if (registration.performersFor !== undefined) return registration.performersFor(place, input)
  const { outside, runDir, identity, agentFor } = place
  const ports = await runPorts(outside, runDir, { identity, baseBranch: baseBranchIn(registration, input) })
  const { documents = { codecs: {}, resume: 'harness resume' } } = registration
  const desk = new DocumentDesk(ports, documents)
  return bindEffects(sharedEffects, { ...ports, desk, ...(agentFor === undefined ? {} : { agentFor }) })
}

export const tiersIn = <Input, State extends SpendingState>(
  { roles = [], ...registration }: Registration<Input, State>,
  config: HarnessConfig,
): Readonly<Record<string, ModelTier>> =>
  registration.tiersIn?.(config) ?? Object.fromEntries(roles.map(({ role, tier }) => [role, tier]))
