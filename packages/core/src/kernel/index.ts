/** The public API for a user's own playbook: everything it may import. */
export type { Command } from '../effects/command.ts'
export type { Event, Outcome, RunEnd } from '../effects/event.ts'
export { exitCode } from './exit-code.ts'
export { commandId } from './ids.ts'
export { type Decision, definePlaybook, end, type Playbook, perform } from './playbook.ts'
