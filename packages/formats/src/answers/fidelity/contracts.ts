/** Owns the answer contract of the auditor. */
import type { Answer } from '@harness/core/playbooks/fidelity/answers'
import { type Contract, contractOf } from '../contract.ts'
import { auditJsonSchema, parseAudit } from './audit.ts'

export const fidelityContracts: readonly Contract<Answer>[] = [
  contractOf('fidelity-audit', { jsonSchema: auditJsonSchema(), structured: parseAudit }, '', (audit) => ({
    kind: 'fidelity-audit',
    audit,
  })),
]
