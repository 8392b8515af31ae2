/** A copy of the packages in which a test adds files, and what the compiler says of it. */
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
import ts from 'typescript'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = ['core', 'formats', 'agent-runner', 'shell', 'sim', 'cli']

export interface CopiedPackages {
  /** Writes these files; paths start with the name of a package. */
  add(files: Readonly<Record<string, string>>): void
  read(path: string): string
  /**
   * What the compiler says of these files, and of all files among those that they import which a new or changed file can
   * reach. Every other file is the one that `npm run types` checks.
   */
  problemsIn(paths: readonly string[]): readonly string[]
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
      const options = { extends: './tsconfig.base.json', compilerOptions: { types: ['node'], noEmit: true } }
      const files = paths.map((path) => `packages/${path}`)
      const config = ts.parseJsonConfigFileContent({ ...options, files }, ts.sys, copy)
      const program = ts.createProgram(config.fileNames, config.options)
      const isTouched = (file: ts.SourceFile): boolean => {
        const path = relative(at(''), file.fileName)
        return !path.startsWith('..') && before.get(path) !== file.text
      }
      return [
        ...config.errors,
        ...program.getOptionsDiagnostics(),
        ...reachedBy(program, isTouched).flatMap((file) => [
          ...program.getSyntacticDiagnostics(file),
          ...program.getSemanticDiagnostics(file),
        ]),
      ].map(
        ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      )
    },
    changed: () => [...before].filter(([path, text]) => read(path) !== text).map(([path]) => path),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}

/** The files that `isTouched` is true of, and those that import one of them, also through others. */
function reachedBy(
  program: ts.Program,
  isTouched: (file: ts.SourceFile) => boolean,
): readonly ts.SourceFile[] {
  const sources = program.getSourceFiles().filter((file) => !program.isSourceFileFromExternalLibrary(file))
  const importers = new Map<string, ts.SourceFile[]>()
  for (const file of sources)
    for (const target of importedBy(program, file)) {
      const known = importers.get(target)
      if (known === undefined) importers.set(target, [file])
      else known.push(file)
    }
  const reached = new Set(sources.filter(isTouched))
  // A set is walked to its end, also over what is added meanwhile.
  for (const file of reached) for (const importer of importers.get(file.fileName) ?? []) reached.add(importer)
  return [...reached]
}

const importedBy = (program: ts.Program, file: ts.SourceFile): readonly string[] =>
  ts
    .preProcessFile(file.text)
    .importedFiles.map(
      ({ fileName }) =>
        ts.resolveModuleName(fileName, file.fileName, program.getCompilerOptions(), ts.sys).resolvedModule
          ?.resolvedFileName,
    )
    .filter((name) => name !== undefined)

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
