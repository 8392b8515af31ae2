import { describe, expect, it } from 'vitest'
import { hidesIndex, hidesProgram, hidesTarget, hidingModules } from './hidden-modules.ts'

describe('TR-05 a new file in the place of another', () => {
  it.each([
    ['src/greet', 'src/greet.js'],
    ['src/greet.mjs', 'src/greet.js'],
    ['src/greet.js', 'src/greet.ts'],
    ['src/greet/index.js', 'src/greet.ts'],
    ['src/greet.js', 'src/greet/index.js'],
    ['greet/__init__.py', 'greet.py'],
    ['src/greet.js', 'src/greet.json'],
  ])('%s hides %s', (added, kept) => expect([...hidingModules([added], [kept])]).toEqual([added]))
  it.each([
    ['src/greet.d.ts', 'src/greet.js'],
    ['src/greet.json', 'src/greet.js'],
    ['src/greet.css', 'src/greet.js'],
    ['src/greet.test.js', 'src/greet.js'],
    ['lib/greet.js', 'src/greet.js'],
    ['README', 'README.md'],
  ])('%s does not hide %s', (added, kept) => expect([...hidingModules([added], [kept])]).toEqual([]))
  it('a module of Python’s own library is hidden at the top', () => {
    const added = ['fnmatch.py', 'queue/__init__.py', 'app/types.py', 'greet.py', 'types.js']
    expect([...hidingModules(added, [])]).toEqual(['fnmatch.py', 'queue/__init__.py'])
  })
  it('a target of make is taken for made if there is a file or a folder of its name', () => {
    const lines = [{ run: 'cd app && make -s check && npm run lint', folder: '' }]
    const paths = ['app/check', 'app/check/x', 'check', 'app/lint', 'app/checks']
    const hiding = (kept: readonly string[], rules: string) =>
      paths.filter((path) => hidesTarget(path, lines, kept, rules))
    expect(hiding(['app/check.js'], 'check:\n\ttrue\n')).toEqual(['app/check', 'app/check/x'])
    expect(hiding(['app/check/old'], '')).toEqual([])
    expect(hiding([], '.PHONY: all check\n')).toEqual([])
  })
  it.each([
    ['{"main":"fake.js"}', ['src/index.js'], true],
    ['{"main":"./index.js"}', ['src/index.js'], false],
    ['{"main":"fake.js"}', ['src/greet.js'], false],
    ['{"name":"src"}', ['src/index.ts'], false],
  ])('a new manifest %s beside %j hides the index: %s', (text, kept, hides) =>
    expect(hidesIndex('src/package.json', text, kept)).toBe(hides),
  )
  it('a program of a check is hidden by a file of its name', () => {
    const lines = [{ run: 'PATH="$PWD/bin:$PATH" node --test && ./tools/lint', folder: '' }]
    expect(['bin/node', 'bin/lint', 'src/node.js'].map((path) => hidesProgram(path, lines))).toEqual([
      true,
      false,
      false,
    ])
  })
})
