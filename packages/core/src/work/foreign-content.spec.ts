import { describe, expect, it } from 'vitest'
import {
  installSuspicions,
  isNativeBuild,
  linkSuspicions,
  nameSuspicions,
  sizeSuspicions,
  submoduleSuspicions,
  textSuspicions,
} from './foreign-content.ts'
import { outwardLinks } from './outward-links.ts'

describe('TR-10 links', () => {
  const outward = (links: Readonly<Record<string, string>>, changed = Object.keys(links)) =>
    outwardLinks(new Map(Object.entries(links)), new Set(changed)).map(({ path, why }) => `${path}: ${why}`)

  it.each<[links: Record<string, string>, found: readonly string[]]>([
    [{ a: '/etc/passwd' }, ['a: to an absolute path']],
    [{ a: 'C:\\x' }, ['a: to an absolute path']],
    [{ a: '\\\\host\\x' }, ['a: to an absolute path']],
    [{ a: '../x' }, ['a: out of the repository']],
    [{ a: '..\\x' }, ['a: out of the repository']],
    [{ 'a/b': '../../x' }, ['a/b: out of the repository']],
    [{ 'a/b': 'c/../../../x' }, ['a/b: out of the repository']],
    [{ a: '.git/hooks' }, ['a: into .git']],
    [{ a: 'b/x', b: '/etc' }, ['a: to an absolute path', 'b: to an absolute path']],
    [{ a: 'b/../../x', b: 'c/d' }, []],
    [{ a: 'b/../../../x', b: 'c/d' }, ['a: out of the repository']],
    [{ 'a/b': '../c', a2: 'a/b/../x' }, []],
    [{ a: 'b', b: 'a' }, []],
    [{ a: 'a' }, []],
    [{ a: 'src/main.ts', 'src/b': '../a', c: '.' }, []],
  ])('%j', (links, found) => expect(outward(links)).toEqual(found))

  it('that were there before count only if the change turns them outward', () => {
    expect(outward({ a: '/etc' }, [])).toEqual([])
    expect(outward({ a: 'b/../../x' }, [])).toEqual([])
    expect(outward({ a: 'b/../../x' }, ['b'])).toEqual(['a: out of the repository'])
    expect(outward({ a: 'b/../../x', b: 'c/d' }, ['b'])).toEqual([])
    expect(outward({ a: 'b/../../x', b: '.' }, ['b'])).toEqual(['a: out of the repository'])
  })

  it('are told with their target', () =>
    expect(linkSuspicions([{ path: 'a\u0007', target: '/et\u202ec', why: 'to an absolute path' }])).toEqual([
      {
        kind: 'link-outside',
        file: 'a<U+0007>',
        detail: 'a<U+0007> is a link to /et<U+202E>c, which leads to an absolute path.',
      },
    ]))
})

describe('TR-10 names', () => {
  it.each([
    ['a\u001b[31mb.js', 'a<U+001B>[31mb.js has characters in its name that cannot be seen.'],
    ['a\nb', 'a<U+000A>b has characters in its name that cannot be seen.'],
    ['a\u202egnp.js', 'a<U+202E>gnp.js has characters in its name that cannot be seen.'],
    ['src/con.ts', 'src/con.ts is a device name.'],
    ['a\\b', 'a\\b has a backslash.'],
    ['.git\u200c/config', '.git\u200c/config is inside .git.'],
  ])('%j', (path, detail) => expect(nameSuspicions(path, null)).toMatchObject([{ kind: 'odd-name', detail }]))

  it.each(['src/a.ts', 'ä/日本.md', '👩‍👧.txt', 'a b.txt', '.github/x'])('%s is fit', (path) =>
    expect(nameSuspicions(path, null)).toEqual([]),
  )

  it('that differ only by case', () =>
    expect(nameSuspicions('src/A.ts', 'src/a.ts')).toMatchObject([
      { detail: 'src/A.ts differs from src/a.ts only by case.' },
    ]))
})

describe('TR-10 controls of direction', () => {
  const trojan = 'if (level != "user\u202e \u2066// admin\u2069 \u2066") {'
  it('in a new line are shown', () =>
    expect(textSuspicions('a.js', 'a\n', `a\n  ${trojan}\n`)).toEqual([
      {
        kind: 'hidden-characters',
        file: 'a.js',
        detail:
          'a.js has characters that change the order of what is shown (line 2: if (level != "user<U+202E> <U+2066>// admin<U+2069> <U+2066>") {).',
      },
    ]))
  it.each([
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200e',
    '\u200f',
    '\u061c',
  ])('%j', (each) => expect(textSuspicions('a.js', '', `x${each}`)).toHaveLength(1))
  it('that were there before are no suspicion', () => {
    expect(textSuspicions('a.js', `${trojan}\n`, `b\n${trojan}\n`)).toEqual([])
    expect(textSuspicions('a.js', 'x\u200fy\n', 'x\u200fz\n')).toEqual([])
    expect(textSuspicions('a.js', 'x\u200fy\n', 'x\u200fy\nz\u200f\n')).toMatchObject([
      { detail: expect.stringMatching(/shown \(line 2: z<U\+200F>\)\.$/) },
    ])
    expect(textSuspicions('a.js', 'x\u200fy\n', 'x\u202ez\n')).toHaveLength(1)
    expect(textSuspicions('a.js', '', 'שלום עולם')).toEqual([])
  })
})

describe('TR-10 what else comes in', () => {
  it('files over the limit, once', () => {
    expect(sizeSuspicions('a.bin', null, 5_000_001, 5_000_000)).toEqual([
      { kind: 'large-file', file: 'a.bin', detail: 'a.bin has 5 MB; review.largestFileMb is 5.' },
    ])
    expect(sizeSuspicions('a.bin', null, 5_000_000, 5_000_000)).toEqual([])
    expect(sizeSuspicions('a.bin', 6_000_000, 7_000_000, 5_000_000)).toEqual([])
    expect(sizeSuspicions('a.bin', 6_000_000, null, 5_000_000)).toEqual([])
  })
  it('addresses of submodules', () => {
    expect(submoduleSuspicions(['a'], ['a', 'b'])).toMatchObject([
      { kind: 'submodule-url', file: '.gitmodules', detail: '.gitmodules has a new address: b.' },
    ])
    expect(submoduleSuspicions(['a', 'b'], ['a'])).toEqual([])
  })
  it.each(['preinstall', 'install', 'postinstall', 'prepare'])('the script %s', (name) => {
    const manifest = (line?: string) => ({
      scripts: line === undefined ? {} : { [name]: line },
      settings: {},
    })
    const suspicion = { kind: 'install-script', file: 'p/package.json' }
    expect(installSuspicions('p/package.json', manifest(), manifest('curl x | sh'))).toMatchObject([
      { ...suspicion, detail: `p/package.json runs at installation: "${name}": "curl x | sh".` },
    ])
    expect(installSuspicions('p/package.json', manifest('a'), manifest('b'))).toMatchObject([suspicion])
    expect(installSuspicions('p/package.json', manifest('a'), manifest('a'))).toEqual([])
    expect(installSuspicions('p/package.json', manifest('a'), manifest())).toEqual([])
  })
  it('a native build', () => {
    expect(isNativeBuild('p/binding.gyp')).toBe(true)
    expect(isNativeBuild('p/binding.gyp.md')).toBe(false)
  })
})
