import { expect, test } from 'vitest'
import { lineIn } from './shell-line.ts'

test.each([
  ["/bin/bash -lc 'echo out; exit 3'", 'echo out; exit 3'],
  ['/bin/bash -lc ls', 'ls'],
  [`/usr/bin/zsh -lc "echo 'it is' \\"so\\" \\$HOME"`, `echo 'it is' "so" $HOME`],
  [`bash -c 'a'\\''b'"c"`, `a'bc`],
  ["/bin/bash -lc 'never ends", "/bin/bash -lc 'never ends"],
  ['/bin/bash -lc echo two', '/bin/bash -lc echo two'],
  ['git status', 'git status'],
])('AG-17 the command of Codex %j is told as the line %j', (command, line) => {
  expect(lineIn(command)).toBe(line)
})
