/** Owns how a command line that a person wrote (a check, a set-up step) becomes a program and its arguments. */
import { platform } from 'node:process'
import type { ProcessSpec } from './process-spec.ts'

type ShellCommand = Pick<ProcessSpec, 'file' | 'args' | 'verbatimArguments'>

/** The same shell for all users: a line must not depend on a user's log-in shell. */
export const shellCommand = (line: string, system: NodeJS.Platform = platform): ShellCommand =>
  system === 'win32'
    ? { file: 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatimArguments: true }
    : { file: '/bin/sh', args: ['-c', line] }
