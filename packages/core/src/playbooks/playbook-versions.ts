/**
 * Owns which version of each playbook this is. Raised when a journal of an older one would be folded into another state
 * than it was in.
 */
export const playbookVersions = {
  delivery: 3,
  handbook: 4,
  'handbook-generation': 1,
  mission: 5,
} as const
