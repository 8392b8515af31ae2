/** Owns the plans of a simulated base branch: which are active, and which a review blocks. */
export interface SimPlans {
  readonly active: Set<string>
  /** Null if there is no review. */
  review: ReadonlySet<string> | null
}

export const somePlans = (isUnderReview: boolean): SimPlans => ({
  active: new Set(isUnderReview ? [] : ['0003', '0004']),
  review: isUnderReview ? new Set(['0003', '0004']) : null,
})

/** One commit changes all of it. */
export function hold(plans: SimPlans, isHeld: boolean): readonly string[] {
  const before = [...(plans.review ?? [])]
  if (!isHeld) {
    for (const id of before) plans.active.add(id)
    plans.review = null
    return before
  }
  plans.review = new Set([...before, ...plans.active])
  plans.active.clear()
  return [...plans.review]
}
