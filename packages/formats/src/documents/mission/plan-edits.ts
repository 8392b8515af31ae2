/** Owns how a plan is written: contract, features, and what was said of the plan before. */
import { missionPaths } from '@harness/core/playbooks/mission/state/mission-contents'
import type { DocumentEdit } from '@harness/core/playbooks/mission/state/mission-document'
import type { Rewritten, Texts } from '../codec/document-codec.ts'
import { firedFile, grantedFile, recordFile, waitingFile } from './checkpoint-files.ts'
import { type ContractEdit, editContract, printContract } from './contract-file.ts'
import { editFeatures, type FeatureEdit, parseFeatures, printFeatures } from './features-file.ts'

type PlanEdit = Extract<DocumentEdit, { type: 'plan' }>

/** The files are features, contract, review and the folder of checkpoints. */
export function writePlan([there = null]: Texts, edits: readonly PlanEdit[]): Rewritten {
  const results = edits.map(({ contract, features, before, forget }, edit): Rewritten => {
    const text = printFeatures(features)
    if (there !== null && there !== text && !hasFeatures(there, before))
      return refusing([edit], 'taken', 'another program wrote features.json meanwhile')
    return {
      refused: [],
      texts: [
        // What was said of another plan goes before this one comes.
        { file: 2, text: null },
        ...forget.flatMap((name) =>
          [firedFile, recordFile, waitingFile, grantedFile].map((of) => ({
            file: 3,
            name: of(name),
            text: null,
          })),
        ),
        // Features without a contract would claim assertions that do not exist.
        { file: 1, text: printContract(contract) },
        { file: 0, text },
      ],
    }
  })
  return { texts: results.flatMap(({ texts }) => texts), refused: results.flatMap(({ refused }) => refused) }
}

function hasFeatures(text: string, ids: readonly string[]): boolean {
  const read = parseFeatures(text, missionPaths.features)
  return read.ok && read.value.length === ids.length && read.value.every(({ id }, nth) => id === ids[nth])
}

export function writeFeatures([text = null]: Texts, edits: readonly FeatureEdit[]): Rewritten {
  if (text === null) return refusing(edits.keys(), 'missing', 'features.json is gone')
  if (!parseFeatures(text, missionPaths.features).ok)
    return refusing(edits.keys(), 'edited', 'features.json can no longer be read')
  const edited = editFeatures(text, edits)
  return { texts: [{ file: 0, text: edited.text }], refused: edited.refused }
}

export function writeContract([text = null]: Texts, edits: readonly ContractEdit[]): Rewritten {
  if (text === null) return refusing(edits.keys(), 'missing', 'the validation contract is gone')
  const edited = editContract(text, edits)
  return { texts: [{ file: 0, text: edited.text }], refused: edited.refused }
}

const refusing = (
  edits: Iterable<number>,
  reason: 'missing' | 'edited' | 'taken',
  detail: string,
): Rewritten => ({ texts: [], refused: [...edits].map((edit) => ({ edit, reason, detail, problems: [] })) })
