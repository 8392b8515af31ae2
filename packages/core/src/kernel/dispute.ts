/** Owns what a dispute is: a fixer's reasons why a finding is wrong, and how far it has come. */

export interface Dispute {
  /** The title of the finding, in the fixer's words. */
  readonly title: string
  readonly why: string
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
}

/** What a pass of the reviewer who raised the finding makes of its dispute. */
export const ruled = ({ why, stage }: Disputed, isRepeated: boolean): Disputed => ({
  why,
  stage: isRepeated ? 'upheld' : stage === 'raised' ? 'withdrawn' : stage,
})
