/**
 * Owns which version of each playbook this is. Raised when a journal of an older one would be folded into another state
 * than it was in.
 */
export const playbookVersions = {
  delivery: 4,
  handbook: 4,
  'handbook-generation': 2,
  mission: 5,
} as const
