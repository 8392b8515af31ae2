/** Finds what proves a change of a Node product: scripts of its package.json, by the package manager of its lock file. Pure. */
import type { CiCommand } from '@harness/formats/documents/ci/ci-command'
import { isObject } from '@harness/formats/text/is-object'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { yamlObjectIn } from '@harness/formats/text/yaml-object'
import {
  type Finder,
  type FoundCheck,
  isText,
  type RepoFiles,
  textsIn,
  topFoldersOf,
  topNames,
} from './evidence.ts'
import { type Scripts, scriptChecks, scriptsNamedIn } from './node-scripts.ts'

type Manifest = Readonly<Record<string, unknown>>

export const node: Finder = (files, ci) => {
  const manifest = manifestOf(files)
  if (manifest === null) return null
  const names = topNames(files)
  const manager = nodeManager(manifest, names)
  const scripts = scriptsOf(manifest)
  const found = scriptChecks(scripts)
  const patterns = workspacesOf(files, manifest)
  const checks = found.checks.map(({ name, script }) => ({
    name,
    run: runOf(manager, script),
    from: `package.json, script ${script}`,
  }))
  const ofWorkspaces = checks.some(({ name }) => /test|unit/.test(name))
    ? []
    : workspaceTests(manager, manifest, patterns, names)
  return {
    ecosystem: 'node',
    manager,
    checks: builtFirst([...checks, ...ofWorkspaces], manager, scripts, ci),
    setup: nodeSetup(manager, manifest, names, patterns.length > 0),
    appPaths: topFoldersOf(files, patterns),
    notes: found.changing.map(
      (script) => `The script ${script} of package.json changes files, so it is no check.`,
    ),
  }
}

export const manifestOf = ({ texts }: RepoFiles): Manifest | null => jsonObjectIn(texts['package.json'] ?? '')

export function scriptsOf({ scripts }: Manifest): Scripts {
  const all = Object.entries(isObject(scripts) ? scripts : {})
  return Object.fromEntries(all.flatMap(([name, body]) => (isText(body) ? [[name, body]] : [])))
}

const runOf = (manager: string, script: string): string => `${manager} run ${script}`

export function nodeManager(manifest: Manifest, names: ReadonlySet<string>): string {
  const declared = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest.packageManager ?? ''))?.[1]
  if (declared !== undefined) return declared
  if (names.has('pnpm-lock.yaml') || names.has('pnpm-workspace.yaml')) return 'pnpm'
  if (names.has('yarn.lock')) return 'yarn'
  if (hasBunLock(names)) return 'bun'
  return 'npm'
}

const hasBunLock = (names: ReadonlySet<string>): boolean => names.has('bun.lock') || names.has('bun.lockb')

function workspacesOf({ texts }: RepoFiles, { workspaces }: Manifest): readonly string[] {
  const listed = isObject(workspaces) ? textsIn(workspaces.packages) : textsIn(workspaces)
  return [...listed, ...textsIn(yamlObjectIn(texts['pnpm-workspace.yaml'] ?? '')?.packages)]
}

function nodeSetup(
  manager: string,
  manifest: Manifest,
  names: ReadonlySet<string>,
  hasWorkspaces: boolean,
): readonly string[] {
  const needsPackages =
    hasWorkspaces ||
    ['dependencies', 'devDependencies'].some((field) => Object.keys(manifest[field] ?? {}).length > 0)
  switch (manager) {
    case 'pnpm':
      return [names.has('pnpm-lock.yaml') ? 'pnpm install --frozen-lockfile' : 'pnpm install --no-lockfile']
    case 'yarn':
      if (!names.has('yarn.lock')) return ['yarn install --no-lockfile']
      return [isBerry(manifest, names) ? 'yarn install --immutable' : 'yarn install --frozen-lockfile']
    case 'bun':
      return [hasBunLock(names) ? 'bun install --frozen-lockfile' : 'bun install --no-save']
    default:
      if (names.has('package-lock.json') || names.has('npm-shrinkwrap.json')) return ['npm ci']
      return needsPackages ? ['npm install --no-package-lock'] : []
  }
}

const isBerry = ({ packageManager }: Manifest, names: ReadonlySet<string>): boolean =>
  names.has('.yarnrc.yml') || /^yarn@(?:[2-9]|\d\d)/.test(String(packageManager ?? ''))

/** If the top has no test, those of the packages. */
function workspaceTests(
  manager: string,
  manifest: Manifest,
  patterns: readonly string[],
  names: ReadonlySet<string>,
): readonly FoundCheck[] {
  if (names.has('turbo.json')) return [{ name: 'test', run: 'npx turbo run test', from: 'turbo.json' }]
  if (patterns.length === 0) return []
  const all: Readonly<Record<string, string>> = {
    npm: 'npm run test --workspaces --if-present',
    pnpm: 'pnpm -r --if-present run test',
    yarn: isBerry(manifest, names) ? 'yarn workspaces foreach --all run test' : 'yarn workspaces run test',
    bun: "bun run --filter '*' test",
  }
  return [{ name: 'test', run: all[manager] ?? 'npm test', from: 'workspaces of package.json' }]
}

/**
 * Each check starts from a clean tree. If a job of the CI builds before it runs a test, the check does so too; a build of its
 * own then proves nothing more.
 */
function builtFirst(
  checks: readonly FoundCheck[],
  manager: string,
  scripts: Scripts,
  ci: readonly CiCommand[],
): readonly FoundCheck[] {
  const build = checks.find(({ name }) => name === 'build')
  if (build === undefined) return checks
  const isBuild = ({ run }: CiCommand): boolean => scriptsNamedIn(run, scripts).includes('build')
  const wanted = checks.filter(({ run, name }) => {
    if (!/test|unit|types/.test(name)) return false
    const script = run.slice(`${manager} run `.length)
    return ci.some((command, index) => {
      if (!scriptsNamedIn(command.run, scripts).includes(script)) return false
      return ci.slice(0, index).some((before) => before.from === command.from && isBuild(before))
    })
  })
  if (wanted.length === 0) return checks
  const chained = {
    name: 'test',
    run: [build, ...wanted].map(({ run }) => run).join(' && '),
    from: 'package.json; it builds first, as the CI does',
  }
  return [...checks.filter((check) => check !== build && !wanted.includes(check)), chained]
}
