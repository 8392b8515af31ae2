// Finds folders of one package that import each other, over the modules that dependency-cruiser lists.
import { dirname } from 'node:path'

/** Each cycle in words: its folders, and one import for each direction. */
export function folderCycles(modules, isTest) {
  const edges = edgesBetween(modules.filter(({ source }) => !isTest(source)))
  return cyclesIn(edges).map((folders) => {
    const inside = [...edges.values()].filter(
      ({ from, to }) => folders.includes(from) && folders.includes(to),
    )
    const named = inside.map(({ example }) => example)
    return `${folders.join(', ')} (${named.join('; ')})`
  })
}

const packageOf = (path) => /^packages\/([^/]+)\/src\//.exec(path)?.[1] ?? null

function edgesBetween(modules) {
  const edges = new Map()
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [dirname(source), dirname(resolved)]
      if (from === to || packageOf(resolved) === null || packageOf(source) !== packageOf(resolved)) continue
      const key = `${from} ${to}`
      if (!edges.has(key)) edges.set(key, { from, to, example: `${source} imports ${resolved}` })
    }
  }
  return edges
}

/** Groups of folders that reach each other. */
function cyclesIn(edges) {
  const next = new Map()
  for (const { from, to } of edges.values()) next.set(from, [...(next.get(from) ?? []), to])
  const reach = (start) => {
    const seen = new Set()
    const open = [...(next.get(start) ?? [])]
    while (open.length > 0) {
      const folder = open.pop()
      if (seen.has(folder)) continue
      seen.add(folder)
      open.push(...(next.get(folder) ?? []))
    }
    return seen
  }
  const reached = new Map([...next.keys()].map((folder) => [folder, reach(folder)]))
  const cycles = []
  const told = new Set()
  for (const [folder, seen] of reached) {
    if (!seen.has(folder) || told.has(folder)) continue
    const group = [...seen].filter((other) => reached.get(other)?.has(folder))
    for (const each of group) told.add(each)
    cycles.push(group.sort())
  }
  return cycles
}
