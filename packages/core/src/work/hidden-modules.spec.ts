import { describe, expect, it } from 'vitest'
import { hidesProgram, hidingModules } from './hidden-modules.ts'

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
  it('a program of a check is hidden by a file of its name', () => {
    const lines = [{ run: 'PATH="$PWD/bin:$PATH" node --test && ./tools/lint', folder: '' }]
    expect(['bin/node', 'bin/lint', 'src/node.js'].map((path) => hidesProgram(path, lines))).toEqual([
      true,
      false,
      false,
    ])
  })
})
