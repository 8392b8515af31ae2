/** Finds what proves a change of a product of C or C++ that autotools or CMake builds. Pure. */
import type { CiCommand } from '@harness/formats/documents/ci/ci-command'
import { type Evidence, type Finder, type RepoFiles, topNames } from './evidence.ts'

export const native: Finder = (files, ci) => autotools(files, ci) ?? cmake(files, ci)

function autotools(files: RepoFiles, ci: readonly CiCommand[]): Evidence | null {
  const names = topNames(files)
  const source = ['configure.ac', 'configure.in'].find((name) => names.has(name))
  if (source === undefined) return null
  const generate = names.has('autogen.sh') ? './autogen.sh' : 'autoreconf -i'
  return {
    ecosystem: 'autotools',
    manager: null,
    checks: [{ name: 'test', run: 'make check', from: names.has('Makefile.am') ? 'Makefile.am' : source }],
    setup: [...(names.has('configure') ? [] : [generate]), configureOf(ci), 'make'],
    setupInputs: [source, 'Makefile.am', 'configure', 'm4', 'config'].filter((name) => names.has(name)),
  }
}

/** With what the CI builds it with. Other options are about one machine. */
function configureOf(ci: readonly CiCommand[]): string {
  const line = ci.find(({ run }) => /^\.\/configure\b/.test(run))?.run ?? ''
  return ['./configure', ...(line.match(/(?<=\s)--with(?:out)?-[\w-]+(?:=[\w./-]+)?(?=\s|$)/g) ?? [])].join(
    ' ',
  )
}

function cmake({ texts }: RepoFiles, ci: readonly CiCommand[]): Evidence | null {
  const text = texts['CMakeLists.txt']
  if (text === undefined) return null
  const hasTests =
    /\benable_testing\b|include\s*\(\s*CTest\s*\)/i.test(text) || ci.some(({ run }) => /\bctest\b/.test(run))
  const tests = hasTests ? ' && ctest --test-dir build --output-on-failure' : ''
  return {
    ecosystem: 'cmake',
    manager: 'cmake',
    checks: [
      {
        name: hasTests ? 'test' : 'build',
        run: `cmake -S . -B build${cmakeOptions(ci)} && cmake --build build${tests}`,
        from: 'CMakeLists.txt',
      },
    ],
    setup: [],
  }
}

/** What the CI switches on. Compilers, generators and folders are about one machine. */
function cmakeOptions(ci: readonly CiCommand[]): string {
  const line = ci.find(({ run }) => /^cmake\b(?!.*--(?:build|install))/.test(run))?.run ?? ''
  const switches = line.match(/(?<=\s)-D\s?[A-Z]\w*(?::BOOL)?=(?:ON|OFF|TRUE|FALSE|1|0)(?=\s|$)/gi) ?? []
  return switches.map((option) => ` ${option}`).join('')
}
