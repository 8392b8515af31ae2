/** Finds what proves a change of a product in PHP, Ruby, .NET, Elixir, Swift and others: one table for all of them. Pure. */
import type { CiCommand } from '@harness/formats/documents/ci/ci-command'
import { isObject } from '@harness/formats/text/is-object'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import {
  type Evidence,
  type Finder,
  isFolder,
  laneCache,
  makeLaneCache,
  type RepoFiles,
  topNames,
} from './evidence.ts'
import type { Scripts } from './node-scripts.ts'

interface Look {
  /** The manifest that was found. */
  readonly manifest: string
  has(path: string): boolean
  hasFolder(folder: string): boolean
  /** Tells if the CI runs such a command. */
  inCi(command: RegExp): boolean
  /** The names of scripts that the manifest declares, as far as they only look. */
  script(names: readonly string[]): string | null
}

interface Ecosystem {
  readonly name: string
  /** At the top of the repository. */
  readonly manifest: RegExp
  /** Variables that name its cache: programs in a lane have an empty home. */
  readonly caches?: readonly string[]
  readonly setup: (look: Look) => readonly string[]
  /** By name; null if there is none. */
  readonly checks: (look: Look) => Readonly<Record<string, string | null>>
  readonly needsRegistries?: boolean
  /** It only counts if the CI calls it, or if nothing else was found. */
  readonly usedBy?: RegExp
}

const when = (isSo: boolean, command: string): string | null => (isSo ? command : null)
const asScript = (prefix: string, name: string | null): string | null =>
  name === null ? null : `${prefix} ${name}`

const ecosystems: readonly Ecosystem[] = [
  {
    name: 'deno',
    manifest: /^deno\.jsonc?$/,
    caches: ['DENO_DIR'],
    setup: () => ['deno install'],
    checks: ({ script, inCi }) => ({
      lint: asScript('deno task', script(['lint'])) ?? when(inCi(/\bdeno lint\b/), 'deno lint'),
      format:
        asScript('deno task', script(['fmt:check', 'format:check'])) ??
        when(inCi(/\bdeno fmt\b/), 'deno fmt --check'),
      types:
        asScript('deno task', script(['check', 'typecheck'])) ?? when(inCi(/\bdeno check\b/), 'deno check .'),
      test: asScript('deno task', script(['test'])) ?? 'deno test',
    }),
  },
  {
    name: 'php',
    manifest: /^composer\.json$/,
    setup: () => ['composer install --no-interaction --no-progress'],
    checks: ({ script, has }) => ({
      lint: asScript(
        'composer',
        script(['lint', 'cs', 'phpcs', 'cs:check', 'cs-check', 'lint:check', 'test:lint']),
      ),
      types:
        asScript('composer', script(['phpstan', 'stan', 'analyse', 'analyze', 'psalm', 'test:types'])) ??
        when(has('phpstan.neon') || has('phpstan.neon.dist'), 'vendor/bin/phpstan analyse --no-progress'),
      test:
        asScript('composer', script(['test', 'tests', 'phpunit', 'pest', 'unit', 'test:unit'])) ??
        when(has('tests/Pest.php'), 'vendor/bin/pest') ??
        when(has('phpunit.xml') || has('phpunit.xml.dist') || has('phpunit.dist.xml'), 'vendor/bin/phpunit'),
    }),
  },
  {
    name: 'ruby',
    manifest: /^Gemfile$/,
    caches: ['BUNDLE_PATH'],
    setup: () => ['bundle install'],
    checks: ({ has, hasFolder, inCi }) => ({
      lint: when(has('.rubocop.yml'), 'bundle exec rubocop'),
      test:
        when(hasFolder('spec') && !inCi(/\brake\b(?! \w+:)/), 'bundle exec rspec') ??
        when(has('bin/rails') && hasFolder('test'), 'bin/rails test') ??
        when(inCi(/\brake test\b/), 'bundle exec rake test') ??
        when(has('Rakefile'), 'bundle exec rake'),
    }),
  },
  {
    name: 'dotnet',
    manifest: /^[^/]+\.(?:slnx?|csproj|fsproj|vbproj)$/,
    caches: ['NUGET_PACKAGES'],
    setup: ({ manifest }) => [`dotnet restore ${manifest}`],
    checks: ({ manifest, inCi }) => ({
      format: when(inCi(/\bdotnet format\b/), `dotnet format ${manifest} --verify-no-changes --no-restore`),
      test: `dotnet test ${manifest} --no-restore`,
    }),
  },
  {
    name: 'elixir',
    manifest: /^mix\.exs$/,
    caches: ['MIX_HOME', 'HEX_HOME'],
    setup: () => ['mix local.hex --force', 'mix local.rebar --force', 'mix deps.get'],
    checks: ({ has }) => ({
      lint: when(has('.credo.exs'), 'mix credo'),
      format: when(has('.formatter.exs'), 'mix format --check-formatted'),
      test: 'mix test',
    }),
  },
  {
    name: 'swift',
    manifest: /^Package\.swift$/,
    setup: () => ['swift package resolve'],
    checks: ({ hasFolder }) =>
      hasFolder('Tests')
        ? { test: 'swift test --disable-sandbox' }
        : { build: 'swift build --disable-sandbox' },
  },
  {
    name: 'dart',
    manifest: /^pubspec\.yaml$/,
    caches: ['PUB_CACHE'],
    setup: ({ inCi }) => [inCi(/\bflutter\b/) ? 'flutter pub get' : 'dart pub get'],
    checks: ({ hasFolder, inCi }) => {
      const program = inCi(/\bflutter\b/) ? 'flutter' : 'dart'
      return { lint: `${program} analyze`, test: when(hasFolder('test'), `${program} test`) }
    },
  },
  {
    name: 'sbt',
    manifest: /^build\.sbt$/,
    setup: () => [],
    checks: () => ({ test: 'sbt test' }),
    needsRegistries: true,
  },
  {
    name: 'haskell',
    manifest: /^(?:stack\.yaml|cabal\.project|[^/]+\.cabal)$/,
    setup: () => [],
    checks: ({ has }) => ({ test: has('stack.yaml') ? 'stack test' : 'cabal test all' }),
    needsRegistries: true,
  },
  {
    name: 'zig',
    manifest: /^build\.zig$/,
    setup: () => [],
    checks: () => ({ test: 'zig build test' }),
    needsRegistries: true,
  },
  {
    name: 'meson',
    manifest: /^meson\.build$/,
    setup: () => [],
    checks: () => ({ test: 'meson setup build && meson test -C build' }),
  },
  {
    name: 'bazel',
    manifest: /^(?:MODULE\.bazel|WORKSPACE(?:\.bazel)?)$/,
    setup: () => [],
    checks: () => ({ test: 'bazel test //...' }),
    needsRegistries: true,
    usedBy: /\bbazel(?:isk)? (?:test|build)\b/,
  },
]

