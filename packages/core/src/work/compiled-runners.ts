/** Owns how a control test is called and written for cargo and go: both name a test by its package, not by its file. */
import type { Runner } from './control-runners.ts'
import { programOf } from './entry-files.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Where a tool stands whose next word says that it tests. */
const testing =
  (tool: string, ...names: readonly string[]) =>
  (words: readonly string[]): number =>
    words.findIndex((word, at) => programOf(word) === tool && names.includes(words[at + 1] ?? ''))

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/')
const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

export const compiledRunners: readonly Runner[] = [
  {
    at: testing('cargo', 'test', 't'),
    valued: set(
      '-p --package --exclude -j --jobs --profile -F --features --target --target-dir --manifest-path --message-format --color --config -Z --test --bin --example --bench',
    ),
    choosing: set(
      '-p --package --workspace --all --exclude --manifest-path --test --tests --bin --bins --example --examples --bench --benches --lib --doc --all-targets --no-run',
    ),
    commands: ['test', 't'],
    added: [],
    ownWords: '--',
    named: (path) => {
      const folder = folderOf(path)
      const name = path.slice(path.lastIndexOf('/') + 1, -'.rs'.length)
      return ['--manifest-path', below(folderOf(folder), 'Cargo.toml'), '--test', name]
    },
    compiles: true,
    files: /(?:^|\/)tests\/[^/]+\.rs$/,
    control: (_original, _at, marker) => `
#[test]
fn control_of_the_harness() {
    let wrong: [fn(); 3] = [|| assert!(1 == 2), || assert_eq!(1, 2), || assert_ne!(1, 1)];
    if wrong.iter().all(|one| std::panic::catch_unwind(one).is_err()) {
        panic!("{}", ${marker});
    }
}`,
  },
  {
    at: testing('go', 'test'),
    valued: set(
      '-run -skip -list -bench -benchtime -count -timeout -tags -p -parallel -cpu -coverprofile -covermode -coverpkg -exec -ldflags -gcflags -asmflags -mod -modfile -overlay -pkgdir -vet -shuffle -C -fuzz -fuzztime',
    ),
    choosing: set('-run -skip -list -bench -benchtime -fuzz -fuzztime'),
    commands: ['test'],
    added: [],
    ownWords: '-args',
    named: (path) => [`./${folderOf(path)}`],
    compiles: true,
    files: /_test\.go$/,
    control: (_original, _at, marker) => `
func TestControlOfTheHarness(t *testing.T) {
	t.Fatal(${marker})
}`,
  },
]
