/** Owns if the agents and programs that a process starts are held by a sandbox. The run records it. */
import type { RunOutside } from './run-outside.ts'

/** No sandbox is there yet. */
export const isConfined = (_outside: RunOutside): boolean => false
