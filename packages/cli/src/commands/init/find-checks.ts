/** Finds the commands that prove a change, and those that make a fresh worktree ready, from what a repository holds. Pure. */

import { isObject } from '@harness/formats/text/is-object'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import type { RepoLook } from './repo-look.ts'

export interface FoundCheck {
  readonly name: string
  readonly run: string
  /** The file it was found in, for people. */
  readonly from: string
}

export interface FoundWork {
  readonly packageManager: string | null
  readonly checks: readonly FoundCheck[]
  /** What a fresh worktree needs before anything runs in it. */
  readonly setup: readonly string[]
}

type Finder = (look: RepoLook) => FoundWork

const nothing: FoundWork = { packageManager: null, checks: [], setup: [] }

/** The first finder that knows a check's name wins: a Makefile usually only repeats what package.json says. */
export function findWork(look: RepoLook): FoundWork {
  const all = [node, python, rust, go, make].map((finder: Finder) => finder(look))
  const checks: FoundCheck[] = []
  for (const check of all.flatMap((work) => work.checks)) {
    if (!checks.some(({ name }) => name === check.name)) checks.push(check)
  }
  const order = ['lint', 'types', 'build', 'test']
  const rank = ({ name }: FoundCheck): number => (order.indexOf(name) + order.length + 1) % (order.length + 1)
  return {
    packageManager: all.find((work) => work.packageManager !== null)?.packageManager ?? null,
    checks: checks.sort((a, b) => rank(a) - rank(b)),
    setup: all.flatMap((work) => work.setup),
  }
}

const scriptNames: Readonly<Record<string, readonly string[]>> = {
  lint: ['lint'],
  types: ['typecheck', 'type-check', 'types', 'check-types', 'tsc'],
  build: ['build'],
  test: ['test'],
}

function node({ texts, names }: RepoLook): FoundWork {
  const manifest = jsonObject(texts['package.json'])
  if (manifest === null) return nothing
  const manager = nodeManager(manifest, names)
  const scripts = isObject(manifest.scripts) ? manifest.scripts : {}
  const checks = Object.entries(scriptNames).flatMap(([name, candidates]) => {
    const script = candidates.find((candidate) => typeof scripts[candidate] === 'string')
    if (script === undefined || /no test specified/.test(String(scripts[script]))) return []
    return [{ name, run: `${manager} run ${script}`, from: `package.json, script ${script}` }]
  })
  return { packageManager: manager, checks, setup: nodeSetup(manager, manifest, names) }
}

function nodeManager(manifest: Record<string, unknown>, names: ReadonlySet<string>): string {
  const declared = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest.packageManager ?? ''))?.[1]
  if (declared !== undefined) return declared
  if (names.has('pnpm-lock.yaml')) return 'pnpm'
  if (names.has('yarn.lock')) return 'yarn'
  if (names.has('bun.lock') || names.has('bun.lockb')) return 'bun'
  return 'npm'
}

function nodeSetup(
  manager: string,
  manifest: Record<string, unknown>,
  names: ReadonlySet<string>,
): readonly string[] {
  const needsPackages = ['dependencies', 'devDependencies', 'workspaces'].some(
    (field) => Object.keys(manifest[field] ?? {}).length > 0,
  )
  switch (manager) {
    case 'pnpm':
      return ['pnpm install --frozen-lockfile']
    case 'yarn':
      return [names.has('.yarnrc.yml') ? 'yarn install --immutable' : 'yarn install --frozen-lockfile']
    case 'bun':
      return ['bun install --frozen-lockfile']
    default:
      if (names.has('package-lock.json')) return ['npm ci']
      return needsPackages ? ['npm install --no-package-lock'] : []
  }
}

function python({ texts, names }: RepoLook): FoundWork {
  const project = texts['pyproject.toml']
  if (project === undefined) return nothing
  const [manager, prefix, setup] = names.has('uv.lock')
    ? (['uv', 'uv run ', ['uv sync --frozen']] as const)
    : names.has('poetry.lock')
      ? (['poetry', 'poetry run ', ['poetry install --no-interaction']] as const)
      : (['pip', '', []] as const)
  const tool = (name: string, word: RegExp, run: string): readonly FoundCheck[] =>
    word.test(project) ? [{ name, run: `${prefix}${run}`, from: 'pyproject.toml' }] : []
  const hasTests = /pytest/.test(project) || names.has('tests')
  return {
    packageManager: manager,
    checks: [
      ...tool('lint', /\bruff\b/, 'ruff check .'),
      ...tool('types', /\bmypy\b/, 'mypy .'),
      ...(hasTests ? [{ name: 'test', run: `${prefix}python -m pytest`, from: 'pyproject.toml' }] : []),
    ],
    setup,
  }
}

const rust: Finder = ({ texts }) =>
  texts['Cargo.toml'] === undefined
    ? nothing
    : {
        packageManager: 'cargo',
        checks: [{ name: 'test', run: 'cargo test', from: 'Cargo.toml' }],
        setup: [],
      }

const go: Finder = ({ texts }) =>
  texts['go.mod'] === undefined
    ? nothing
    : {
        packageManager: 'go',
        checks: [
          { name: 'lint', run: 'go vet ./...', from: 'go.mod' },
          { name: 'test', run: 'go test ./...', from: 'go.mod' },
        ],
        setup: [],
      }

const make: Finder = ({ texts }) => {
  const targets = new Set(
    [...(texts.Makefile ?? '').matchAll(/^([A-Za-z][\w-]*)\s*:(?!=)/gm)].map(([, target]) => target),
  )
  const checks = ['lint', 'test']
    .filter((target) => targets.has(target))
    .map((target) => ({ name: target, run: `make ${target}`, from: `Makefile, target ${target}` }))
  return { packageManager: null, checks, setup: [] }
}

export function jsonObject(text: string | undefined): Record<string, unknown> | null {
  return text === undefined ? null : jsonObjectIn(text)
}
