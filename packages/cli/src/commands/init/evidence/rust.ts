/** Finds what proves a change of a Rust product. Crates are fetched into the lane, since checks have no network. Pure. */
import { tomlObjectIn } from '@harness/formats/text/toml-object'
import { type Finder, laneCache, makeLaneCache, textsIn, topFoldersOf, topNames } from './evidence.ts'
import { tableIn } from './python-project.ts'

const home = `CARGO_HOME="$PWD/${laneCache}/cargo"`
/** Options that decide what is built and tested. The others decide how it looks. */
const telling =
  /\s(--all-features|--all-targets|--no-default-features|--features(?:=|\s+)[\w,/-]+|--tests|--lib|--bins|--examples)(?=\s|$)/g

export const rust: Finder = (files, ci) => {
  const manifest = tomlObjectIn(files.texts['Cargo.toml'] ?? '')
  if (manifest === null || files.texts['Cargo.toml'] === undefined) return null
  const isWorkspace = manifest.workspace !== undefined
  const names = topNames(files)
  const lines = ci.map(({ run }) => run.replace(/\s\+[\w.-]+/, ''))
  const ciLine = (command: string): string | null =>
    lines.find(
      (run) =>
        new RegExp(`\\bcargo ${command}\\b`).test(run) &&
        !/\s(?:-p|--package|--manifest-path)[\s=]/.test(run),
    ) ?? null
  const flags = (command: string): string =>
    [...(ciLine(command) ?? '').matchAll(telling)].map(([, flag]) => ` ${flag}`).join('')
  const all = isWorkspace ? ' --workspace' : ''
  const offline = names.has('Cargo.lock') ? ' --offline --locked' : ' --offline'
  const clippy = ciLine('clippy')
  return {
    ecosystem: 'rust',
    manager: 'cargo',
    checks: [
      ...(clippy === null
        ? []
        : [
            {
              name: 'lint',
              run: `${home} cargo clippy${all}${offline}${flags('clippy')}${afterDashes(clippy)}`,
              from: 'the CI',
            },
          ]),
      ...(ciLine('fmt') !== null || ['rustfmt.toml', '.rustfmt.toml'].some((name) => names.has(name))
        ? [
            {
              name: 'format',
              run: 'cargo fmt --all --check',
              from: ciLine('fmt') === null ? 'rustfmt.toml' : 'the CI',
            },
          ]
        : []),
      { name: 'test', run: `${home} cargo test${all}${offline}${flags('test')}`, from: 'Cargo.toml' },
    ],
    setup: [makeLaneCache, `${home} cargo fetch${names.has('Cargo.lock') ? ' --locked' : ''}`],
    appPaths: topFoldersOf(files, textsIn(tableIn(manifest, 'workspace').members)),
    environment: home,
  }
}

const afterDashes = (line: string): string => /\s--\s+[^|;&]*$/.exec(line)?.[0].trimEnd() ?? ''
