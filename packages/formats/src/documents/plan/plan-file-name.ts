/** Owns which files in a plan folder are plans, and what their names say. */
export type PlanFileName =
  | { readonly kind: 'plan'; readonly id: string; readonly slug: string }
  /** Meant as a plan, as far as one can tell, but not named like one. */
  | { readonly kind: 'misnamed' }
  | { readonly kind: 'other' }

const planName = /^(\d{4})-([a-z0-9][a-z0-9-]{0,99})\.md$/

/** Markdown is a plan, except a README and files that begin with `_` or `.`. */
export function readPlanFileName(path: string): PlanFileName {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const match = planName.exec(name)
  if (match?.[1] !== undefined && match[2] !== undefined)
    return { kind: 'plan', id: match[1], slug: match[2] }
  const isOther = !/\.(md|markdown)$/i.test(name) || /^[_.]/.test(name) || /^readme\./i.test(name)
  return isOther ? { kind: 'other' } : { kind: 'misnamed' }
}
