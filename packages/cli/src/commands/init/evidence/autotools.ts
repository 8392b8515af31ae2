/** Finds what proves a change of a product of C or C++ that autotools or CMake builds. Pure. */
import type { CiCommand } from '@harness/formats/documents/ci/ci-commands'
import { type Evidence, type Finder, type RepoFiles, topNames } from './evidence.ts'

export const native: Finder = (files, ci) => autotools(files, ci) ?? cmake(files)

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

function cmake({ texts }: RepoFiles): Evidence | null {
  const text = texts['CMakeLists.txt']
  if (text === undefined) return null
  const tests = /\benable_testing\b|include\(CTest\)/i.test(text)
    ? ' && ctest --test-dir build --output-on-failure'
    : ''
  return {
    ecosystem: 'cmake',
    manager: null,
    checks: [
      {
        name: tests === '' ? 'build' : 'test',
        run: `cmake -S . -B build && cmake --build build${tests}`,
        from: 'CMakeLists.txt',
      },
    ],
    setup: [],
  }
}
