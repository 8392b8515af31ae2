/** Owns what people do to a mission's documents while it runs: they block, rename, add and take away features. */
import type { Feature } from '@harness/core/playbooks/mission/state/mission-document'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import type { Site } from '../../world/ground.ts'
import { each, meddlingWith } from '../../world/meddling.ts'
import { contractIn, featuresIn, type Papers, saveContract, saveFeatures } from '../../world/papers.ts'
import type { Disturb } from '../../world/twin.ts'
import { editedByOthers } from './edited-by-others.ts'

type Edit = (papers: Papers, features: readonly Feature[], luck: Random) => void

const change = (features: readonly Feature[], of: Feature, more: Partial<Feature>): readonly Feature[] =>
  features.map((one) => (one === of ? { ...one, ...more } : one))

/** All who save something but the run itself go this way, so that the checkers hear of it. */
export function savedByOthers(stage: Stage, edit: () => void): void {
  edit()
  stage.changed({ kind: editedByOthers, commandId: null, once: null })
}

/** A claim is made to say something that is easier to show. */
export function rewordClaim(papers: Papers, luck: Random): void {
  const contract = contractIn(papers) ?? []
  if (contract.length === 0) return
  const meant = luck.pick(contract)
  const assertion = `${meant.assertion}, more or less`
  saveContract(
    papers,
    contract.map((one) => (one === meant ? { ...one, assertion } : one)),
  )
}

/** Every feature that has not started is said to have passed, in both documents and with a quote. */
export function forgePasses(papers: Papers): void {
  const features = featuresIn(papers) ?? []
  const open = features.filter(({ status }) => status === 'todo')
  const claims = new Set(open.flatMap((one) => one.claims))
  saveFeatures(
    papers,
    features.map((one) => (open.includes(one) ? { ...one, status: 'passed' } : one)),
  )
  saveContract(
    papers,
    (contractIn(papers) ?? []).map((one) =>
      claims.has(one.id) ? { ...one, status: 'PASS', evidence: 'it says "200"' } : one,
    ),
  )
}

const edits: Readonly<Record<string, Edit>> = {
  'blocks a feature': (papers, features, luck) => {
    const open = features.filter(({ status }) => status !== 'passed')
    if (open.length > 0) saveFeatures(papers, change(features, luck.pick(open), { status: 'blocked' }))
  },
  'unblocks a feature': (papers, features) =>
    saveFeatures(
      papers,
      features.map((one) => (one.status === 'blocked' ? { ...one, status: 'todo' } : one)),
    ),
  'says that a feature has passed': (papers, features, luck) => {
    const open = features.filter(({ status }) => status === 'todo')
    if (open.length > 0) saveFeatures(papers, change(features, luck.pick(open), { status: 'passed' }))
  },
  'writes PASS into the contract': (papers) => forgePasses(papers),
  'renames a feature': (papers, features, luck) =>
    saveFeatures(papers, change(features, luck.pick(features), { title: 'Another title' })),
  'takes a feature away': (papers, features, luck) => {
    const gone = luck.pick(features)
    const contract = contractIn(papers) ?? []
    saveFeatures(
      papers,
      features
        .filter((one) => one !== gone)
        .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((id) => id !== gone.id) })),
    )
    saveContract(
      papers,
      contract.filter(({ id }) => !gone.claims.includes(id)),
    )
  },
  'removes a feature': (papers, features, luck) => {
    const gone = luck.pick(features)
    saveFeatures(
      papers,
      features.filter((one) => one !== gone),
    )
  },
}

/** `eagerness` is how likely each deed is with each command that begins. */
export const meddling = (stage: Stage, site: Site, eagerness: number): Disturb =>
  meddlingWith(
    stage,
    eagerness,
    each(edits, (edit) => (luck) => {
      const { papers } = site
      const features = papers === null ? null : featuresIn(papers)
      if (papers !== null && features !== null && features.length > 1)
        savedByOthers(stage, () => edit(papers, features, luck))
    }),
  )
