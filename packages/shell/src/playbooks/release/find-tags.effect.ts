/** Owns the record of FindTags. It only reads. A replay has no logs of checks, so it takes what was found. */
import type { FindTags } from '@harness/core/effects/find-tags'
import { counted } from '@harness/core/kernel/counted'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { findTags } from './find-tags.ts'

export const findTagsEffect: Effect<FindTags, LanePorts> = {
  type: 'FindTags',
  perform: findTags,
  outcomes: {
    TagsFound: {
      line: () => null,
      log: ({ found }) => counted(Object.keys(found).length, 'tag'),
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
