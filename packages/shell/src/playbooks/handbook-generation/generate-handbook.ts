/**
 * Has a handbook made from PRODUCT.md and the code: takes up the unfinished run of it, or begins a new one, and drives it
 * until both files are written or nobody can make them. What the operator did wrong is told before anything is changed.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { asRunId, type RunId } from '@harness/core/kernel/ids'
import type { Event } from '@harness/core/playbooks/handbook-generation/effects'
import {
  type GenerationInput,
  plannerDuties,
  plannerRole,
} from '@harness/core/playbooks/handbook-generation/input'
import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import { roleAgent } from '@harness/formats/config/role-agent'
import { codeDigest } from '../../effects/documents/code-digest.ts'
import { conductRun, type RunResult } from '../../engine/conduct/conduct-run.ts'
import { freshRunId } from '../../engine/conduct/fresh-run-id.ts'
import { guardAgents } from '../../engine/conduct/guard-agents.ts'
import { guardCheckout } from '../../engine/conduct/guard-checkout.ts'
import { guardRepository } from '../../engine/conduct/guards.ts'
import { holdSubject } from '../../engine/conduct/hold-subject.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { runPorts } from '../../engine/conduct/run-ports.ts'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import { beginCommand, generationSubject } from '../../store/layout/run-subject.ts'
import type { KnownRun } from '../../store/runs/runs.ts'
import { noSidecar } from '../../store/sidecars/no-sidecar.ts'
import { readProduct, skeletonFile } from '../handbook/handbook-folder.ts'
import { handbookFile } from '../handbook/open-handbook.ts'
import { handbookExists } from '../handbook/write-handbook.ts'
import { generationEffects, generationPerformers, guardUndriven } from './generation-effects.ts'
import { generationSummary } from './generation-summary.ts'

export interface GenerationOptions extends RunOutside {
  onEvent(event: Event, state: GenerationState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
}

export type GenerationResult = RunResult<GenerationState>

export async function generateHandbook(
  options: GenerationOptions & { readonly replace: boolean },
): Promise<GenerationResult> {
  const { stateDir, repoRoot, replace } = options
  const refuse = async (): Promise<void> => {
    if (replace) await guardUndriven({ stateDir, repoRoot })
    if ((await unfinishedRun(stateDir, generationSubject)) === null) await generationInput(options, replace)
  }
  return holding(options, refuse, async () => {
    const unfinished = await unfinishedRun(stateDir, generationSubject)
    if (unfinished !== null)
      return drive(options, unfinished, null, ({ input }) => guardReplaced(input, options))
    const told = await generationInput(options, replace)
    const runId = await freshRunId(stateDir, generationSubject, options.clock.now())
    return drive(options, runId, { ...told, runId, checkout: repoRoot, author: await userIdentity(repoRoot) })
  })
}

/** What a planner would be told; refused where there is nothing to plan from, or a handbook is there already. */
export async function generationInput(
  { config, repoRoot }: Pick<RunOutside, 'config' | 'repoRoot'>,
  replace: boolean,
): Promise<Omit<GenerationInput, 'runId'>> {
  if (!replace) guardNone(repoRoot)
  const { tier, limits } = roleAgent(config.agent, plannerRole, plannerDuties.tier)
  return {
    baseBranch: config.baseBranch,
    ...(await readProduct(repoRoot)),
    code: await codeDigest(repoRoot),
    planner: { tier, limits },
    replace,
  }
}

function guardNone(repoRoot: string): void {
  const there = [handbookFile, skeletonFile].filter((name) => existsSync(join(repoRoot, name)))
  if (there.length > 0) throw handbookExists(there)
}

/** What was to be replaced when it was begun may be another one by now: whoever goes on says so again. */
function guardReplaced(
  input: GenerationInput,
  { repoRoot, replace }: { readonly repoRoot: string; readonly replace: boolean },
): void {
  if (input.replace && !replace) guardNone(repoRoot)
}

export const resumeGeneration = (
  options: GenerationOptions & { readonly run: KnownRun },
): Promise<GenerationResult> =>
  holding(
    options,
    async () => {},
    () => drive(options, asRunId(options.run.runId), null),
  )

/** `refuse` throws what keeps the run from beginning, before anything is changed. */
async function holding(
  options: GenerationOptions,
  refuse: () => Promise<void>,
  work: () => Promise<GenerationResult>,
): Promise<GenerationResult> {
  const { repoRoot, stateDir } = options
  await guardRepository({ repoRoot, stateDir }, async () => {
    await refuse()
    await guardAgents(options, { [plannerRole]: plannerDuties.tier })
  })
  return holdSubject(stateDir, generationSubject, 'harness handbook generate', work)
}

const drive = (
  options: GenerationOptions,
  runId: RunId,
  begin: GenerationInput | null,
  guard: (stood: GenerationState) => void = () => {},
): Promise<GenerationResult> =>
  conductRun<GenerationInput, GenerationState>({
    playbook: handbookGeneration,
    effects: generationEffects,
    outside: options,
    subject: generationSubject,
    runId,
    isNew: begin !== null,
    until: null,
    stop: options.stop,
    async guard(stood) {
      if (stood === null) return
      guardCheckout(ofCheckout(stood.input), options.repoRoot)
      guard(stood)
    },
    async prepare({ runDir, stood, own }) {
      const { author, baseBranch } = (stood?.input ?? begin) as GenerationInput
      const ports = await runPorts({ ...options, own }, runDir, { identity: author, baseBranch })
      return {
        input: begin === null ? null : withoutSecrets(begin, ports.redact),
        performers: generationPerformers(ports),
        sidecar: noSidecar,
        sanitise: ports.sanitise,
      }
    },
    summarise: generationSummary,
    onEvent: options.onEvent,
  })

const ofCheckout = ({ checkout }: GenerationInput) => ({
  what: 'making of a handbook',
  goOn: beginCommand(generationSubject),
  checkout,
  giveUp: `harness refuse ${generationSubject} -m "why"`,
})

const withoutSecrets = (input: GenerationInput, redact: (text: string) => string): GenerationInput => ({
  ...input,
  product: redact(input.product),
  design: input.design === null ? null : redact(input.design),
  code: redact(input.code),
})
