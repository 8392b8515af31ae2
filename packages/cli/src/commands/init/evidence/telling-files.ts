/** Owns which files of a repository tell how it is built and tested; only these are read. Pure. */
import { isCiFile } from '@harness/formats/documents/ci/ci-commands'
import { isManifest } from './other-ecosystems.ts'
import { targetFiles } from './targets.ts'

const atTop = new Set([
  ...['package.json', 'pnpm-workspace.yaml', '.nvmrc', '.node-version', 'turbo.json'],
  ...['pyproject.toml', 'setup.cfg', 'tox.ini', 'pytest.ini', 'mypy.ini', '.mypy.ini', 'noxfile.py'],
  ...['Cargo.toml', 'go.mod', 'go.work', 'pom.xml', 'CMakeLists.txt', ...targetFiles],
  ...['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
  ...['.gitignore', '.gitmodules', '.gitattributes', '.pre-commit-config.yaml', 'mkdocs.yml', 'mkdocs.yaml'],
])

export const isTelling = (path: string): boolean => atTop.has(path) || isManifest(path) || isCiFile(path)
