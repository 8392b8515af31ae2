/** Names the manifests one level down, for a repository whose top has none: its products are folders of their own. Pure. */
import type { RepoFiles } from './evidence.ts'

const manifest =
  /^([^/.][^/]*)\/(?:package\.json|pyproject\.toml|setup\.py|requirements\.txt|manage\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|mix\.exs|Package\.swift|pubspec\.yaml|deno\.jsonc?|[^/]+\.(?:slnx?|csproj)|CMakeLists\.txt|justfile|Makefile)$/

const mostShown = 6

/** Nothing if there is none. */
export function nestedManifests({ paths }: RepoFiles): readonly string[] {
  const found = [...paths].filter((path) => manifest.test(path)).sort()
  const [, folder] = manifest.exec(found[0] ?? '') ?? []
  if (folder === undefined) return []
  const more = found.length > mostShown ? ` and ${found.length - mostShown} more` : ''
  return [
    `Only the top of the repository is looked at, and there are manifests below: ${found.slice(0, mostShown).join(', ')}${more}. A check can change the folder first, such as: cd ${folder} && the command that tests it.`,
  ]
}
