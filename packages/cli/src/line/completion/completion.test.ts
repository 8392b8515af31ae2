import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commandTree } from '../../command-tree.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { zshScript } from './zsh.ts'

const folder = mkdtempSync(join(tmpdir(), 'harness-completion-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Stands in for the program: answers the scripts' questions for ids, and shows which repository was asked about.
writeFileSync(
  join(folder, 'harness'),
  `#!/bin/sh
[ "$1 $2" = "completion --ids" ] || exit 1
if [ "$4" = --of ]; then [ "$3 $5" = "choice 0007" ] && printf 'approve\\nrevise\\nabort\\n'; exit; fi
[ $# = 3 ] || [ "$4" = --repo ] || exit 1
case "$3" in
  plan) echo 0007; echo 0008 ;;
  run) echo 0007-20261116-120000; echo 0008-20261116-120000 ;;
  gate) echo "0007-20261116-120000\${5:+-in-$(basename "$5")}" ;;
esac
`,
  { mode: 0o755 },
)
const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }
for (const [shell, script] of Object.entries(scripts)) writeFileSync(join(folder, shell), script(commandTree))

const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, LC_ALL: 'C.UTF-8' }
const run = (shell: string, args: readonly string[], input: string): readonly string[] =>
  execFileSync(shell, args, { input, env, cwd: folder, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] })
    .split('\n')
    .map((line) => line.split('\t')[0]?.trim() ?? '')
    .filter((line) => line !== '')
    .sort()

/** What each shell offers for words of which the last is still being typed. */
const completers: Record<string, (words: readonly string[]) => readonly string[]> = {
  bash: (words) =>
    run(
      'bash',
      ['--norc'],
      `source ./bash
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_harness; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ),
  // Completion itself needs a terminal; what it would be given is printed instead.
  zsh: (words) =>
    run(
      'zsh',
      ['-f'],
      `compdef() { : }; _files() { print folder }; _message() { : }
compadd() { shift; print -l -- "$@" }
_describe() { local name="\${@[-1]}"; print -l -- "\${(@)\${(P)name}%%:*}" }
source ./zsh
words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}
_harness | grep -e "^${words.at(-1) ?? ''}" || true`,
    ),
  fish: (words) => run('fish', ['-c', `source ./fish; complete -C '${words.join(' ')}'`], ''),
}

const names = commandTree.map(({ name }) => name)

for (const [shell, complete] of Object.entries(completers)) {
  const installed = spawnSync(shell, ['--version']).error === undefined
  describe.skipIf(!installed)(`QA-21 completion in ${shell}`, () => {
    test('offers every command', () => expect(complete(['harness', ''])).toEqual([...names].sort()))
    test('offers commands that begin as typed', () =>
      expect(complete(['harness', 'ru'])).toEqual(['run', 'runs']))
    test('offers a command’s options', () => {
      const offered = complete(['harness', 'run', '--'])
      for (const flag of ['--phase', '--dry-run', '--json', '--repo']) expect(offered).toContain(flag)
      expect(offered).not.toContain('--all')
    })
    test('offers the values of an option', () =>
      expect(complete(['harness', 'run', '--phase', 're'])).toEqual(['review', 'review-ui']))
    test('offers ids of plans as they are now', () =>
      expect(complete(['harness', 'run', ''])).toEqual(['0007', '0008']))
    test('offers ids of runs, those that wait for an answer, of the repository named', () => {
      expect(complete(['harness', 'show', '00'])).toEqual(['0007-20261116-120000', '0008-20261116-120000'])
      expect(complete(['harness', 'refuse', '00'])).toEqual(['0007-20261116-120000'])
      expect(complete(['harness', '--repo', '/some/where', 'grant', '00'])).toEqual([
        '0007-20261116-120000-in-where',
      ])
    })
    test('offers the choices of the gate that was named', () => {
      expect(complete(['harness', 'answer', '00'])).toEqual(['0007-20261116-120000'])
      expect(complete(['harness', 'answer', '0007', ''])).toEqual(['abort', 'approve', 'revise'])
      expect(complete(['harness', 'answer', '-m', 'why', '0007', 'a'])).toEqual(['abort', 'approve'])
    })
    test('offers the shells', () =>
      expect(complete(['harness', 'completion', ''])).toEqual(['bash', 'fish', 'zsh']))
  })
}
