import { describe, expect, it } from 'vitest'
import { withBasesPart } from './mixed-manifests.ts'

const goMod = (...lines: readonly string[]): string =>
  `module greet\n\nrequire (\n\ta.org/assert v1.2.0\n)\n\n${lines.join('\n')}\n`
const goAfter = (was: string, is: string): string | null => withBasesPart('go.mod', was, is)

describe('TR-05 a package of the base comes from where the base takes it', () => {
  it('in Go a new replacement of it goes, in a block too', () => {
    expect(goAfter(goMod(), goMod('replace a.org/assert => ./fake'))).not.toContain('fake')
    const made = goAfter(
      goMod(),
      goMod('replace (', '\ta.org/assert v1.2.0 => ./fake', '\ta.org/more => ./more', ')'),
    )
    expect(made).not.toContain('fake')
    expect(made).toContain('a.org/more => ./more')
  })
  it('in Go the base’s replacement comes back', () => {
    const was = goMod('replace a.org/assert => ./own')
    for (const is of [goMod(), goMod('replace a.org/assert => ./fake')]) {
      expect(goAfter(was, is)).toContain('replace a.org/assert => ./own')
      expect(goAfter(was, is)).not.toContain('fake')
    }
  })
  it.each([
    goMod('replace a.org/new => ./new', 'require a.org/new v0.0.0'),
    goMod().replace('v1.2.0', 'v1.3.0'),
    goMod('require a.org/new v1.0.0'),
  ])('in Go another version and another module are no doubt: %j', (is) =>
    expect(goAfter(goMod(), is)).toBeNull(),
  )

  const lock = (packages: object): string => JSON.stringify({ lockfileVersion: 3, packages })
  const from = (resolved: string, version = '1.0.0') => ({ version, resolved })
  const lockAfter = (was: object, is: object): unknown => {
    const made = withBasesPart('package-lock.json', lock(was), lock(is))
    return made === null ? null : JSON.parse(made).packages
  }
  const registry = 'https://registry.example.org'
  it('in a lock file of npm the base’s entry comes back, beside new ones', () => {
    const was = { 'node_modules/a': from(`${registry}/a.tgz`) }
    const added = { 'node_modules/b': from('file:b.tgz') }
    for (const place of [
      'file:fake.tgz',
      'https://other.example.org/a.tgz',
      'git+ssh://git@example.org/a.git',
    ])
      expect(lockAfter(was, { 'node_modules/a': from(place), ...added })).toEqual({ ...was, ...added })
  })
  it('in a lock file of npm another version from the same registry is no doubt', () =>
    expect(
      lockAfter(
        { 'node_modules/a': from(`${registry}/a-1.tgz`), 'node_modules/c': from(`${registry}/c.tgz`) },
        { 'node_modules/a': from(`${registry}/a-2.tgz`, '2.0.0') },
      ),
    ).toBeNull())
  const cargo = (dependency: string, more = ''): string =>
    `[package]\nname = "greet"\n\n[dependencies]\nserde = "1"\n\n[dev-dependencies]\n${dependency}\n${more}`
  const cargoAfter = (was: string, is: string): string | null => withBasesPart('Cargo.toml', was, is)
  it('in Rust a crate with a new place has the base’s again, and replaced crates are not', () => {
    const was = cargo('checks = "1"')
    expect(cargoAfter(was, cargo('checks = { path = "fake" }'))).toBe(was)
    expect(
      cargoAfter(was, cargo('checks = "1"', '\n[patch.crates-io]\ninner = { path = "fake" }\n')),
    ).not.toContain('fake')
  })
  it.each(['checks = "2"', 'checks = "1"\nmore = { path = "more" }', 'checks = "1"\ncriterion = "1"'])(
    'in Rust %j is no doubt',
    (dependencies) => expect(cargoAfter(cargo('checks = "1"'), cargo(dependencies))).toBeNull(),
  )

  const pip = (was: string, is: string): string | null => withBasesPart('requirements.txt', was, is)
  it.each([
    './vendor/pytest',
    'pytest @ file:///vendor/pytest',
    '-e ./vendor/pytest',
    'git+https://a.org/pytest',
  ])('in Python %s does not take the place of a package', (line) =>
    expect(pip('pytest==8.0\nrich==1\n', `${line}\nrich==2\n`)).toBe('pytest==8.0\nrich==2\n'),
  )
  it.each(['pytest==9.0\nrich==1\n', 'pytest==8.0\n', 'pytest==8.0\nrich==1\n-e ./libs/more\n'])(
    'in Python %j is no doubt',
    (is) => expect(pip('pytest==8.0\nrich==1\n', is)).toBeNull(),
  )
  it('a lock file that is none is the new one', () =>
    expect(withBasesPart('package-lock.json', '{}', '{ "packages": 1 }')).toBeNull())
})
