/** Owns which playbooks have a section in the config: one line each, by the name of the section. */
export { handbookSettings as handbook } from './handbook-section.ts'
export { missionSettings as mission } from './mission-section.ts'
export {
  fidelitySettings as fidelity,
  planningSettings as planning,
  releaseGateSettings as releaseGate,
} from './release-sections.ts'
export { siteReverseSettings as siteReverse } from './site-reverse-section.ts'
export { workflowSettings as workflow } from './workflow-section.ts'
