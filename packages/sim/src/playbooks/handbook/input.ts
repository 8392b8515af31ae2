/** Owns what a simulated handbook says, and what its run is told at its start. */

import { asRunId } from '@harness/core/kernel/ids'
import type {
  HandbookDocuments,
  HandbookPrompt,
  PhaseClose,
} from '@harness/core/playbooks/handbook/handbook-document'
import {
  defaultVerification,
  type HandbookInput,
  handbookDuties,
  handbookRoles,
} from '@harness/core/playbooks/handbook/input'
import type { Random } from '../../engine/random.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }

export const plainInput: HandbookInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  limits: { maxIterations: 200, timeoutMinutes: 1_000 },
  verification: defaultVerification,
  roles: Object.fromEntries(
    handbookRoles.map((role) => [role, { tier: handbookDuties[role].tier, limits }]),
  ) as unknown as HandbookInput['roles'],
  adopted: null,
  sidecarPath: '.impeccable-state.json',
}

export const drawnInput = (random: Random): HandbookInput => ({
  ...plainInput,
  limits: {
    maxIterations: random.pick([2, 6, 40, 200]),
    timeoutMinutes: random.pick([20, 120, 1_000, 5_000]),
  },
})

const prompt = (id: string, verb: string, more: Partial<HandbookPrompt> = {}): HandbookPrompt => ({
  id,
  phase: Number(id.split('.')[0]),
  title: verb,
  verb,
  text: `/impeccable ${verb} surface ${id}`,
  box: 'open',
  anchors: { paths: [`src/${id}`], productRules: [], designRules: [] },
  budget: { loc: 2, locFloor: 0, files: 1, filesFloor: 0 },
  expectedSignal: 'allow_empty',
  success: null,
  failureModes: 'It changes nothing.',
  pairedWith: null,
  dependsOn: [],
  ...more,
})

const numbered = (phase: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${phase}.${index + 1}`)

const product = { text: '# Product', sections: [] }

type Closes = Readonly<Record<number, PhaseClose>>

const documentsOf = (prompts: readonly HandbookPrompt[], closes: Closes): HandbookDocuments => ({
  handbook: {
    prompts,
    phases: [0, 1, 2, 3].map((number) => ({
      number,
      title: `Phase ${number}`,
      preamble: '',
      close: closes[number] ?? null,
    })),
    determinismNotes: '',
    hasSkeleton: true,
    warnings: [],
  },
  product,
  design: null,
})

/** Four phases: a document, critiques in parallel, a pair, hardening. */
export const plainHandbook: HandbookDocuments = documentsOf(
  [
    prompt('0.1', 'document'),
    ...numbered(1, 2).map((id) => prompt(id, 'critique')),
    prompt('2.1', 'shape', { pairedWith: '2.2' }),
    prompt('2.2', 'craft', { pairedWith: '2.1' }),
    prompt('3.1', 'harden'),
  ],
  { 1: { commands: ['npm run close'], prompt: 'All filed?', box: 'open' } },
)

/** Commands, words for the phase closer, both or neither, with a box of its own or without. */
function drawnClose(random: Random): PhaseClose {
  const [commands, prompt] = random.pick([
    [['npm run close'], null],
    [['npm run close'], 'All filed?'],
    [[], 'Run `npm run close` only if pages changed.'],
    ...(random.chance(0.2) ? [[[], null] as const] : []),
  ] as const)
  return { commands, prompt, ...(random.chance(0.7) ? { box: 'open' as const } : {}) }
}

export function drawnHandbook(random: Random): HandbookDocuments {
  const signal = (one: HandbookPrompt): HandbookPrompt => ({
    ...one,
    expectedSignal: random.chance(0.3) ? 'require_nonempty' : 'allow_empty',
    box: random.chance(0.1) ? 'deferred' : random.chance(0.1) ? 'done' : 'open',
    budget: random.chance(0.3) ? null : one.budget,
  })
  const critiques = numbered(1, random.pick([0, 1, 3, 9, 12])).map((id, index, all) =>
    prompt(id, random.pick(['critique', 'audit', 'critique', 'harden'] as const), {
      dependsOn: random.chance(0.2) ? [all[(index + 1) % all.length] ?? id] : [],
    }),
  )
  const pairs = numbered(2, random.pick([0, 2, 4]))
    .map((id, index) => prompt(id, index % 2 === 0 ? 'shape' : 'craft'))
    .concat(
      random.chance(0.5) ? [prompt('2.7', 'shape'), prompt('2.8', 'craft', { title: 'Craft pass' })] : [],
    )
  const mutating = numbered(3, random.pick([0, 1, 3])).map((id) =>
    prompt(id, random.pick(['harden', 'polish', 'audit'] as const)),
  )
  return documentsOf(
    [prompt('0.1', 'document'), ...critiques, ...pairs, ...mutating].map(signal),
    Object.fromEntries(
      [0, 1, 2, 3].filter(() => random.chance(0.3)).map((number) => [number, drawnClose(random)]),
    ),
  )
}
