import { describe, expect, it } from 'vitest'
import { withBasesPart } from './mixed-manifests.ts'

/** By file: the base, a change of what the product is made of, and one of what its tests do. */
const manifests: readonly (readonly [path: string, text: (dependency: string, steers: string) => string])[] =
  [
    [
      'pyproject.toml',
      (dependency, steers) =>
        `[project]\ndependencies = ["${dependency}"]\n\n[tool.poetry.dependencies]\n${dependency} = "1"\n\n[tool.pytest.ini_options]\ntestpaths = ["${steers}"]\n`,
    ],
    [
      'core/Cargo.toml',
      (dependency, steers) =>
        `[package]\nname = "greet"\nversion = "1"\n\n[dependencies]\n${dependency} = "1"\n\n[[test]]\nname = "${steers}"\n`,
    ],
    [
      'Cargo.toml',
      (dependency, steers) =>
        `[package]\nname = "greet"\nautotests = ${steers}\n\n[dev-dependencies]\n${dependency} = "1"\n`,
    ],
    [
      'pom.xml',
      (dependency, steers) =>
        `<project>\n<version>${dependency}</version>\n<dependencies>\n<dependency>${dependency}</dependency>\n</dependencies>\n<properties><skipTests>${steers}</skipTests></properties>\n</project>\n`,
    ],
    [
      'app/build.gradle.kts',
      (dependency, steers) =>
        `plugins { java }\ndependencies {\n  implementation("${dependency}") { isTransitive = false }\n}\ntasks.test { ignoreFailures = ${steers} }\n`,
    ],
    ['settings.gradle', (dependency, steers) => `rootProject.name = '${steers}'\ninclude ':${dependency}'\n`],
    [
      'mix.exs',
      (dependency, steers) =>
        `defmodule Greet do\n  def project, do: [test_paths: ["${steers}"], deps: deps()]\n  defp deps do\n    [{:${dependency}, "~> 1"}]\n  end\nend\n`,
    ],
    [
      'BUILD.bazel',
      (dependency, steers) =>
        `cc_library(\n    name = "greet",\n    deps = ["${dependency}"],\n)\n\ncc_test(\n    name = "greet_test",\n    tags = ["${steers}"],\n)\n`,
    ],
    [
      'pnpm-workspace.yaml',
      (dependency, steers) => `packages:\n  - ${steers}\n\ncatalog:\n  ${dependency}: 1.0.0\n`,
    ],
    [
      'setup.cfg',
      (dependency, steers) =>
        `[options]\ninstall_requires = ${dependency}\n\n[tool:pytest]\naddopts = ${steers}\n`,
    ],
    [
      'pyproject.toml',
      (dependency, steers) =>
        `[project]\ndependencies = ["${dependency}"]\n\n[project.entry-points.pytest11]\nall = "${steers}"\n`,
    ],
    [
      'composer.json',
      (dependency, steers) =>
        JSON.stringify({ require: { [dependency]: '1' }, scripts: { test: steers } }, null, 2),
    ],
    [
      'deno.json',
      (dependency, steers) =>
        JSON.stringify({ imports: { a: dependency }, tasks: { test: steers } }, null, 2),
    ],
  ]

describe('TR-05 manifests of product and tests', () => {
  it.each(manifests)('%s: what the product is made of is no doubt', (path, text) =>
    expect(withBasesPart(path, text('left', 'a'), text('right', 'a'))).toBe(null),
  )
  it.each(manifests)('%s: what tests do is the base’s, beside what the product is made of', (path, text) => {
    const made = withBasesPart(path, text('left', 'quick'), text('right', 'nothing'))
    expect(made).toContain('right')
    expect(made).toContain('quick')
    expect(made).not.toContain('nothing')
  })
  it.each(['pyproject.toml', 'Cargo.toml', 'composer.json'])(
    'a new %s brings no settings of tests',
    (path) => {
      const [, text = () => ''] = manifests.find(([name]) => name === path) ?? []
      const made = withBasesPart(path, null, text('left', 'nothing'))
      expect(made).toContain('left')
      expect(made).not.toContain('nothing')
    },
  )
  it('a new module of Maven or Gradle is the product’s', () =>
    expect(withBasesPart('app/pom.xml', null, '<project/>')).toBe(null))
  it('a file that cannot be read is the base’s', () =>
    expect(withBasesPart('deno.jsonc', '{ "tasks": {} }', '{ // nothing\n}')).toBe('{ "tasks": {} }'))
})
