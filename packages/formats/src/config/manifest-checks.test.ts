import { describe, expect, it } from 'vitest'
import { withChecksOf } from './manifest-checks.ts'

const made = (before: object, text: object): unknown => {
  const result = withChecksOf(JSON.stringify(before), JSON.stringify(text))
  return result === null ? null : JSON.parse(result)
}

describe('TR-05 a package.json with the scripts and tool settings of the base', () => {
  it('keeps what it installs, and scripts that are new', () =>
    expect(
      made(
        { scripts: { test: 'jest' }, jest: { bail: true }, dependencies: { a: '1' } },
        { scripts: { test: 'true', dev: 'vite' }, jest: {}, dependencies: { a: '2', b: '1' }, mocha: {} },
      ),
    ).toEqual({
      scripts: { test: 'jest', dev: 'vite' },
      jest: { bail: true },
      dependencies: { a: '2', b: '1' },
    }))
  it('keeps the values of config that scripts see, and each workspace', () => {
    expect(
      made({ config: { a: '1' }, workspaces: ['a'] }, { config: { a: '2', b: '3' }, workspaces: ['b'] }),
    ).toEqual({
      scripts: {},
      config: { a: '1', b: '3' },
      workspaces: ['a', 'b'],
    })
    expect(made({ workspaces: ['a'] }, { workspaces: ['b', 'a'] })).toBeNull()
  })
  it('lets no new name stand before a pattern of the base', () => {
    const was = { exports: { './*': './src/*.js' } }
    expect(made(was, { exports: { './*': './src/*.js', './greet': './fake.js' } })).toEqual({
      scripts: {},
      ...was,
    })
    expect(
      made({ imports: { '#greet': './a.js' } }, { imports: { '#greet': './a.js', '#more': './b.js' } }),
    ).toBeNull()
  })
  it('lets no package of packages come from a new place', () => {
    expect(made({}, { overrides: { a: 'file:fake', b: '2' } })).toEqual({
      scripts: {},
      overrides: { b: '2' },
    })
    expect(made({}, { resolutions: { x: { a: 'file:fake' } } })).toEqual({ scripts: {}, resolutions: {} })
    expect(made({ overrides: { a: 'file:own' } }, { overrides: { a: 'file:own', b: '1' } })).toBeNull()
    expect(made({ overrides: { a: '1' } }, { overrides: { a: 'file:fake' } })).toEqual({
      scripts: {},
      overrides: { a: '1' },
    })
  })
  it('drops new scripts that run around one of the base', () =>
    expect(
      made({ scripts: { test: 'jest' } }, { scripts: { test: 'jest', pretest: 'cp x y', prefix: 'a' } }),
    ).toEqual({
      scripts: { test: 'jest', prefix: 'a' },
    }))
  it('brings back a script that is gone', () =>
    expect(made({ scripts: { test: 'jest' } }, { name: 'x' })).toEqual({
      name: 'x',
      scripts: { test: 'jest' },
    }))
  it('leads names of the base where they led; new names stay', () =>
    expect(
      made(
        { imports: { '#greet': './src/greet.js' }, main: 'a.js', dependencies: { a: '1', b: 'file:b' } },
        {
          imports: { '#greet': './fake.js', '#new': './new.js' },
          main: 'b.js',
          dependencies: { a: 'file:fake', b: 'npm:other@1', c: 'file:c' },
        },
      ),
    ).toEqual({
      imports: { '#greet': './src/greet.js', '#new': './new.js' },
      main: 'a.js',
      dependencies: { a: '1', b: 'file:b', c: 'file:c' },
      scripts: {},
    }))
  it.each<[string, object, object]>([
    ['only versions of the registry', { dependencies: { a: '^1.0.0' } }, { dependencies: { a: '>=2 <3' } }],
    ['only new names', { imports: { '#a': 'a' } }, { imports: { '#a': 'a', '#b': 'b' }, main: 'x' }],
    ['only dependencies', { scripts: { test: 'a' } }, { scripts: { test: 'a' }, dependencies: { a: '1' } }],
    ['only new scripts', { scripts: { test: 'a' } }, { scripts: { test: 'a', dev: 'b' } }],
  ])('is the same if %s change', (_what, before, text) => expect(made(before, text)).toBe(null))
  it('is the whole of the base’s if the new one is no manifest, and nothing if that was none', () => {
    expect(withChecksOf('{"a":1}', 'no')).toBe('{"a":1}')
    expect(withChecksOf('no', '{}')).toBe(null)
  })
})
