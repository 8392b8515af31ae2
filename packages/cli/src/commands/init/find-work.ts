/** Puts together what the ecosystems of a repository suggest: checks with names of their own, and how a lane is set up. Pure. */
import type { CiCommand } from '@harness/formats/documents/ci/ci-command'
import { native } from './evidence/autotools.ts'
import {
  checkOrder,
  ciFilesOf,
  type Evidence,
  type Finder,
  type FoundCheck,
  isFolder,
  type RepoFiles,
} from './evidence/evidence.ts'
import { go } from './evidence/go.ts'
import { jvm } from './evidence/jvm.ts'
import { nestedManifests } from './evidence/nested-manifests.ts'
import { manifestOf, node, scriptsOf } from './evidence/node.ts'
import { ecosystemScripts, otherEcosystems } from './evidence/other-ecosystems.ts'
import { hooksOf, preCommit } from './evidence/pre-commit.ts'
import { proofsIn } from './evidence/proof-commands.ts'
import { python } from './evidence/python.ts'
import { pythonProject } from './evidence/python-project.ts'
import { pythonScripts } from './evidence/python-scripts.ts'
import { rust } from './evidence/rust.ts'
import { targetChecks, targetScripts } from './evidence/targets.ts'
import { type Uncovered, uncovered } from './evidence/uncovered.ts'
import { unreadable } from './evidence/unreadable.ts'

export interface FoundWork {
  /** Package managers and build programs, most telling first. */
  readonly managers: readonly string[]
  readonly checks: readonly FoundCheck[]
  readonly setup: readonly string[]
  readonly setupInputs: readonly string[]
  readonly appPaths: readonly string[]
  readonly needsRegistries: boolean
  readonly notes: readonly string[]
  /** What the CI runs that no check covers. */
  readonly uncovered: readonly Uncovered[]
}

const finders: readonly Finder[] = [node, python, rust, go, jvm, native]
const usualPlaces = ['src', 'app', 'lib', 'packages', 'crates', 'cmd', 'pkg', 'internal'] as const

export function findWork(files: RepoFiles): FoundWork {
  const workflows = ciFilesOf(files)
  const ci = workflows.flatMap(({ commands }) => commands)
  const usual = finders.flatMap((find) => find(files, ci) ?? [])
  const all = [...usual, ...otherEcosystems(files, ci, !hasTest(usual.flatMap((each) => each.checks)))]
  const hooks = preCommit(files, ci)
  const whole = hooks === null ? all : [...all, hooks]
  const targets = targetChecks(files)
  const lines = ci.map(({ run }) => run)
  const checks = targets.reduce((before, each) => withTargets(before, each, whole, lines), ownNames(whole))
  const calls = [...new Set(workflows.flatMap((file) => file.calls))]
  const missing = uncoveredBy(files, checks)
  const submodules = files.paths.has('.gitmodules') ? ['git submodule update --init --recursive'] : []
  return {
    managers: [...new Set(whole.flatMap(({ manager }) => manager ?? []))],
    checks: [...checks].sort((a, b) => rank(a) - rank(b)),
    setup: [...new Set([...submodules, ...whole.flatMap(({ setup }) => setup)])],
    setupInputs: whole.flatMap(({ setupInputs = [] }) => setupInputs),
    appPaths: placesOf(files, whole),
    needsRegistries: whole.some(({ needsRegistries = false }) => needsRegistries),
    notes: [
      ...unreadable(files),
      ...(checks.length === 0 ? nestedManifests(files) : []),
      ...whole.flatMap(({ notes = [] }) => notes),
      ...idleTargets(files, targets.flat(), checks, missing),
      ...withoutTest(checks),
      ...workflows.flatMap(({ variants }) => variants).map(toldVariant),
      ...unreadCi(files),
      ...calls.map(
        (call) => `The CI calls ${call}, a workflow of another repository: what it runs is not known here.`,
      ),
    ],
    uncovered: missing,
  }
}

/** What the CI of a repository runs that none of these checks covers. */
export const uncoveredBy = (
  files: RepoFiles,
  checks: readonly Pick<FoundCheck, 'run'>[],
): readonly Uncovered[] =>
  uncoveredAmong(
    files,
    ciFilesOf(files).flatMap(({ commands }) => commands),
    checks,
  )

