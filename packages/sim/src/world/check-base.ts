import type { BaseChecked, CheckBase } from '@harness/core/effects/check-base'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { baseTip } from './base-branch.ts'
import { type Ground, provenKey } from './ground.ts'
import { runEach } from './run-checks.ts'
import { freshAt, type Twin, treeOf } from './twin.ts'

/** Only reads. What really passed on this tree needs no second run. */
async function checkBase(ground: Ground, command: CheckBase, { signal }: Attempt): Promise<BaseChecked> {
  const { site, stage } = ground
  const { beside, checks } = command
  const hash = beside?.newest === true ? baseTip(site).hash : command.commit
  const { files, tree } = site.repository.commitOf(hash)
  const isKnown = checks.every(({ name, run }) => site.proven.has(provenKey(tree, name, run)))
  const evidence = isKnown ? [] : await runEach(ground, command.id, checks, files, signal)
  const known = isKnown ? checks.map(({ name }) => name) : []
  return {
    type: 'BaseChecked',
    at: stage.wall.now(),
    commandId: command.id,
    commit: hash,
    tree,
    evidence,
    known,
  }
}

export const checkBaseTwin: Twin<CheckBase> = {
  perform: checkBase,
  any({ commit: named, beside, checks }, luck, base) {
    const commit = beside?.newest === true ? freshAt(base).commit : named
    const tree = treeOf(commit)
    const isKnown = luck.chance(0.3)
    return {
      ...base,
      type: 'BaseChecked',
      commit,
      tree,
      evidence: isKnown
        ? []
        : checks.map(({ name, run, claims }) => ({
            check: name,
            run,
            tree,
            exitCode: luck.chance(0.7) ? 0 : 1,
            problem: null,
            outputDigest: '',
            outputTail: '',
            durationMs: 1,
            claims,
          })),
      known: isKnown ? checks.map(({ name }) => name) : [],
    }
  },
}
