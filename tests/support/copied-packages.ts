/** A copy of the packages in which a test adds files, and what the compiler says of it. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = ['core', 'formats', 'agent-runner', 'shell', 'sim', 'cli']

export interface CopiedPackages {
  /** Writes these files; paths start with the name of a package. */
  add(files: Readonly<Record<string, string>>): void
  read(path: string): string
  /** What the compiler says of these files, and of all that they import. */
  problemsIn(paths: readonly string[]): Promise<readonly string[]>
  /** The files that differ from those that were copied, without new ones. */
  changed(): readonly string[]
  remove(): void
}

export function copyPackages(): CopiedPackages {
  const copy = mkdtempSync(join(tmpdir(), 'harness-copy-'))
  const at = (path: string): string => join(copy, 'packages', path)
  for (const name of packages) {
    cpSync(join(root, 'packages', name, 'src'), at(`${name}/src`), { recursive: true })
    cpSync(join(root, 'packages', name, 'package.json'), at(`${name}/package.json`))
  }
  cpSync(join(root, 'tsconfig.base.json'), join(copy, 'tsconfig.base.json'))
  linkModules(copy)
  const read = (path: string): string => readFileSync(at(path), 'utf8')
  const before = new Map(filesIn(at('')).map((path) => [path, read(path)]))
  return {
    add(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(at(path)), { recursive: true })
        writeFileSync(at(path), text)
      }
    },
    read,
    problemsIn(paths) {
      const options = { extends: './tsconfig.base.json', compilerOptions: { types: ['node'] } }
      const files = paths.map((path) => `packages/${path}`)
      writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ ...options, files }))
      const compiler = join(root, 'node_modules/typescript/bin/tsc')
      return new Promise((resolve) =>
        execFile(
          process.execPath,
          [compiler, '-p', copy, '--noEmit', '--pretty', 'false'],
          (_error, stdout) => resolve(stdout.split('\n').filter((line) => line.includes('error TS'))),
        ),
      )
    },
    changed: () => [...before].filter(([path, text]) => read(path) !== text).map(([path]) => path),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}

/** The packages of the copy, and everything else from here. */
function linkModules(copy: string): void {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@harness'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@harness') symlinkSync(join(from, name), join(to, name))
  for (const name of packages) symlinkSync(join(copy, 'packages', name), join(to, '@harness', name))
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