function uncoveredAmong(
  files: RepoFiles,
  commands: readonly CiCommand[],
  checks: readonly Pick<FoundCheck, 'run'>[],
): readonly Uncovered[] {
  const manifest = manifestOf(files)
  const project = pythonProject(files)
  const scripts = {
    ...(manifest === null ? {} : scriptsOf(manifest)),
    ...targetScripts(files),
    ...ecosystemScripts(files),
    ...(project === null ? {} : pythonScripts(project)),
  }
  const hooks = checks.some(({ run }) => /\bpre-commit\b/.test(run)) ? hooksOf(files) : []
  const tox = project?.toxCommands ?? []
  return uncovered(commands, checks, scripts, tox, hooks, files.paths)
}

const hasTest = (checks: readonly FoundCheck[]): boolean =>
  checks.some(({ name }) => /\btests?\b|\bunit\b/.test(name))

const withoutTest = (checks: readonly FoundCheck[]): readonly string[] =>
  checks.length === 0 || hasTest(checks)
    ? []
    : ['None of these checks runs tests. If the product has tests, add the command that runs them.']

const toldVariant = (variant: string): string =>
  `The CI runs a job in several ways, and a check runs it in one: ${variant}.`

/** Files of CIs that only their own server can read. */
const unreadCi = ({ paths }: RepoFiles): readonly string[] =>
  ['Jenkinsfile', '.teamcity/settings.kts', 'dagger.json', '.semaphore/semaphore.yml', 'Earthfile']
    .filter((path) => paths.has(path))
    .map((path) => `${path} is not read: what it runs is not known here.`)

/** Targets of a Makefile that an ecosystem has a check for, and that may prove more. Those of the CI are told with it. */
const idleTargets = (
  files: RepoFiles,
  targets: readonly FoundCheck[],
  checks: readonly FoundCheck[],
  ofCi: readonly Uncovered[],
): readonly string[] =>
  uncoveredAmong(files, targets, checks)
    .filter(({ run }) => !ofCi.some((one) => one.run === run))
    .map(({ run }) => `${run} may prove more than the checks do: add it if it has to pass before a merge.`)

/** If several ecosystems have a check of the same name, each is named after its own. */
function ownNames(all: readonly Evidence[]): readonly FoundCheck[] {
  const isShared = (name: string): boolean =>
    all.filter(({ checks }) => checks.some((check) => check.name === name)).length > 1
  return all.flatMap(({ ecosystem, checks }) =>
    checks.map((check) => (isShared(check.name) ? { ...check, name: `${check.name}:${ecosystem}` } : check)),
  )
}

/**
 * A Makefile or the like usually only repeats what the ecosystem says, so it adds what nothing else has. But if the CI runs its
 * target, that target is what the project goes by.
 */
function withTargets(
  checks: readonly FoundCheck[],
  targets: readonly FoundCheck[],
  all: readonly Evidence[],
  ci: readonly string[],
): readonly FoundCheck[] {
  const environment = all
    .flatMap((each) => (each.environment === undefined ? [] : [`${each.environment} `]))
    .join('')
  const inCi = new Set(ci.flatMap((line) => proofsIn(line, {})).map(({ what }) => what))
  let result = checks
  for (const check of targets) {
    const run = `${environment}${check.run}`
    const same = result.filter(({ name }) => name === check.name)
    const isCalled = result.some((one) => one.run.endsWith(check.run))
    if (isCalled || (same.length > 0 && !inCi.has(check.run))) continue
    result = [...result.filter((one) => !same.includes(one)), { ...check, run }]
  }
  return result
}

function placesOf(files: RepoFiles, all: readonly Evidence[]): readonly string[] {
  const found = [...new Set(all.flatMap(({ appPaths = [] }) => appPaths))]
  const usual = usualPlaces.filter((name) => isFolder(files, name))
  const places = [...new Set([...usual, ...found])].filter(
    (path) => !/^(?:tests?|docs?|examples?)$/.test(path),
  )
  return places.length === 0 && found.includes('.') ? ['.'] : places.filter((path) => path !== '.')
}

const rank = ({ name }: FoundCheck): number => {
  const index = checkOrder.findIndex((each) => name === each || name.startsWith(`${each}:`))
  const last = checkOrder.length
  if (index !== -1) return index
  return name.startsWith('test') ? last : name === 'pre-commit' ? 0 : last - 1
}
