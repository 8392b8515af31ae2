/** Finds what proves a change of a product that Maven or Gradle builds. Both fetch while they test, so checks reach registries. Pure. */
import {
  type Evidence,
  type Finder,
  laneCache,
  makeLaneCache,
  type RepoFiles,
  topFoldersOf,
  topNames,
} from './evidence.ts'

export const jvm: Finder = (files) => maven(files) ?? gradle(files)

function maven(files: RepoFiles): Evidence | null {
  const pom = files.texts['pom.xml']
  if (pom === undefined) return null
  const program = topNames(files).has('mvnw') ? './mvnw' : 'mvn'
  const repository = `-Dmaven.repo.local="$PWD/${laneCache}/m2"`
  const modules = [...pom.matchAll(/<module>\s*([^<\s]+)\s*<\/module>/g)].map(([, name = '']) => name)
  return {
    ecosystem: 'maven',
    manager: 'maven',
    checks: [{ name: 'test', run: `${program} -q -B ${repository} verify`, from: 'pom.xml' }],
    setup: [makeLaneCache, `${program} -q -B ${repository} -DskipTests dependency:go-offline`],
    appPaths: topFoldersOf(files, modules),
    needsRegistries: true,
  }
}

function gradle(files: RepoFiles): Evidence | null {
  const names = topNames(files)
  const build = ['build.gradle.kts', 'build.gradle', 'settings.gradle.kts', 'settings.gradle'].find((name) =>
    names.has(name),
  )
  if (build === undefined) return null
  const program = names.has('gradlew') ? './gradlew' : 'gradle'
  const home = `GRADLE_USER_HOME="$PWD/${laneCache}/gradle"`
  const settings = files.texts['settings.gradle.kts'] ?? files.texts['settings.gradle'] ?? ''
  const included = [...settings.matchAll(/['"]:?([\w-]+)(?::[\w:-]+)?['"]/g)].map(([, name = '']) => name)
  return {
    ecosystem: 'gradle',
    manager: 'gradle',
    checks: [{ name: 'test', run: `${home} ${program} --no-daemon check`, from: build }],
    setup: [makeLaneCache, `${home} ${program} --no-daemon dependencies`],
    appPaths: topFoldersOf(files, included),
    environment: home,
    needsRegistries: true,
  }
}
