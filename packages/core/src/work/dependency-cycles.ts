/** Owns which things wait for each other, told by what each depends on. */

type Ids = readonly string[]

/** One cycle for every group, from its lowest id on. Walked without recursion, so depth does not matter. */
export function cyclesIn(dependencies: ReadonlyMap<string, Ids>): readonly Ids[] {
  const cycles: Ids[] = []
  const seen = new Set<string>()
  const reported = new Set<string>()
  const trail: { readonly id: string; readonly left: Iterator<string> }[] = []
  const depthOf = new Map<string, number>()
  const enter = (id: string): void => {
    const own = dependencies.get(id)
    if (own === undefined || seen.has(id)) return
    seen.add(id)
    depthOf.set(id, trail.length)
    trail.push({ id, left: own[Symbol.iterator]() })
  }
  for (const root of dependencies.keys()) {
    enter(root)
    for (let at = trail.at(-1); at !== undefined; at = trail.at(-1)) {
      const next = at.left.next()
      const depth = depthOf.get(next.value)
      if (next.done === true) depthOf.delete(trail.pop()?.id ?? '')
      else if (depth === undefined) enter(next.value)
      else if (next.value !== at.id) {
        const cycle = trail.slice(depth).map(({ id }) => id)
        if (cycle.some((id) => reported.has(id))) continue
        for (const id of cycle) reported.add(id)
        cycles.push(fromLowest(cycle))
      }
    }
  }
  return cycles
}

function fromLowest(cycle: Ids): Ids {
  const first = cycle.reduce((lowest, id, at) => (id < (cycle[lowest] ?? id) ? at : lowest), 0)
  return [...cycle.slice(first), ...cycle.slice(0, first)]
}
