/** Owns how a command line that a person wrote (a check, a set-up step) becomes a program and its arguments. */
import { platform } from 'node:process'

/** The same shell for everybody: a line must not mean something else because of somebody's log-in shell. */
export const shellCommand = (
  line: string,
  system: NodeJS.Platform = platform,
): { readonly file: string; readonly args: readonly string[] } =>
  system === 'win32'
    ? { file: 'cmd.exe', args: ['/d', '/s', '/c', line] }
    : { file: '/bin/sh', args: ['-c', line] }
