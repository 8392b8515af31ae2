/** Owns which playbooks are simulated: one line each, by name. */
export { randomAutopilot as autopilot } from './autopilot/random-autopilot.ts'
export { randomDelivery as delivery } from './delivery/random-delivery.ts'
export { randomHandbook as handbook } from './handbook/random-handbook.ts'
export { randomGeneration as 'handbook-generation' } from './handbook-generation/random-generation.ts'
export { randomMission as mission } from './mission/random-mission.ts'
export { randomPlanning as planning } from './planning/random-planning.ts'
export { randomSpec as spec } from './spec/random-spec.ts'
export { randomWorkflow as workflow } from './workflow/random-workflow.ts'
