/** Owns the documents of a mission as it reads them. */
import { missionRoles } from '@harness/core/playbooks/mission/input'
import {
  type MissionContents,
  missionFolder,
  missionPaths,
} from '@harness/core/playbooks/mission/mission-contents'
import { parsePlanReview } from '../../answers/mission/plan-review-file.ts'
import { type Parsed, parsed } from '../../text/format-problem.ts'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { readOnly, textCodec } from '../codec/text-codec.ts'
import { settledCheckpoints } from './checkpoint-files.ts'
import { parseContract } from './contract-file.ts'
import { parseFeatures } from './features-file.ts'

export const featuresFile = `${missionFolder}/${missionPaths.features}`
export const contractFile = `${missionFolder}/${missionPaths.contract}`

type Codecs = { readonly [Name in keyof MissionContents]: DocumentCodec<MissionContents[Name]> }

export const missionCodecs: Codecs = {
  spec: textCodec('features'),
  features: { ...textCodec('features'), parse: (text) => parseFeatures(text, featuresFile) },
  contract: {
    ...textCodec('contract'),
    parse: (text) => mapped(parseContract(text, contractFile), ({ entries }) => entries),
    notesOn(text) {
      const read = parseContract(text, contractFile)
      return read.ok ? read.value.warnings : []
    },
  },
  memory: {
    ...textCodec('features'),
    isOptional: true,
    parse: (summary, [long, ...identities]) =>
      parsed({
        summary,
        long: long ?? '',
        identities: Object.fromEntries(
          missionRoles.flatMap((role, nth) => {
            const identity = identities[nth] ?? ''
            return identity.trim() === '' ? [] : [[role, identity]]
          }),
        ),
      }),
  },
  review: readOnly('features', (text) => {
    const read = parsePlanReview(text, missionPaths.planReview)
    return read.ok ? read.value : null
  }),
  checkpoints: readOnly('features', (text) => {
    const files = JSON.parse(text) as Readonly<Record<string, string>>
    return settledCheckpoints(Object.keys(files), (name) => files[name] ?? null)
  }),
}

const mapped = <From, To>(read: Parsed<From>, change: (value: From) => To): Parsed<To> =>
  read.ok ? parsed(change(read.value)) : read
