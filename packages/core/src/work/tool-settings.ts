/** Knows by their names the settings by which test tools, linters, compilers and builds decide what they really do. */

/** Names, without a folder. `~` stands for the endings of code, `*` for any ending. */
const names = [
  // JavaScript
  'vitest.config~ vitest.workspace~ vitest.projects~ vite.config~ jest.config~ jest.preset~ playwright.config~ cypress.config~',
  'karma.conf~ karma.config~ ava.config~ wdio.conf~ wdio.config~ jasmine.json .mocharc* .nycrc* .c8rc* .taprc* nyc.config~',
  'eslint.config~ .eslintrc* .eslintignore .oxlintrc.json oxlintrc.json biome.json biome.jsonc .prettierrc* prettier.config~',
  '.prettierignore .stylelintrc* stylelint.config~ .stylelintignore .jshintrc .markdownlint* knip.json knip.jsonc knip.config~',
  '.dependency-cruiser~ babel.config~ .babelrc* .swcrc webpack.config~ rollup.config~ rolldown.config~ esbuild.config~',
  'rspack.config~ tsup.config~ .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .node-options bunfig.toml nx.json project.json',
  'turbo.json turbo.jsonc lerna.json wireit.json .size-limit* stryker.conf~ stryker.config~',
  // Python
  'pytest.ini .pytest.ini tox.ini .flake8 mypy.ini .mypy.ini ruff.toml .ruff.toml .coveragerc conftest.py sitecustomize.py',
  'usercustomize.py noxfile.py .pylintrc pylintrc pyrightconfig.json .isort.cfg .bandit',
  // Ruby, PHP, Elixir, Dart, Swift
  '.rspec .rubocop.yml .rubocop_todo.yml .simplecov Rakefile cucumber.yml phpunit.xml phpunit.xml.dist phpunit.dist.xml',
  'phpstan.neon phpstan.neon.dist phpstan.dist.neon psalm.xml phpcs.xml phpcs.xml.dist .php-cs-fixer.php',
  '.php-cs-fixer.dist.php infection.json behat.yml codeception.yml .credo.exs .formatter.exs analysis_options.yaml',
  'dart_test.yaml .swiftlint.yml',
  // JVM, .NET
  'gradle.properties detekt.yml detekt.yaml checkstyle.xml pmd.xml .editorconfig .scalafmt.conf .scalafix.conf',
  'Directory.Build.props Directory.Build.targets xunit.runner.json .globalconfig',
  // Go, Rust, C
  '.golangci.yml .golangci.yaml .golangci.toml .golangci.json clippy.toml .clippy.toml rustfmt.toml .rustfmt.toml',
  'build.rs rust-toolchain rust-toolchain.toml .clang-tidy .clang-format CMakePresets.json .bazelrc .bazelversion .bazelignore',
  // Any
  'Makefile makefile GNUmakefile justfile Justfile .justfile Taskfile.yml Taskfile.yaml taskfile.yml mise.toml .mise.toml',
  '.gitlab-ci.yml .travis.yml .drone.yml Jenkinsfile azure-pipelines.yml bitbucket-pipelines.yml buildkite.yml .cirrus.yml',
  '.node-version .nvmrc .python-version .ruby-version .go-version .java-version .envrc jsconfig.json go.work',
  '.tool-versions .pre-commit-config.yaml lefthook.yml .yamllint .yamllint.yml .shellcheckrc .hadolint.yaml',
]
const patterns = names
  .flatMap((line) => line.split(' '))
  .map((name) =>
    name.replaceAll('.', '\\.').replace('~', '\\.[cm]?(?:[jt]s|json)').replace('*', '(?:\\.[a-z0-9]+)?'),
  )
const named = new RegExp(`(?:^|/)(?:${patterns.join('|')})$`)
const others =
  /(?:^|\/)(?:tsconfig[^/]*\.json|[^/]+\.(?:runsettings|xctestplan)|(?:\.yarn\/)?patches\/[^/]*(?:vitest|jest|mocha|chai|jasmine|karma|playwright|cypress|assert|expect|sinon|eslint|typescript|c8|nyc|istanbul)[^/]*\.patch|\.env(?:\.[\w.-]+)?)$|(?:^|\/)(?:\.(?:github\/(?:workflows|actions)|circleci|buildkite)\/.+|\.cargo\/config(?:\.toml)?|\.config\/nextest\.toml|\.mvn\/[^/]+|\.mise\/config\.toml|gradle\/[^/]+\.gradle(?:\.kts)?)$/

export const isToolSettings = (path: string): boolean => named.test(path) || others.test(path)
