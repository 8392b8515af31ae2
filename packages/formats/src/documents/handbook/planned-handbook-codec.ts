/**
 * Owns the handbook as a planner makes it: printed with its skeleton, linted, and written with it or not at all. Its
 * files are the handbook, the skeleton, the state file, PRODUCT.md and DESIGN.md; the last two are only read.
 */
import { invariant } from '@harness/core/kernel/invariant'
import { handbookFile, productFile, skeletonFile } from '@harness/core/playbooks/handbook/handbook-document'
import type { PlanEdit } from '@harness/core/playbooks/handbook/planned-handbook'
import { parsed } from '../../text/format-problem.ts'
import type { DocumentCodec, EditWorld, Rewritten } from '../codec/document-codec.ts'
import { describeLint } from './describe-lint.ts'
import { lintHandbook } from './lint-handbook.ts'
import { parseHandbook } from './parse-handbook.ts'
import { printHandbook } from './print-handbook.ts'
import { parseRuleDocument } from './rule-document.ts'

export const plannedHandbookCodec: DocumentCodec<string, PlanEdit> = {
  format: 'handbook',
  inPlace: null,
  walk: (text) => text,
  parse: (text) => parsed(text),
  rewrite([there = null, skeleton = null, , product = null, design = null], edits, world): Rewritten {
    const [edit] = edits
    invariant(edit !== undefined && edits.length === 1, 'a handbook is written once')
    const { plan, replace } = edit
    if (product === null) return refusal('missing', `There is no ${productFile}.`)
    const printed = printHandbook(plan)
    const problems = lint(printed, product, design, world)
    if (problems.length > 0) return refusal('invalid', 'The linter objects to the plan.', problems)
    const taken = [
      ...(there === null || there === printed.handbook ? [] : [handbookFile]),
      ...(skeleton === null || skeleton === printed.skeleton ? [] : [skeletonFile]),
    ]
    if (taken.length > 0 && !replace)
      return refusal('taken', `There is a handbook already: ${taken.join(', ')}.`)
    return {
      refused: [],
      texts: [
        // Limits, clock and records belong to the old handbook. They go first, so that a repeated try finds them gone.
        ...(taken.includes(handbookFile) ? [{ file: 2, text: null, keepsOld: true }] : []),
        { file: 0, text: printed.handbook, keepsOld: true },
        { file: 1, text: printed.skeleton, keepsOld: true },
      ],
    }
  },
}

function lint(
  printed: ReturnType<typeof printHandbook>,
  product: string,
  design: string | null,
  { has }: EditWorld,
): readonly string[] {
  const { findings } = lintHandbook({
    read: parseHandbook(printed.handbook, handbookFile),
    skeleton: printed.skeleton,
    product: parseRuleDocument(product),
    design: design === null ? null : parseRuleDocument(design),
    files: { handbook: handbookFile, skeleton: skeletonFile },
    exists: has,
    ignored: [],
  })
  return findings.map(describeLint)
}

const refusal = (
  reason: 'missing' | 'invalid' | 'taken',
  detail: string,
  problems: readonly string[] = [],
): Rewritten => ({ texts: [], refused: [{ edit: 0, reason, detail, problems }] })
