/** The smallest trees of ecosystems that have one row each. */
import { json, type Shape } from './shape.ts'

const ci = (...lines: readonly string[]): Shape => ({
  '.github/workflows/ci.yml': `jobs:\n  ci:\n    steps:\n${lines.map((line) => `      - run: ${line}\n`).join('')}`,
})

export const deno: Shape = {
  'deno.jsonc': '{ "tasks": { "test": "deno test -A" } }',
  'mod.ts': '',
  ...ci('deno fmt --check', 'deno lint', 'deno task test', 'deno publish --dry-run'),
}

export const composerScripts: Shape = {
  ...json('composer.json', {
    scripts: {
      test: ['@phpstan', 'phpunit'],
      phpstan: 'phpstan analyse',
      cs: 'php-cs-fixer fix',
      lint: 'pint --test',
    },
  }),
  'phpunit.xml.dist': '',
  ...ci('composer install', 'composer test', 'composer phpstan', 'composer cs'),
}

export const phpunit: Shape = {
  ...json('composer.json', { 'require-dev': { 'phpunit/phpunit': '^11' } }),
  'phpunit.xml.dist': '',
  'phpstan.neon': '',
  ...ci('vendor/bin/phpunit --colors', 'vendor/bin/psalm'),
}

export const rspec: Shape = {
  Gemfile: '',
  'Gemfile.lock': '',
  '.rubocop.yml': '',
  'lib/sample.rb': '',
  'spec/sample_spec.rb': '',
  ...ci('bundle exec rspec', 'bundle exec rubocop --parallel', 'bundle exec steep check'),
}

export const rake: Shape = {
  Gemfile: '',
  Rakefile: 'task default: :test\n',
  'test/sample_test.rb': '',
  ...ci('bundle exec rake test', 'bundle exec rake test:isolated'),
}

export const dotnet: Shape = {
  'Sample.sln': '',
  'Sample.csproj': '',
  'src/Sample/Sample.csproj': '',
  ...ci(
    'dotnet restore',
    'dotnet build --no-restore',
    'dotnet test --no-build',
    'dotnet format --verify-no-changes',
  ),
}

export const elixir: Shape = {
  'mix.exs': '',
  '.formatter.exs': '',
  'lib/sample.ex': '',
  ...ci('mix deps.get', 'mix format --check-formatted', 'mix test', 'mix dialyzer'),
}

export const swift: Shape = {
  'Package.swift': '',
  'Sources/Sample/Sample.swift': '',
  'Tests/SampleTests/SampleTests.swift': '',
  ...ci('swift build', 'swift test --parallel', 'swiftlint lint --strict'),
}

export const swiftWithoutTests: Shape = { 'Package.swift': '', 'Sources/Sample/Sample.swift': '' }

export const flutter: Shape = {
  'pubspec.yaml': '',
  'test/sample_test.dart': '',
  ...ci('flutter pub get', 'flutter analyze', 'flutter test'),
}

export const sbt: Shape = { 'build.sbt': '', ...ci('sbt test scalafmtCheckAll') }

export const haskell: Shape = { 'sample.cabal': '', ...ci('cabal build all', 'cabal test all') }

export const zig: Shape = { 'build.zig': '', ...ci('zig build test', 'zig fmt --check .') }

export const meson: Shape = { 'meson.build': '', ...ci('meson setup build', 'meson test -C build') }

export const bazel: Shape = {
  'MODULE.bazel': '',
  'BUILD.bazel': '',
  ...ci('bazel test //... --config=ci', 'bazel run //:gazelle'),
}

/** Bazel beside a product that has tests of its own, which the CI goes by. */
export const bazelBeside: Shape = {
  WORKSPACE: '',
  'go.mod': 'module example.com/a\n',
  ...ci('go test ./...'),
}

export const cmake: Shape = {
  'CMakeLists.txt': 'project(sample)\nadd_subdirectory(tests)\n',
  'tests/CMakeLists.txt': 'enable_testing()\n',
  ...ci(
    'cmake -B build -G Ninja -DSAMPLE_BUILD_TESTS=ON -DCMAKE_CXX_COMPILER=clang++',
    'cmake --build build',
    'ctest --test-dir build',
  ),
}

export const cmakeWithoutTests: Shape = { 'CMakeLists.txt': 'project(sample)\n' }
