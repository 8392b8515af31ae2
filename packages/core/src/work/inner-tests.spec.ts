import { describe, expect, it } from 'vitest'
import { withInnerTestsOf } from './inner-tests.ts'

const rust = (body: string, expected: string): string =>
  `pub fn greet() -> &'static str {\n    "${body}"\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn greets() {\n        assert_eq!(greet(), "${expected}");\n    }\n}\n`
const inSource = (body: string, expected: string): string =>
  `export const greet = () => '${body}'\nif (import.meta.vitest) {\n  const { expect, it } = import.meta.vitest\n  it('greets', () => expect(greet()).toBe('${expected}'))\n}\n`
const python = (body: string, expected: string): string =>
  `def greet():\n    """Greets.\n\n    >>> greet()\n    '${expected}'\n    """\n    return '${body}'\n`

describe('TR-05 tests among the code of the product', () => {
  it.each([
    ['src/lib.rs', rust],
    ['src/greet.ts', inSource],
  ])('are the base’s over the new code: %s', (path, text) => {
    const tried = withInnerTestsOf(path, text('Hello', 'Hello'), text('Bye', 'Bye')) ?? ''
    for (const said of [/Bye/, /Hello/]) expect(tried.match(new RegExp(said, 'g'))).toHaveLength(1)
    expect(tried.indexOf('Bye')).toBeLessThan(tried.indexOf('Hello'))
  })
  it('are the base’s over the new code: examples in Python', () => {
    const bye = python('Bye', 'Bye')
    expect(withInnerTestsOf('greet.py', python('Hello', 'Hello'), bye)).toBe(
      `${bye}\n\ndef tests_of_the_base() -> None:\n    r"""Hold still.\n\n    >>> greet()\n    'Hello'\n    """\n`,
    )
  })
  const unit = (body: string, expected: string): string =>
    `import unittest\n\n\ndef greet():\n    return "${body}"\n\n\nclass Greets(unittest.TestCase):\n    def test_greets(self):\n        self.assertEqual(greet(), "${expected}")\n`
  it('are the base’s over the new code: tests in Python, of which the last one counts', () => {
    const [was, bye] = [unit('Hello', 'Hello'), unit('Bye', 'Bye')]
    const test = was.slice(was.indexOf('class'))
    expect(withInnerTestsOf('greet.py', was, bye)).toBe(`${bye}\n\n${test}`)
    expect(withInnerTestsOf('greet.py', was, 'def greet():\n    return "Bye"\n')).toBe(
      `def greet():\n    return "Bye"\n\n\n${test}`,
    )
    expect(withInnerTestsOf('greet.py', was, was.replace('"Hello"\n', '"Hel" + "lo"\n'))).toBeNull()
  })
  it('in Python end with the line that is not indented any more', () => {
    const tests = '@slow\ndef test_a():\n\n    assert f(1)\n'
    const was = `${tests}\nVALUE = 1\n`
    expect(withInnerTestsOf('a.py', was, 'VALUE = 2\n')).toBe(`VALUE = 2\n\n\n${tests}\n`)
  })
  const macros = (macro: string, said: string): string =>
    `macro_rules! says {\n    ${macro}\n}\n\npub fn greet() -> &'static str {\n    "${said}"\n}\n\n#[cfg(test)]\nmod tests {\n    says!("Hello");\n}\n`
  it.each([
    ['makes tests', '($a:expr) => { #[test] fn t() { check($a) } };'],
    ['asserts', '($a:expr) => { assert_eq!($a, greet()) };'],
  ])('are the base’s over the new code: a macro of Rust that %s', (_what, macro) => {
    const was = macros(macro, 'Hello')
    expect(withInnerTestsOf('src/lib.rs', was, macros('($a:expr) => {};', 'Bye'))).toBe(macros(macro, 'Bye'))
    expect(withInnerTestsOf('src/lib.rs', was, macros(macro, 'Bye'))).toBeNull()
  })
  it.each([
    ['that the product calls', (text: string) => `${text}\npub fn more() {\n    says!("Hello");\n}\n`],
    ['that others may call', (text: string) => `#[macro_export]\n${text}`],
  ])('are no macro of Rust %s', (_what, around) => {
    const macro = '($a:expr) => { assert_eq!($a, greet()) };'
    const [was, is] = [
      around(macros(macro, 'Hello')),
      around(macros('($a:expr) => { debug!($a) };', 'Hello')),
    ]
    expect(withInnerTestsOf('src/lib.rs', was, is)).toBeNull()
  })
  const rustdoc = (body: string, expected: string): string =>
    `/// Greets.\n///\n/// \`\`\`\n/// assert_eq!(greet(), "${expected}");\n/// \`\`\`\npub fn greet() -> &'static str {\n    "${body}"\n}\n`
  it('are the base’s over the new code: examples in Rust', () => {
    const held =
      '/// Hold still.\n///\n/// ```\n/// assert_eq!(greet(), "Hello");\n/// ```\n#[allow(dead_code)]\nfn tests_of_the_base() {}\n'
    const [was, bye] = [rustdoc('Hello', 'Hello'), rustdoc('Bye', 'Bye')]
    expect(withInnerTestsOf('src/lib.rs', was, bye)).toBe(`${bye}\n${held}`)
    const tests = '#[cfg(test)]\nmod tests {\n}\n'
    expect(withInnerTestsOf('src/lib.rs', was + tests, bye + tests)).toBe(`${bye}${held}\n${tests}`)
  })
  it('take the place of a module that moved to a file', () => {
    const was = rust('Hello', 'Hello')
    const moved = was.replace(/#\[cfg[\s\S]*/, '#[cfg(test)]\nmod tests;\n')
    expect(withInnerTestsOf('src/lib.rs', was, moved)).toBe(was)
  })
  it('are no examples in Rust if the fence names another language', () => {
    const text = rustdoc('Hello', 'Hello').replace('```', '```text')
    expect(withInnerTestsOf('src/lib.rs', text, rustdoc('Bye', 'Bye'))).toBeNull()
  })
  it.each([
    ['src/lib.rs', rust],
    ['src/lib.rs', rustdoc],
    ['src/greet.ts', inSource],
    ['greet.py', python],
  ])('that stay are no doubt, also beside more: %s', (path, text) => {
    const [was, is] = [text('Hello', 'Hello'), text('Hello!', 'Hello')]
    expect(withInnerTestsOf(path, was, is)).toBeNull()
    expect(withInnerTestsOf(path, 'x\n', is)).toBeNull()
    expect(withInnerTestsOf(path, null, is)).toBeNull()
  })
  it('stand where they stood', () => {
    const more = '\npub fn more() {}\n'
    const was = `${rust('Hello', 'Hello')}${more}`
    expect(withInnerTestsOf('src/lib.rs', was, `${rust('Bye', 'Bye')}${more}`)).toBe(
      `${rust('Bye', 'Hello')}${more}`,
    )
  })
  it.each([
    ['never end', '#[test]\nfn a() {\n'],
    ['are many', '#[test]\nfn a() {\n}\n'],
    ['have no body', '#[test]\n'],
    ['are examples', '>>> 1\n\n'],
    ['are notes', '/* */ // lint\n'],
    ['are fenced', '/// ```\n'],
  ])('are read in time, also if they %s', (_what, text) => {
    const many = text.repeat(30_000)
    expect(withInnerTestsOf('a.rs', many, `${many}\nx`)).toBeNull()
    expect(withInnerTestsOf('a.py', many, `${many}\nx`)).toBeNull()
    expect(withInnerTestsOf('a.rs', `#[test]\nfn b() {\n}\n${many}`, many)).not.toBe('')
  })
  it('that are gone come back', () => {
    const gone = 'export const greet = () => "Bye"\n'
    expect(withInnerTestsOf('src/greet.ts', inSource('Hello', 'Hello'), gone)).toContain("toBe('Hello')")
  })
})

describe('TR-05 a new note that a tool shall pass over a file', () => {
  it.each([
    ['a.js', '/* eslint-disable */'],
    ['a.js', '/* eslint-disable no-console */'],
    ['a.ts', '// @ts-nocheck'],
    ['a.js', '// lint: off'],
    ['a.ts', '/* biome-ignore-all lint: it is right */'],
    ['a.ts', '// deno-lint-ignore-file'],
    ['a.js', '/* istanbul ignore file */'],
    ['a.js', '/* c8 ignore start */'],
    ['a.py', '# flake8: noqa'],
    ['a.py', '# ruff: noqa'],
    ['a.py', '# pylint: skip-file'],
    ['a.py', '# mypy: ignore-errors'],
    ['a.py', '# type: ignore'],
    ['a.cc', '// NOLINTBEGIN'],
    ['a.rb', '# rubocop:disable all'],
    ['a.rs', '#![allow(warnings)]'],
    ['a.go', '//nolint'],
    ['a.css', '/* stylelint-disable */'],
  ])('is taken away: %s %s', (path, note) => {
    expect(withInnerTestsOf(path, 'a\n', `${note}\nb\n`)).toBe('b\n')
    expect(withInnerTestsOf(path, null, `${note}\nb\n`)).toBe('b\n')
    expect(withInnerTestsOf(path, `${note}\na\n`, `${note}\nb\n`)).toBeNull()
  })
  it.each([
    ['a.js', '// eslint-disable-next-line no-console'],
    ['a.js', 'log(1) // eslint-disable-line no-console'],
    ['a.ts', '// @ts-expect-error the types are wrong'],
    ['a.py', 'import a  # noqa: F401'],
    ['a.ts', '// biome-ignore lint/style/noVar: it is old'],
    ['a.py', 'import a  # type: ignore'],
    ['a.js', '// The linter is happy.'],
    ['README.md', '# Lint is off'],
  ])('is not what a single line says: %s %s', (path, line) =>
    expect(withInnerTestsOf(path, 'a\n', `${line}\nb\n`)).toBeNull(),
  )
  it('stays in a new file that a program made', () => {
    const made = '/* eslint-disable */\n// @generated\nb\n'
    expect(withInnerTestsOf('a.js', null, made)).toBeNull()
    expect(withInnerTestsOf('a.js', 'a\n', made)).toBe('// @generated\nb\n')
  })
})
