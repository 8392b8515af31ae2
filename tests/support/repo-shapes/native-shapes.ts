/** Small trees with the build files of well-known products in Rust, Go, Java and C; the names and commands are theirs. */
import type { Shape } from './shape.ts'

export const ripgrep: Shape = {
  'Cargo.toml': `
[package]
name = "sample-search"
version = "1.0.0"
edition = "2024"

[[bin]]
path = "crates/core/main.rs"
name = "ss"

[workspace]
members = ["crates/globset", "crates/ignore"]
`,
  'Cargo.lock': '',
  'build.rs': '',
  'rustfmt.toml': 'max_width = 79\n',
  '.gitignore': 'target\n',
  'crates/core/main.rs': '',
  'crates/globset/Cargo.toml': '',
  'crates/ignore/Cargo.toml': '',
  'tests/tests.rs': '',
  '.github/workflows/ci.yml': `
jobs:
  test:
    env:
      CARGO: cargo
      TARGET_FLAGS:
    steps:
      - run: sudo apt-get install zsh
      - run: \${{ env.CARGO }} build --verbose --workspace \${{ env.TARGET_FLAGS }}
      - run: \${{ env.CARGO }} test --verbose --workspace \${{ env.TARGET_FLAGS }}
      - if: matrix.target == ''
        run: ci/test-complete
  rustfmt:
    steps:
      - run: cargo fmt --all --check
  docs:
    steps:
      - run: cargo doc --no-deps --document-private-items --workspace
`,
}

export const egui: Shape = {
  'Cargo.toml': `
[workspace]
resolver = "2"
members = ["crates/ecolor", "crates/egui", "examples/*", "tests/*", "xtask"]

[workspace.lints.clippy]
all = "warn"
`,
  'Cargo.lock': '',
  'clippy.toml': 'msrv = "1.88"\n',
  'rust-toolchain': '[toolchain]\nchannel = "1.88"\n',
  'deny.toml': '',
  '.gitignore': '**/target\n',
  '.gitattributes': '* text=auto eol=lf\n*.png filter=lfs diff=lfs merge=lfs -text\n',
  'crates/ecolor/Cargo.toml': '',
  'crates/egui/Cargo.toml': '',
  'examples/hello/Cargo.toml': '',
  'tests/snapshots/a.png': '',
  'xtask/Cargo.toml': '',
  'scripts/check.sh': '',
  '.github/workflows/rust.yml': `
jobs:
  fmt-crank-check-test:
    steps:
      - run: sudo apt-get update && sudo apt-get install libgtk-3-dev
      - name: Rustfmt
        run: cargo fmt --all -- --check
      - name: check --all-features
        run: cargo check --locked --all-features --all-targets
      - name: check -p egui_demo_app
        run: cargo check --locked --no-default-features --lib --all-targets -p egui_demo_app
      - name: clippy
        run: cargo clippy --all-targets --all-features -- -D warnings
  tests:
    steps:
      - run: cargo test --all-features
      - run: cargo test -p egui --no-default-features
`,
}

export const gin: Shape = {
  'go.mod': 'module example.com/sample\n\ngo 1.24\n\nrequire github.com/bytedance/sonic v1.14.0\n',
  'go.sum': '',
  'gin.go': 'package sample\n',
  'gin_test.go': 'package sample\n',
  'binding/binding.go': '',
  'internal/bytesconv/bytesconv.go': '',
  'docs/doc.md': '',
  Makefile: `GO ?= go
TESTFOLDER := $(shell $(GO) list ./... | grep -E 'sample$$')

.PHONY: test
test:
	for d in $(TESTFOLDER); do $(GO) test $(TESTTAGS) -v $$d; done

.PHONY: fmt
fmt:
	gofmt -w .

.PHONY: fmt-check
fmt-check:
	@diff=$$(gofmt -d .)

.PHONY: vet
vet:
	$(GO) vet ./...
`,
  '.github/workflows/gin.yml': `
jobs:
  lint:
    steps:
      - uses: golangci/golangci-lint-action@v8
  test:
    strategy:
      matrix:
        os: [ubuntu-latest, macos-latest]
        test-tags: ['', '-tags nomsgpack', -race]
    env:
      TESTTAGS: \${{ matrix.test-tags }}
    steps:
      - name: Run Tests
        run: make test
`,
}

