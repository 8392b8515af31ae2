/** Owns the roadmap as a document that an autopilot keeps in step. A project need not have one. */
import type { RoadmapEdit } from '@harness/core/playbooks/autopilot/documents'
import { parsed } from '../../text/format-problem.ts'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { syncRoadmap } from './roadmap-file.ts'

export const roadmapCodec: DocumentCodec<string, RoadmapEdit> = {
  // No text has a mistake, so no message says this name.
  format: 'plan',
  inPlace: null,
  isOptional: true,
  walk: (text) => text,
  parse: (text) => parsed(text),
  rewrite([there = null], edits) {
    if (there === null) return { texts: [], refused: [] }
    let text = there
    const refused = edits.flatMap((edit, index) => {
      const synced = syncRoadmap(text, edit)
      text = synced.text
      // A spec need not be on the roadmap, and a feature may be as far already. After each phase that is no news.
      const left = synced.isNamed ? synced.left.filter((one) => !one.endsWith(' already.')) : []
      return left.length === 0
        ? []
        : [{ edit: index, reason: 'edited' as const, detail: left.join(' '), problems: [] }]
    })
    return { texts: text === there ? [] : [{ file: 0, text }], refused }
  },
}
