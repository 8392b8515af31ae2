/** Owns what the generation of a simulated handbook is told at its start, and the plans that it can get. */
import { inCheckout } from '@harness/core/effects/document-file'
import { asRunId } from '@harness/core/kernel/ids'
import { handbookFile, productFile } from '@harness/core/playbooks/handbook/handbook-document'
import type { PlannedHandbook } from '@harness/core/playbooks/handbook/planned-handbook'
import type { GenerationInput } from '@harness/core/playbooks/handbook-generation/input'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'

export const plainInput: GenerationInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  product: '# Product',
  design: null,
  code: '',
  planner: { tier: 'advisor', limits: { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 } },
  replace: false,
}

export const handbookKey = keyOf(inCheckout(handbookFile))
export const productKey = keyOf(inCheckout(productFile))
export const surface = 'src/home.html'

/** The linter objects to a plan for a file that does not exist. */
export const planFor = (path: string, title: string): PlannedHandbook => ({
  determinismNotes: ['No new dependencies.'],
  phases: [
    {
      number: 1,
      title: 'Look',
      preamble: 'Only read.',
      prompts: [
        {
          id: '1.1',
          title,
          verb: 'critique',
          text: `/impeccable critique ${path} for people in a hurry.`,
          paths: [path],
          symbols: [],
          productRules: [],
          designRules: [],
          loc: 40,
          locFloor: 10,
          files: 1,
          filesFloor: 0,
          confidence: 'medium',
          expectedSignal: 'allow_empty',
          success: 'The page says one thing.',
          failureModes: 'A menu of options.',
          pairedWith: null,
          dependsOn: [],
        },
      ],
      close: null,
    },
  ],
})
