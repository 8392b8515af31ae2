/** Owns which playbooks the program has: one line each. */
export { autopilotEntry } from './autopilot/entry.ts'
export { deliveryEntry } from './delivery/entry.ts'
export { handbookEntry } from './handbook/entry.ts'
export { generationEntry } from './handbook/generation-entry.ts'
export { missionEntry } from './mission/entry.ts'
export { planningEntry } from './planning/entry.ts'
export { specEntry } from './spec/entry.ts'
export { workflowEntry } from './workflow/entry.ts'
