/** Test support: the documents of a handbook, and what its run is told at its start. */

import { asRunId } from '../../../kernel/ids.ts'
import type { Handbook, HandbookDocuments, HandbookPhase, HandbookPrompt } from '../handbook-document.ts'
import {
  defaultLimits,
  defaultVerification,
  type HandbookInput,
  type HandbookRole,
  handbookRoles,
} from '../input.ts'

const limits = { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 }
const roles = Object.fromEntries(
  handbookRoles.map((role) => [role, { tier: 'executor', limits }]),
) as unknown as Readonly<Record<HandbookRole, HandbookInput['roles']['shaper']>>

export const input: HandbookInput = {
  runId: asRunId('20261116-120000'),
  baseBranch: 'main',
  limits: defaultLimits,
  verification: defaultVerification,
  roles,
  adopted: null,
  sidecarPath: '.impeccable-state.json',
}

export const prompt = (id: string, verb: string, more: Partial<HandbookPrompt> = {}): HandbookPrompt => ({
  id,
  phase: Number(id.split('.')[0]),
  title: `${verb} it`,
  verb,
  text: `/impeccable ${verb} the surface ${id}`,
  box: 'open',
  anchors: { paths: [], productRules: [], designRules: [] },
  budget: null,
  expectedSignal: 'allow_empty',
  success: null,
  failureModes: null,
  pairedWith: null,
  dependsOn: [],
  ...more,
})

export const phase = (number: number, more: Partial<HandbookPhase> = {}): HandbookPhase => ({
  number,
  title: `Phase ${number}`,
  preamble: '',
  close: null,
  ...more,
})

export const product = {
  text: '# Product\n## Users\nCooks.\n## Anti-references\nNo streak fires.\n',
  sections: [
    { heading: 'Users', text: '## Users\nCooks.', rules: ['The Quiet Rule'] },
    { heading: 'Anti-references', text: '## Anti-references\nNo streak fires.', rules: [] },
  ],
}

export const documents = (
  prompts: readonly HandbookPrompt[],
  more: Partial<Handbook> = {},
): HandbookDocuments => ({
  handbook: {
    prompts,
    phases: [...new Set(prompts.map((one) => one.phase))].map((number) => phase(number)),
    determinismNotes: '',
    hasSkeleton: true,
    warnings: [],
    ...more,
  },
  product,
  design: null,
})
