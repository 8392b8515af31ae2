import { describe, expect, it } from 'vitest'
import { toolPackages } from './tool-packages.ts'

const npm = (name: string, more: object = {}): string => JSON.stringify({ name, ...more })
const cargo = (name: string, more = ''): string => `[package]\nname = "${name}"\n\n${more}`
const toolsIn = (manifests: Readonly<Record<string, string>>): readonly string[] =>
  toolPackages(new Map(Object.entries(manifests))).map(({ folder }) => folder)

describe('TR-05 packages of a repository that are tools for its tests', () => {
  it('are those that only development needs', () =>
    expect(
      toolsIn({
        'package.json': npm('app', {
          devDependencies: { checker: '*', other: '1' },
          dependencies: { words: '*' },
        }),
        'packages/checker/package.json': npm('checker'),
        'packages/words/package.json': npm('words'),
        'packages/leaf/package.json': npm('leaf'),
      }),
    ).toEqual(['packages/checker']))
  it.each(['dependencies', 'peerDependencies', 'optionalDependencies'])(
    'are none if they stand in the %s of another',
    (field) =>
      expect(
        toolsIn({
          'package.json': npm('app', { devDependencies: { checker: '*' } }),
          'a/package.json': npm('a', { [field]: { checker: '*' } }),
          'checker/package.json': npm('checker'),
        }),
      ).toEqual([]),
  )
  it('need no other package of the repository: what is tested from outside may need one', () =>
    expect(
      toolsIn({
        'e2e/package.json': npm('e2e', { devDependencies: { core: '*' } }),
        'core/package.json': npm('core', { dependencies: { words: '*' } }),
        'words/package.json': npm('words'),
      }),
    ).toEqual([]))
  it('are crates that only tests need', () =>
    expect(
      toolsIn({
        'Cargo.toml': cargo(
          'app',
          '[dependencies]\nserde = "1"\nwords.path = "words"\n\n[dev-dependencies]\nchecker = { path = "checker" }\n[dev-dependencies.more]\npath = "more"\n',
        ),
        'checker/Cargo.toml': cargo('checker', '[dependencies]\nserde = "1"\n'),
        'more/Cargo.toml': cargo('more'),
        'words/Cargo.toml': cargo('words'),
      }),
    ).toEqual(['checker', 'more']))
  it.each([
    '[build-dependencies]\nchecker = "1"\n',
    '[target.\'cfg(unix)\'.dependencies]\nchecker = "1"\n',
    '[dependencies.checker]\npath = "x"\n',
  ])('are no crates that %j needs', (more) =>
    expect(
      toolsIn({
        'Cargo.toml': cargo('app', '[dev-dependencies]\nchecker = { path = "checker" }\n'),
        'a/Cargo.toml': cargo('a', more),
        'checker/Cargo.toml': cargo('checker'),
      }),
    ).toEqual([]),
  )
  it('are not at the top, and not in what is no manifest', () =>
    expect(
      toolsIn({
        'package.json': npm('app', { devDependencies: { app: '*', x: '*' } }),
        'x/package.json': '{',
      }),
    ).toEqual([]))
})
