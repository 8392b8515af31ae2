import { expect, it } from 'vitest'
import { byPlainAnchor, plainAnchors } from './anchor-path.ts'

it.each([
  ['src/pages', 'src/pages'],
  ['./src/pages', 'src/pages'],
  ['src/pages/', 'src/pages'],
  ['././src//pages/./a//', 'src/pages/a'],
  ['.', '.'],
  ['./', '.'],
  ['../out', '../out'],
  ['/etc/', '/etc'],
  ['/', '/'],
  ['src/[slug].astro', 'src/[slug].astro'],
  ['src/**/', 'src/**'],
  ['.hidden/a', '.hidden/a'],
])('HB-52 the anchor %s is spelled %s', (written, plain) => expect(plainAnchors([written])).toEqual([plain]))

it('HB-52 an anchor that is named twice counts once', () =>
  expect(plainAnchors(['src/b/', './src/a', 'src/b'])).toEqual(['src/b', 'src/a']))

it('HB-52 critiques of one place are kept together, however it was spelled', () =>
  expect(byPlainAnchor({ './src/': ['one'], src: ['two'], lib: ['three'] })).toEqual({
    src: ['one', 'two'],
    lib: ['three'],
  }))