export const isManifest = (path: string): boolean => ecosystems.some(({ manifest }) => manifest.test(path))

/** Each that the repository has. `isAlone` tells that no other ecosystem has a test. */
export const otherEcosystems = (
  files: RepoFiles,
  ci: readonly CiCommand[],
  isAlone: boolean,
): readonly Evidence[] =>
  ecosystems.flatMap((each) => {
    const isUsed = each.usedBy === undefined || isAlone || ci.some(({ run }) => each.usedBy?.test(run))
    return isUsed ? (finderOf(each)(files, ci) ?? []) : []
  })

const finderOf =
  ({ name, manifest, caches = [], needsRegistries = false, ...ecosystem }: Ecosystem): Finder =>
  (files, ci) => {
    const names = topNames(files)
    const found = [...names].filter((each) => manifest.test(each)).sort(bySolution)[0]
    if (found === undefined) return null
    const scripts = ownScripts(files)
    const look: Look = {
      manifest: found,
      has: (path) => files.paths.has(path),
      hasFolder: (folder) => isFolder(files, folder),
      inCi: (command) => ci.some(({ run }) => command.test(run)),
      script: (wanted) => wanted.find((each) => onlyLooks(scripts[each])) ?? null,
    }
    const variables = caches.map((variable) => `${variable}="$PWD/${laneCache}/${name}" `).join('')
    const lines = ecosystem.setup(look).map((line) => `${variables}${line}`)
    return {
      ecosystem: name,
      manager: name,
      checks: Object.entries(ecosystem.checks(look)).flatMap(([check, run]) =>
        run === null ? [] : [{ name: check, run: `${variables}${run}`, from: found }],
      ),
      setup: lines.length > 0 && caches.length > 0 ? [makeLaneCache, ...lines] : lines,
      setupInputs: [found],
      needsRegistries,
      ...(variables === '' ? {} : { environment: variables.trimEnd() }),
    }
  }

/** A solution names its projects. */
const bySolution = (a: string, b: string): number => Number(/\.slnx?$/.test(b)) - Number(/\.slnx?$/.test(a))

/** Scripts of Composer and tasks of Deno. */
function ownScripts({ texts }: RepoFiles): Scripts {
  const { scripts } = jsonObjectIn(texts['composer.json'] ?? '') ?? {}
  const { tasks } = jsonObjectIn(texts['deno.json'] ?? texts['deno.jsonc'] ?? '') ?? {}
  return Object.fromEntries(
    [scripts, tasks].flatMap((all) =>
      Object.entries(isObject(all) ? all : {}).map(([name, body]) => [
        name,
        [isObject(body) ? body.command : body].flat().map(String).join(' && '),
      ]),
    ),
  )
}

const onlyLooks = (body: string | undefined): boolean =>
  body !== undefined && (!/\bfix\b|cbf\b|--fix\b/.test(body) || /--dry-run|--test\b/.test(body))

/** By how they are called: `composer test`, `deno task test`. */
export const ecosystemScripts = (files: RepoFiles): Scripts => {
  const prefix = files.texts['composer.json'] === undefined ? 'deno task' : 'composer'
  return Object.fromEntries(
    Object.entries(ownScripts(files)).map(([name, body]) => [
      `${prefix} ${name}`,
      body.replaceAll('@', `${prefix} `),
    ]),
  )
}
