/** Owns the twin of FindTags. */
import type { FindTags, TagFound, TagsFound } from '@harness/core/effects/find-tags'
import type { Random } from '../../engine/random.ts'
import type { Twin } from '../../world/twin.ts'

const foundBy = ({ logs }: FindTags, luck: Random): TagFound => ({
  tests: luck.chance(0.9) ? ['test/cart.test.js'] : [],
  lines: logs.slice(0, 1).flatMap(({ check }) => {
    const verdict = luck.pick(['passed', 'passed', 'passed', 'failed', null] as const)
    return verdict === null ? [] : [{ check, line: '✔ shop/cart', verdict }]
  }),
})

const outcome = (command: FindTags, luck: Random): Pick<TagsFound, 'type' | 'found' | 'absent'> => ({
  type: 'TagsFound',
  found: Object.fromEntries(command.tags.map((tag) => [tag, foundBy(command, luck)])),
  absent: [],
})

/** It only looks: a repetition finds the same. */
export const findTagsTwin: Twin<FindTags> = {
  async perform({ stage, process }, command, { signal }) {
    await process.sleep(50, signal)
    const luck = stage.random.about(command.id)
    return { at: stage.wall.now(), commandId: command.id, ...outcome(command, luck) }
  },
  any: (command, luck, base) => ({ ...base, ...outcome(command, luck) }),
}
