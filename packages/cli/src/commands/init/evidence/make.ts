/** Finds the targets of a Makefile that prove a change. Pure. */
import type { Finder, RepoFiles } from './evidence.ts'
import type { Scripts } from './node-scripts.ts'

const wanted: Readonly<Record<string, readonly string[]>> = {
  lint: ['lint'],
  format: ['fmt-check', 'format-check', 'check-fmt', 'check-format'],
  types: ['typecheck', 'types'],
  test: ['test', 'check', 'tests'],
}

export const make: Finder = ({ texts }) => {
  const file = makefileOf(texts)
  if (file === null) return null
  const targets = makeTargets(texts[file] ?? '')
  const checks = Object.entries(wanted).flatMap(([name, names]) => {
    const target = names.find((each) => targets.has(each))
    return target === undefined ? [] : [{ name, run: `make ${target}`, from: `${file}, target ${target}` }]
  })
  return { ecosystem: 'make', manager: null, checks, setup: [] }
}

const makefileOf = (texts: RepoFiles['texts']): string | null =>
  ['GNUmakefile', 'Makefile'].find((name) => texts[name] !== undefined) ?? null

/** What each target runs, as a line: the targets that it needs, and its recipe. */
export function makeScripts({ texts }: Pick<RepoFiles, 'texts'>): Scripts {
  const scripts: Record<string, string> = {}
  let targets: readonly string[] = []
  for (const line of (texts[makefileOf(texts) ?? ''] ?? '').split('\n')) {
    const [, recipe] = /^\t[@-]*(.+)$/.exec(line) ?? []
    const [, names, needs = ''] = /^([A-Za-z][\w. -]*?)\s*::?(?![:=])([^=]*)$/.exec(line) ?? []
    if (names !== undefined) targets = names.split(/\s+/)
    const added =
      recipe === undefined
        ? needs.split(/\s+/).flatMap((need) => (/^[A-Za-z]/.test(need) ? [`make ${need}`] : []))
        : [recipe]
    if (names === undefined && recipe === undefined) continue
    for (const target of targets) {
      const key = `make ${target}`
      scripts[key] = [scripts[key] ?? '', ...added].filter((part) => part !== '').join(' && ')
    }
  }
  return scripts
}

/** Several targets may share a rule. Variables and patterns are none. */
const makeTargets = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^([A-Za-z][\w. -]*?)\s*::?(?![:=])/gm)].flatMap(([, targets = '']) =>
      targets.split(/\s+/),
    ),
  )
