/** Tells which toolchains a PATH leads to. It starts none of them: another version is another file, or a newer one. */
import { realpathSync, type Stats, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** What set-up commonly installs or builds with. */
const toolchains = [
  ...['node', 'npm', 'pnpm', 'yarn', 'corepack', 'bun', 'deno'],
  ...['python3', 'python', 'pip3', 'pip', 'uv', 'poetry', 'pdm', 'pipenv'],
  ...['ruby', 'bundle', 'php', 'composer', 'java', 'javac', 'mvn', 'gradle', 'dotnet'],
  ...['go', 'cargo', 'rustc', 'swift', 'elixir', 'mix', 'dart', 'gcc', 'clang', 'cc', 'make', 'cmake'],
] as const

/** Name, real path, size and time of each that is there. */
export function toolchainFacts(path: string): readonly string[] {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder))
  return toolchains.flatMap((name) => factOf(name, folders))
}

function factOf(name: string, folders: readonly string[]): readonly string[] {
  for (const folder of folders) {
    const file = join(folder, name)
    const stats = programAt(file)
    if (stats !== null) return [`${name} ${realpathSync(file)} ${stats.size} ${stats.mtimeMs}`]
  }
  return []
}

function programAt(file: string): Stats | null {
  try {
    const stats = statSync(file)
    return stats.isFile() && (stats.mode & 0o111) !== 0 ? stats : null
  } catch {
    return null
  }
}