export const kubernetes: Shape = {
  'go.mod': 'module k8s.example/sample\n\ngo 1.25.0\n',
  'go.sum': '',
  'go.work': `// This is a generated file. Do not edit directly.

go 1.25.0

godebug default=go1.25

use (
	.
	./staging/src/k8s.example/api
	./staging/src/k8s.example/apimachinery
)
`,
  'vendor/modules.txt': '',
  // In the real one it is a link to build/root/Makefile.
  Makefile:
    'all:\n\thack/make-rules/build.sh\n\nverify:\n\thack/make-rules/verify.sh\n\ncheck test:\n\thack/make-rules/test.sh\n',
  'cmd/kubelet/main.go': '',
  'pkg/api/api.go': '',
  'plugin/pkg/plugin.go': '',
  'staging/src/k8s.example/api/go.mod': '',
  'staging/src/k8s.example/apimachinery/go.mod': '',
  'test/e2e/e2e.go': '',
}

export const gson: Shape = {
  'pom.xml': `<?xml version="1.0" encoding="UTF-8"?>
<project>
  <groupId>com.example</groupId>
  <artifactId>sample-parent</artifactId>
  <packaging>pom</packaging>
  <modules>
    <module>gson</module>
    <module>test-shrinker</module>
    <module>extras</module>
  </modules>
</project>
`,
  '.gitignore': 'target/\n',
  'gson/pom.xml': '',
  'gson/src/main/java/Gson.java': '',
  'test-shrinker/pom.xml': '',
  'extras/pom.xml': '',
  '.github/workflows/build.yml': `
jobs:
  build:
    steps:
      - run: mvn --batch-mode --no-transfer-progress verify javadoc:jar
  native:
    steps:
      - run: mvn test --batch-mode --no-transfer-progress --activate-profiles native-image-test --projects test-graal
`,
}

export const jq: Shape = {
  'configure.ac': 'AC_INIT([sample],[1.8])\nAM_INIT_AUTOMAKE([foreign])\n',
  'Makefile.am': 'AUTOMAKE_OPTIONS = foreign\nTESTS = tests/jqtest\n',
  '.gitmodules':
    '[submodule "vendor/oniguruma"]\n\tpath = vendor/oniguruma\n\turl = https://github.com/kkos/oniguruma.git\n',
  '.gitignore': 'Makefile\nMakefile.in\nconfigure\nautom4te.cache\n*.o\n',
  'src/main.c': '',
  'm4/find-func.m4': '',
  'tests/jqtest': '',
  'docs/build_website.py': '',
  'docs/Pipfile': '',
  '.github/workflows/ci.yml': `
jobs:
  linux:
    steps:
      - run: |
          sudo apt-get update -qq
          sudo apt-get install -y automake autoconf
      - run: |
          autoreconf -i
          ./configure \\
            --host=\${{ matrix.CC }} \\
            --with-oniguruma=builtin
          make -j"$(nproc)"
      - name: Test
        run: |
          make check VERBOSE=yes
          git diff --exit-code
`,
}

/** As the Kotlin DSL of Gradle has it, with the wrapper. */
export const gradleKotlin: Shape = {
  'settings.gradle.kts': `
rootProject.name = "sample"
include("sample-api")
include(":sample-engine:core")
`,
  'build.gradle.kts': 'plugins { `java-library` }\n',
  'gradle.properties': '',
  gradlew: '',
  'gradle/wrapper/gradle-wrapper.properties': '',
  'sample-api/build.gradle.kts': '',
  'sample-engine/core/build.gradle.kts': '',
  '.github/workflows/main.yml': 'jobs:\n  linux:\n    steps:\n      - run: ./gradlew --scan build javadoc\n',
}

/** As older ones have it, in Groovy and without a wrapper. */
export const gradleGroovy: Shape = {
  'settings.gradle': "rootProject.name = 'sample'\ninclude 'server', 'client'\n",
  'build.gradle': "apply plugin: 'java'\n",
  'server/src/Main.java': '',
  'client/src/Main.java': '',
}

export const mavenWrapper: Shape = {
  'pom.xml': '<project><modules><module>web</module><module>core/model</module></modules></project>\n',
  mvnw: '',
  '.mvn/wrapper/maven-wrapper.properties': '',
  'web/pom.xml': '',
  'core/model/pom.xml': '',
  '.github/workflows/ci.yml': 'jobs:\n  build:\n    steps:\n      - run: ./mvnw -B verify\n',
}
