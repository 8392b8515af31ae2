/** Owns what a dispute is: a fixer's reasons why a finding is wrong, and how far it has come. */

export interface Dispute {
  /** The title of the finding, in the fixer's words. */
  readonly title: string
  readonly why: string
  /** Set in events of a version that took any title for the only finding, and kept the last reasons alone. */
  readonly isEarlier?: true
}

/**
 * `raised`: the reviewer who raised the finding rules on it next. `withdrawn`: that reviewer left the finding out. `upheld`:
 * the reviewer repeated it, and does not rule on it again. `insisted`: the fixer disputed it again or changed nothing, so a
 * person decides.
 */
export type DisputeStage = 'raised' | 'withdrawn' | 'upheld' | 'insisted'

export interface Disputed {
  readonly why: string
  readonly stage: DisputeStage
  /** What both sides said when it was disputed first; absent in runs of earlier versions. */
  readonly first?: { readonly detail: string; readonly why: string }
}

/** What a pass of the reviewer who raised the finding makes of its dispute. */
export const ruled = (dispute: Disputed, isRepeated: boolean): Disputed => ({
  ...dispute,
  stage: isRepeated ? 'upheld' : dispute.stage === 'raised' ? 'withdrawn' : dispute.stage,
})
